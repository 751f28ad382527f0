import { expect, it } from 'vitest'
import { takeRoundRobin } from '../../src/store/transactions/round-robin.ts'
import { eachStore } from './stores.ts'
import { newWorld, type World } from './world.ts'

/** Returns a function that takes items from a queue in which each party has the given number of items. */
const queue = (
  world: World,
  items: Map<string, number>,
  capacity: (party: string) => number,
  name = 'test',
) => {
  let lookups = 0
  return async (limit: number) => {
    lookups = 0
    const taken = await world.database.transact((tx) =>
      takeRoundRobin<string>(tx, {
        name,
        limit,
        capacity: capacity,
        partyOf: (party) => party,
        next: async (party) => {
          lookups += 1
          return [...items]
            .filter(([one, count]) => one > party && count > 0)
            .map(([one]) => one)
            .toSorted()[0]
        },
        take: async (party) => {
          items.set(party, items.get(party)! - 1)
          return party
        },
      }),
    )
    return { taken, lookups }
  }
}
const parties = (count: number, items: number) =>
  new Map(Array.from({ length: count }, (_, at) => [`p${String(at).padStart(3, '0')}`, items]))

eachStore(
  (location) => {
    it('examines 200 parties at a time, and continues with the next ones', async () => {
      const world = await newWorld(location())
      const take = queue(world, parties(250, 1), (party) => (party === 'p230' ? 1 : 0))
      expect(await take(5)).toEqual({ taken: [], lookups: 200 })
      expect((await take(5)).taken).toEqual(['p230'])
    })

    it('takes one item of each party before the next of any, and continues where it stopped', async () => {
      const world = await newWorld(location())
      const take = queue(world, parties(3, 3), () => 9)
      expect([(await take(2)).taken, (await take(4)).taken, (await take(9)).taken]).toEqual([
        ['p000', 'p001'],
        ['p002', 'p000', 'p001', 'p002'],
        ['p000', 'p001', 'p002'],
      ])
      expect((await take(9)).taken).toEqual([])
    })

    it('takes no more items of a party than its capacity, and ends when no party has capacity left', async () => {
      const world = await newWorld(location())
      const take = queue(world, parties(2, 5), (party) => (party === 'p000' ? 2 : 1))
      expect((await take(9)).taken).toEqual(['p000', 'p001', 'p000'])
    })

    it('keeps a separate position for each queue', async () => {
      const world = await newWorld(location())
      const [one, other] = [
        queue(world, parties(2, 2), () => 9, 'one'),
        queue(world, parties(2, 2), () => 9, 'other'),
      ]
      expect([(await one(1)).taken, (await other(1)).taken, (await one(1)).taken]).toEqual([
        ['p000'],
        ['p000'],
        ['p001'],
      ])
    })
  },
  ['memory', 'postgres'],
)
