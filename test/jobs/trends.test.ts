import { expect, it } from 'vitest'
import {
  createFleetCounters,
  type FleetCount,
} from '../../src/domain/installations/fleet-counters.ts'
import {
  writeFleetCounters,
  writeFleetCountersWhenDue,
} from '../../src/jobs/installations/trends.ts'
import { actor, testClock } from '../store/stores.ts'
import { MINUTE } from '../kit/time.ts'

it('writes what was counted once a minute, and counts it again if it cannot be written', async () => {
  const fleetCounters = createFleetCounters()
  const clock = testClock()
  const written: (readonly FleetCount[])[] = []
  let broken = true
  const services = {
    fleetCounters,
    platformContext: actor(clock),
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
