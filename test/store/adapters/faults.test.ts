import { expect, it } from 'vitest'
import type { Database, Table, Tx } from '../../../src/store/database.ts'
import { READS } from '../../../src/store/reads.ts'
import { TABLE_NAMES } from '../../../src/store/tables.ts'
import { CASES } from '../cases.ts'
import { dump, eachAdapter } from '../stores.ts'
import { newWorld } from '../world.ts'
import { atMost } from '../../kit/bounds.ts'
import { IS_COMPLETE } from '../../kit/samples.ts'

const injected = new Error('injected')

/** Returns a database whose transactions fail on a chosen write. */
function breaking(database: Database): Database & { breakAt: number } {
  const failingTransaction = (tx: Tx): Tx => {
    let writes = 0
    const guard = (table: Table<object>): Table<object> => {
      const count =
        <Given extends unknown[]>(write: (...given: Given) => Promise<void>) =>
        async (...given: Given) => {
          writes += 1
          if (writes === broken.breakAt) throw injected
          return write(...given)
        }
      return {
        ...table,
        insert: count(table.insert),
        update: count(table.update),
        updateMany: count(table.updateMany),
        put: count(table.put),
        putMany: count(table.putMany),
        add: count(table.add),
        delete: count(table.delete),
      }
    }
    return Object.fromEntries(TABLE_NAMES.map((name) => [name, guard(tx[name] as never)])) as never
  }
  const broken = {
    ...database,
    breakAt: Infinity,
    transact: <T>(body: (tx: Tx) => Promise<T>) =>
      database.transact((tx) => body(failingTransaction(tx))),
  }
  return broken
}

/** Operations outside `READS` that run no writing transaction: a batched query, a separate statement, and closing the store. */
const WITHOUT_TRANSACTION = ['findRuntimeToken', 'consumeRates', 'close']

eachAdapter((location, kind) => {
  // A database server rolls a transaction back as a whole, so fewer transactions and writes have to fail there.
  const isEach = kind !== 'postgres' || IS_COMPLETE
  const next = (failing: number): number => (isEach ? failing + 1 : 2 * failing)

  it.each(isEach ? CASES : CASES.filter((_, index) => index % 3 === 0))(
    'I-03, I-14: %s leaves nothing behind wherever it fails; when it succeeds, %j is recorded',
    async (_, kinds, prepare) => {
      const database = breaking(await location().open())
      const world = await newWorld(location(), { database })
      const run = await prepare(world)
      await world.newKinds()
      const before = await dump(database)
      database.breakAt = 1
      for (const _ of atMost(1000, 'the transaction never succeeds')) {
        const broke = await run().then(
          () => false,
          (cause: unknown) => cause === injected || Promise.reject(cause as Error),
        )
        if (!broke) break
        expect(await dump(database)).toEqual(before)
        database.breakAt = next(database.breakAt)
      }
      expect(database.breakAt).toBeGreaterThan(1)
      expect(await dump(database)).not.toEqual(before)
      expect(await world.newKinds()).toEqual(kinds)
    },
  )

  it('the cases include every transaction that writes', async () => {
    const { store } = await newWorld(location())
    const writing = Object.keys(store).filter(
      (name) => !(name in READS) && !WITHOUT_TRANSACTION.includes(name),
    )
    expect(writing.filter((name) => !CASES.some(([transaction]) => transaction === name))).toEqual(
      [],
    )
  })
})
