import { expect, it } from 'vitest'
import {
  StoreUnavailable,
  type Database,
  type ReadTx,
  type Tx,
} from '../../../src/store/database.ts'
import { eachAdapter } from '../stores.ts'
import { atMost } from '../../kit/bounds.ts'

const put = (name: string, value: number) => (tx: Tx) => tx.platform_facts.put({ name, value })
const valueOf = (name: string) => async (tx: ReadTx) =>
  (await tx.platform_facts.get({ name }))?.value
const failing = (message: string) => async (tx: Tx) => {
  await put('a', 99)(tx)
  await put('b', 99)(tx)
  await tx.platform_facts.delete({ name: 'kept' })
  throw new Error(message)
}
const values = (database: Database) =>
  database.read(async (tx) =>
    Object.fromEntries(
      (await tx.platform_facts.find({ orderBy: ['name'] })).map(({ name, value }) => [name, value]),
    ),
  )

eachAdapter((location, kind) => {
  it('a body that throws leaves nothing behind, while the others of its batch are committed', async () => {
    const database = await location().open()
    const outcomes = await Promise.allSettled([
      database.transact(put('kept', 1)),
      database.transact(failing('first')),
      database.transact(put('a', 2)),
      database.transact(failing('second')),
      database.transact(() => {
        throw new Error('at once')
      }),
      database.transact(put('c', 3)),
    ])
    expect(
      outcomes.map((outcome) =>
        outcome.status === 'rejected' ? (outcome.reason as Error).message : 'kept',
      ),
    ).toEqual(['kept', 'first', 'kept', 'second', 'at once', 'kept'])
    expect(await values(database)).toEqual({ a: 2, c: 3, kept: 1 })
  })

  it('a body that throws without awaiting its writes leaves nothing behind', async () => {
    const database = await location().open()
    const hasty = (tx: Tx): Promise<void> => {
      void put('a', 1)(tx)
      throw new Error('hasty')
    }
    await expect(database.transact(hasty)).rejects.toThrow('hasty')
    expect(await values(database)).toEqual({})
  })

  it('transactions are isolated: a hundred that read, wait and increment count to a hundred', async () => {
    const database = await location().open()
    await Promise.all(
      Array.from({ length: 100 }, () =>
        database.transact(async (tx) => {
          const count = (await valueOf('count')(tx)) as number | undefined
          await Promise.resolve()
          await put('count', (count ?? 0) + 1)(tx)
        }),
      ),
    )
    expect(await database.read(valueOf('count'))).toBe(100)
  })

  it('reads see only committed data, and one state from the first query to the last', async () => {
    const database = await location().open()
    await database.transact(async (tx) => {
      await put('a', 0)(tx)
      await put('b', 0)(tx)
    })
    const pairs: Promise<unknown[]>[] = []
    const writes = Array.from({ length: 50 }, (_, at) =>
      database
        .transact(async (tx) => {
          await put('a', at)(tx)
          pairs.push(
            database.read(async (seen) => {
              const a = await valueOf('a')(seen)
              await new Promise((resolve) => {
                setTimeout(resolve, at % 3)
              })
              return [a, await valueOf('b')(seen)]
            }),
          )
          await new Promise((resolve) => {
            setTimeout(resolve, at % 2)
          })
          if (at % 7 === 0) throw new Error('not this one')
          await put('b', at)(tx)
        })
        .catch(() => undefined),
    )
    await Promise.all(writes)
    for (const [a, b] of await Promise.all(pairs)) expect(a).toBe(b)
    const { a, b } = (await values(database)) as { a: number; b: number }
    // A server does not order concurrent transactions; the other stores run them in the order of their calls.
    expect([a, b]).toEqual(kind === 'postgres' ? [b, a] : [48, 48])
    expect(a % 7).not.toBe(0)
  })

  it('a read that starts after a write has resolved sees it', async () => {
    const database = await location().open()
    for (let index = 0; index < 20; index += 1) {
      const early = database.read(valueOf('a'))
      await database.transact(put('a', index))
      expect(await database.read(valueOf('a'))).toBe(index)
      await early
    }
  })

  it('transactions that follow one another without a pause do not keep timers from running', async () => {
    const database = await location().open()
    let over = false
    const busy = (async () => {
      for (const _ of atMost(1_000_000, 'no timer ran')) {
        if (over) return
        await database.transact(put('a', 1))
      }
    })()
    await new Promise<void>((resolve) => {
      setTimeout(() => {
        over = true
        resolve()
      }, 20)
    })
    await busy
  })

  it('close completes accepted transactions and refuses later ones', async () => {
    const at = location()
    const database = await at.open()
    const accepted = Array.from({ length: 30 }, (_, value) =>
      database.transact(put(`a${value}`, value)),
    )
    const closed = database.close()
    await expect(database.transact(put('a', 99))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(database.read(valueOf('a'))).rejects.toBeInstanceOf(StoreUnavailable)
    await Promise.all([...accepted, closed])
    if (at.kind !== 'memory')
      expect(await (await at.open()).read((tx) => tx.platform_facts.count({}))).toBe(30)
  })
})
