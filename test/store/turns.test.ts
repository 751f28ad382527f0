import { expect, it } from 'vitest'
import { takeTurns } from '../../src/store/transactions/turns.ts'
import { eachStore } from './stores.ts'
import { newWorld, type World } from './world.ts'

/** A queue in which each party has so many items; `room` says how many of a party may be under way. */
const queue = (
  world: World,
  items: Map<string, number>,
  room: (party: string) => number,
  name = 'test',
) => {
  let looks = 0
  return async (limit: number) => {
    looks = 0
    const taken = await world.database.transact((tx) =>
      takeTurns<string>(tx, {
        name,
        limit,
        room,
        partyOf: (party) => party,
        next: async (party) => {
          looks += 1
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
    return { taken, looks }
  }
}
const parties = (count: number, of: number) =>
  new Map(Array.from({ length: count }, (_, at) => [`p${String(at).padStart(3, '0')}`, of]))

eachStore(
  (place) => {
    it('looks at 200 parties, and at those behind them the next time', async () => {
      const world = await newWorld(place())
      const take = queue(world, parties(250, 1), (party) => (party === 'p230' ? 1 : 0))
      expect(await take(5)).toEqual({ taken: [], looks: 200 })
      expect((await take(5)).taken).toEqual(['p230'])
    })

    it('gives each party one item before any gets its next, and goes on where it stopped', async () => {
      const world = await newWorld(place())
      const take = queue(world, parties(3, 3), () => 9)
      expect([(await take(2)).taken, (await take(4)).taken, (await take(9)).taken]).toEqual([
        ['p000', 'p001'],
        ['p002', 'p000', 'p001', 'p002'],
        ['p000', 'p001', 'p002'],
      ])
      expect((await take(9)).taken).toEqual([])
    })

    it('gives no party more than it has room for, and ends when nobody has any', async () => {
      const world = await newWorld(place())
      const take = queue(world, parties(2, 5), (party) => (party === 'p000' ? 2 : 1))
      expect((await take(9)).taken).toEqual(['p000', 'p001', 'p000'])
    })

    it('keeps the turns of two queues apart', async () => {
      const world = await newWorld(place())
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
