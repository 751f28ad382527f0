import { expect, it } from 'vitest'
import { createFleetTally, type Tallied } from '../../src/domain/installations/tally.ts'
import { writeTally, writeTallyWhenDue } from '../../src/jobs/installations/trends.ts'
import { actor, testClock } from '../store/stores.ts'
import { MINUTE } from '../kit/time.ts'

it('writes what was counted once a minute, and counts it again if it cannot be written', async () => {
  const tally = createFleetTally()
  const clock = testClock()
  const written: (readonly Tallied[])[] = []
  let broken = true
  const services = {
    tally,
    platformContext: actor(clock),
    store: {
      addToTrends: async (_: unknown, { tallied }: { tallied: readonly Tallied[] }) => {
        if (broken) throw new Error('the disk is full')
        written.push(tallied)
        return { added: tallied.length }
      },
    },
  }
  const heartbeats = (amount: number) => [{ organization_id: 'o', metric: 'heartbeats', amount }]
  tally.add('o', 'heartbeats')
  await expect(writeTallyWhenDue(services)).rejects.toThrow('the disk is full')
  broken = false
  tally.add('o', 'heartbeats')
  expect(await writeTallyWhenDue(services)).toBe(1)
  expect([written, tally.written_at]).toEqual([[heartbeats(2)], clock.now])
  tally.add('o', 'heartbeats')
  clock.advance(MINUTE - 1)
  expect(await writeTallyWhenDue(services)).toBe(0)
  clock.advance(1)
  expect(await writeTallyWhenDue(services)).toBe(1)
  tally.add('o', 'heartbeats', 5)
  expect([await writeTally(services), written.at(-1)]).toEqual([1, heartbeats(5)])
})
