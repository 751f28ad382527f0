import { expect, it } from 'vitest'
import {
  coversHead,
  headLeaf,
  inLeafOrder,
  nodesOfLeaves,
} from '../../../src/domain/transparency/heads.ts'
import { treeRoot } from '../../../src/domain/transparency/merkle.ts'
import { TILE_WIDTH } from '../../../src/domain/transparency/tiles.ts'
import type { Database, Table, Tx } from '../../../src/store/database.ts'
import { readPublishedHeads } from '../../../src/store/long-reads/published-heads.ts'
import { createStore, type Store } from '../../../src/store/store.ts'
import {
  beginPublication,
  continuePublication,
} from '../../../src/store/transactions/transparency/publication.ts'
import { TABLE_NAMES } from '../../../src/store/tables.ts'
import { MINUTE, SECOND } from '../../kit/time.ts'
import { contextFactory, eachStore, onCleanup, testClock, type StoreLocation } from '../stores.ts'
import { allHeads } from './witness-file.ts'

const CHAINS = 700
/** For each head of a tile two versions are read, one is written and one deleted. The rest allows for chains that are gone. */
const MOST_ROWS = 6 * TILE_WIDTH
const hashOf = (n: number, version: number) =>
  `${n.toString(16)}${'a'.repeat(40)}${version}`.padStart(64, '0')
const nameOf = (n: number) => `org_${String(n).padStart(6, '0')}`

/** Opens a database whose heads have no records, so they are deleted before the chains are verified. */
async function openHeads(location: StoreLocation): Promise<Database> {
  const database = await location.open()
  onCleanup(() =>
    database.transact(async (tx) => {
      for (const { chain } of await tx.audit_heads.find({})) await tx.audit_heads.delete({ chain })
    }),
  )
  return database
}

/** Stores a head in each of the chains with these numbers. */
const setHeads = (database: Database, numbers: readonly number[], version: number) =>
  database.transact(async (tx) => {
    for (const n of numbers)
      await tx.audit_heads.put({
        chain: nameOf(n),
        sequence: version,
        hash: hashOf(n, version),
        purge_at: null,
      })
  })

const numbersTo = (count: number, step = 1) =>
  Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step)

/** Returns a database that calls `after` after each transaction with the number of rows that it read and wrote. */
function observed(database: Database, after: (rows: number) => unknown): Database {
  const count = (tx: Tx, add: (rows: number) => void): Tx =>
    Object.fromEntries(
      TABLE_NAMES.map((name) => [
        name,
        new Proxy(tx[name] as Table<object>, {
          get(target, name) {
            const operation: unknown = Reflect.get(target, name)
            if (typeof operation !== 'function') return operation
            return async (...given: readonly unknown[]) => {
              const result: unknown = await Reflect.apply(operation, target, given)
              add(Array.isArray(result) ? result.length : 1)
              return result
            }
          },
        }),
      ]),
    ) as never
  return {
    ...database,
    async transact(body) {
      let rows = 0
      const result = await database.transact((tx, moment) => {
        rows = 0
        return body(
          count(tx, (more) => (rows += more)),
          moment,
        )
      })
      await after(rows)
      return result
    },
  }
}

/** Verifies that root, heads and paths of the latest publication match. Returns the number of chains. */
async function verifyWhole(store: Store): Promise<number> {
  const publication = await store.readPublication({})
  const heads = await allHeads(store)
  expect(heads).toHaveLength(publication?.count ?? 0)
  if (!publication) return 0
  const leaves = inLeafOrder(heads).map(headLeaf)
  const root = await treeRoot(leaves.length, nodesOfLeaves(leaves))
  expect(root.toString('hex')).toBe(publication.root)
  for (const at of [0, 1, 255, 256, heads.length - 1]) {
    const { chain } = heads[at]!
    const reach = { organizations: [chain], workspace_id: null }
    const found = await store.readAuditHead({ reach, organization_id: chain })
    const published = found.kind === 'head' ? found.published! : undefined!
    expect(published.head).toEqual(heads[at])
    expect(coversHead(published, published.head, published.index, published.path)).toBe(true)
  }
  return publication.count
}

eachStore((location) => {
  it('shows the heads of one publication in pages, and of no other one', async () => {
    const database = await openHeads(location())
    const [context, store] = [contextFactory(testClock()), createStore(database)]
    await setHeads(database, numbersTo(CHAINS), 1)
    await store.publishHeads(context(), { pause_ms: 0 })
    await setHeads(database, numbersTo(CHAINS, 2), 2)
    await store.publishHeads(context(), { pause_ms: 0 })
    const sizes: number[] = []
    const chains: string[] = []
    for await (const page of readPublishedHeads(store)) {
      sizes.push(page.length)
      chains.push(...page.map(({ chain }) => chain))
    }
    expect(chains).toEqual(numbersTo(CHAINS).map(nameOf))
    // 512 versions belong to 341 chains, the last of which may continue on the next page.
    expect(sizes).toEqual([340, 340, 20])
    const pages = readPublishedHeads(store, 2)
    expect((await pages.next()).done).toBe(false)
    await setHeads(database, [5], 3)
    await store.publishHeads(context(), { pause_ms: 0 })
    await expect(pages.next()).rejects.toThrow('a later publication has replaced')
  })

  it('works on a bounded number of rows at a time, and readers see one complete publication', async () => {
    const database = await openHeads(location())
    const [context, reader] = [contextFactory(testClock()), createStore(database)]
    const counts: number[] = []
    const seen = new Set<number>()
    const store = createStore(
      observed(database, async (rows) => {
        counts.push(rows)
        seen.add(await verifyWhole(reader))
      }),
    )
    await setHeads(database, numbersTo(CHAINS), 1)
    expect(await store.publishHeads(context(), { pause_ms: 0 })).toEqual({ changed: CHAINS })
    // A chain at the beginning moves all others.
    await setHeads(database, [...numbersTo(CHAINS, 3), -1], 2)
    expect(await store.publishHeads(context(), { pause_ms: 0 })).toEqual({ changed: CHAINS + 1 })
    await database.transact(async (tx) => {
      for (const n of numbersTo(CHAINS, 10)) await tx.audit_heads.delete({ chain: nameOf(n) })
    })
    await store.publishHeads(context(), { pause_ms: 0 })
    await setHeads(database, [1], 3)
    expect(await store.publishHeads(context(), { pause_ms: 0 })).toEqual({ changed: 1 })
    expect([...seen]).toEqual([0, CHAINS, CHAINS + 1, 0.9 * CHAINS + 1])
    expect(Math.max(...counts)).toBeLessThan(MOST_ROWS)
  })

  it('keeps at most two versions of a head, and none of a chain that is gone', async () => {
    const database = await openHeads(location())
    const [context, store] = [contextFactory(testClock()), createStore(database)]
    const versions = () => database.read((tx) => tx.published_heads.count({}))
    await setHeads(database, numbersTo(10), 1)
    for (const version of [2, 3, 4, 5]) {
      await setHeads(database, numbersTo(10), version)
      await store.publishHeads(context(), { pause_ms: 0 })
      expect(await versions()).toBeLessThanOrEqual(20)
    }
    await database.transact((tx) => tx.audit_heads.delete({ chain: nameOf(9) }))
    await store.publishHeads(context(), { pause_ms: 0 })
    await store.publishHeads(context(), { pause_ms: 0 })
    expect(await store.publishHeads(context(), { pause_ms: 0 })).toEqual({ changed: 0 })
    expect(await versions()).toBe(9)
  })

  it('loses nothing if a process dies at any step, and does not mix its heads with those of another process', async () => {
    const database = await openHeads(location())
    const clock = testClock()
    const [context, other] = [contextFactory(clock), createStore(database)]
    let steps = 0
    let act: (step: number) => unknown = () => undefined
    const store = createStore(observed(database, () => act((steps += 1))))
    const publish = async () => {
      steps = 0
      return store.publishHeads(context(), { pause_ms: 0 })
    }
    await setHeads(database, numbersTo(CHAINS), 1)
    await publish()
    const all = steps
    expect(all).toBe(Math.ceil(CHAINS / TILE_WIDTH))
    for (let at = 1; at < all; at += 1) {
      const before = await other.readPublication({})
      await setHeads(database, numbersTo(CHAINS, 2), 2 * at)
      act = (step) => (step === at ? Promise.reject(new Error('died')) : undefined)
      await expect(publish()).rejects.toThrow('died')
      expect(await other.readPublication({})).toEqual(before)
      expect(await verifyWhole(other)).toBe(CHAINS)
      // While this process works, a later one changes chains and takes over.
      await setHeads(database, numbersTo(CHAINS, 7), 2 * at + 1)
      act = async (step) => {
        if (step !== at) return
        await setHeads(database, numbersTo(CHAINS, 5), 100 + at)
        expect((await other.publishHeads(context(), { pause_ms: 0 })).changed).toBeGreaterThan(0)
      }
      expect(await publish()).toEqual({ changed: 0 })
      act = () => undefined
      expect(await verifyWhole(other)).toBe(CHAINS)
      const newest = await database.read((tx) => tx.audit_heads.find({ orderBy: ['chain'] }))
      const heads = await allHeads(other)
      expect(heads.map(({ hash }) => hash)).toEqual(newest.map(({ hash }) => hash))
    }
    clock.advance(10 * MINUTE)
    expect(await publish()).toEqual({ changed: 0 })
  })

  it('lets another process publish half a minute after the last step of one that died, and not before', async () => {
    const database = await openHeads(location())
    const clock = testClock()
    const [context, other] = [contextFactory(clock), createStore(database)]
    const options = { pause_ms: 10 * MINUTE }
    const begin = () => database.transact((tx) => beginPublication(tx, context(), options))
    await setHeads(database, numbersTo(CHAINS), 1)
    const { draft } = await begin()
    clock.advance(20 * SECOND)
    await database.transact((tx) => continuePublication(tx, context(), draft!))
    clock.advance(29 * SECOND)
    expect(await other.publishHeads(context(), options)).toEqual({ changed: 0 })
    clock.advance(SECOND)
    expect(await other.publishHeads(context(), options)).toEqual({ changed: CHAINS })
    // A publication that has ended, with or without changes, is followed by the next only when it is due.
    for (const n of [1, 2]) {
      clock.advance(MINUTE)
      await setHeads(database, [n], 1 + n)
      expect(await other.publishHeads(context(), options)).toEqual({ changed: 0 })
    }
    clock.advance(10 * MINUTE)
    expect(await other.publishHeads(context(), options)).toEqual({ changed: 2 })
    clock.advance(10 * MINUTE)
    expect(await other.publishHeads(context(), options)).toEqual({ changed: 0 })
    await setHeads(database, [3], 4)
    clock.advance(MINUTE)
    expect(await other.publishHeads(context(), options)).toEqual({ changed: 0 })
  })

  it('ends without a publication once its limit is reached', async () => {
    const database = await openHeads(location())
    const [context, limit] = [contextFactory(testClock()), new AbortController()]
    const store = createStore(observed(database, () => limit.abort()))
    await setHeads(database, numbersTo(CHAINS), 1)
    const options = { pause_ms: 0, signal: limit.signal }
    expect(await store.publishHeads(context(), options)).toEqual({ changed: 0 })
    expect(await store.readPublication({})).toBeUndefined()
  })
})
