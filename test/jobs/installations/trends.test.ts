import { expect, it } from 'vitest'
import { createFleetCounters, createMetrics } from '../../../src/app/metrics.ts'
import type { FleetCount } from '../../../src/domain/installations/trends.ts'
import {
  writeFleetCounters,
  writeFleetCountersWhenDue,
} from '../../../src/jobs/installations/trends.ts'
import { contextFactory, testClock } from '../../store/stores.ts'
import { MINUTE } from '../../kit/time.ts'

it('writes the counts once a minute, and keeps them for the next time if they cannot be written', async () => {
  const fleetCounters = createFleetCounters()
  const clock = testClock()
  const written: (readonly FleetCount[])[] = []
  let broken = true
  const services = {
    fleetCounters,
    platformContext: contextFactory(clock),
    store: {
      addToTrends: async (_: unknown, { counts }: { counts: readonly FleetCount[] }) => {
        if (broken) throw new Error('the disk is full')
        written.push(counts)
        return { added: counts.length }
      },
    },
  }
  const heartbeats = (amount: number) => [{ organization_id: 'o', metric: 'heartbeats', amount }]
  fleetCounters.add('o', 'heartbeats')
  await expect(writeFleetCountersWhenDue(services)).rejects.toThrow('the disk is full')
  broken = false
  fleetCounters.add('o', 'heartbeats')
  expect(await writeFleetCountersWhenDue(services)).toBe(1)
  expect([written, fleetCounters.written_at]).toEqual([[heartbeats(2)], clock.now])
  fleetCounters.add('o', 'heartbeats')
  clock.advance(MINUTE - 1)
  expect(await writeFleetCountersWhenDue(services)).toBe(0)
  clock.advance(1)
  expect(await writeFleetCountersWhenDue(services)).toBe(1)
  fleetCounters.add('o', 'heartbeats', 5)
  expect([await writeFleetCounters(services), written.at(-1)]).toEqual([1, heartbeats(5)])
})

it('the counters of a fleet add up what is counted, and begin again when they are drained', () => {
  const fleetCounters = createFleetCounters()
  for (const organization_id of ['b', 'a', 'b']) fleetCounters.add(organization_id, 'heartbeats')
  fleetCounters.add('a', 'tasks', 3)
  expect(fleetCounters.drain()).toEqual([
    { organization_id: 'a', metric: 'heartbeats', amount: 1 },
    { organization_id: 'a', metric: 'tasks', amount: 3 },
    { organization_id: 'b', metric: 'heartbeats', amount: 2 },
  ])
  expect(fleetCounters.drain()).toEqual([])
})

it('a heartbeat and a task are counted for their organization, and a failed task is also counted as a failure', () => {
  const { count, fleetCounters } = createMetrics()
  count('heartbeat', 'o')
  count('task_completed', 'o')
  count('task_failed', 'o')
  count('trust_valid', 'o')
  count('heartbeat')
  expect(fleetCounters.drain()).toEqual([
    { organization_id: 'o', metric: 'failures', amount: 1 },
    { organization_id: 'o', metric: 'heartbeats', amount: 1 },
    { organization_id: 'o', metric: 'tasks', amount: 2 },
  ])
})
