import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import type { IsOwnSignature } from '../../src/domain/signatures/signature.ts'
import { iso, ms, type Timestamp } from '../../src/domain/time.ts'
import type { CallContext } from '../../src/store/context.ts'
import type { Database } from '../../src/store/database.ts'
import type { Dialect } from '../../src/store/dialect.ts'
import { dialectOf } from '../../src/store/dialects.ts'
import { openDatabase } from '../../src/store/open.ts'
import { createStore } from '../../src/store/store.ts'
import { verifyStoredChain } from '../../src/store/long-reads/verify-chain.ts'
import { TABLE_NAMES } from '../../src/store/tables.ts'
import { newDatabase, ON_ALL, ON_POSTGRES, LONG_TIMEOUTS } from '../postgres/database.ts'
import { newFolder, removeFolder } from '../kit/folder.ts'
import { IS_COMPLETE } from '../kit/samples.ts'

export type Kind = 'memory' | PersistentKind
export type PersistentKind = 'json' | 'sqlite' | 'postgres'
export const PERSISTENT: readonly PersistentKind[] = ['json', 'sqlite', 'postgres']
/** Something that a test does differently for each persistent store. */
export type ForPersistent<T> = Readonly<Record<PersistentKind, T>>
const EMBEDDED: readonly Kind[] = ['memory', 'json', 'sqlite']
const dialectOfKind = (kind: Kind): Dialect =>
  dialectOf(kind === 'postgres' ? 'postgres://' : `${kind}:`)
/** Returns whether stores of this kind are a single document. */
export const isDocument = (kind: Kind): boolean => dialectOfKind(kind).isDocument
/** Returns whether a store of this kind can be open only once at a time. */
export const opensOnce = (kind: Kind): boolean =>
  isDocument(kind) || !dialectOfKind(kind).isPersistent

/** The embedded stores, PostgreSQL, or both, as `TEST_STORE` says. */
export const KINDS: readonly Kind[] = ON_ALL
  ? [...EMBEDDED, 'postgres']
  : ON_POSTGRES
    ? ['postgres']
    : EMBEDDED

/** The location of a database during one test. A closed database can be opened again, unless it is in memory. */
export interface StoreLocation {
  readonly kind: Kind
  readonly path: string
  readonly address: string
  open(): Promise<Database>
}

/**
 * Returns what several processes would use of one store: `first`, and others that are created on connections of their own. A store that can
 * be open only once is the same for all of them.
 */
export async function forProcesses<T>(
  count: number,
  at: StoreLocation,
  first: T,
  create: (database: Database) => T,
): Promise<T[]> {
  const all = [first]
  while (all.length < count) all.push(opensOnce(at.kind) ? first : create(await at.open()))
  return all
}

const cleanups: (() => Promise<unknown> | void)[] = []

/** Registers a function that is called after the test, in reverse order of registration. */
export const onCleanup = (cleanup: () => Promise<unknown> | void) => {
  cleanups.push(cleanup)
}

/** Runs the registered functions; to be called after each test that does not use `eachStore`. */
export async function runCleanups(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}

/**
 * The stores on which transactions are tested. A document keeps its rows in the tables of a memory store; its other code is tested by
 * `eachAdapter`, and `npm run test:complete` tests everything on it.
 */
const TRANSACTION_KINDS = KINDS.filter((kind) => !isDocument(kind) || IS_COMPLETE)

/** Runs the same tests of an adapter on every store. After each of them all audit chains must verify. */
export const eachAdapter = (suite: Suite): void => eachStore(suite, KINDS)

type Suite<K extends Kind = Kind> = (location: () => StoreLocation, kind: K) => void

/** Runs the same tests of transactions on the stores in `kinds`. After each of them all audit chains must verify. */
export function eachStore(suite: Suite): void
export function eachStore<K extends Kind>(suite: Suite<K>, kinds: readonly K[]): void
export function eachStore(suite: Suite, kinds: readonly Kind[] = TRANSACTION_KINDS): void {
  describe.each(kinds.filter((kind) => KINDS.includes(kind)))('on %s', (kind) => {
    afterEach(runCleanups)
    suite(() => newLocation(kind), kind)
  })
}

/** Returns the location of a database in memory, for property tests that need many. */
export const newLocationInMemory = (): StoreLocation => ({
  kind: 'memory',
  path: '',
  address: 'memory:',
  open: () => openDatabase('memory:'),
})

/** Returns the location of a new store of one kind. */
export function newLocation(kind: Kind): StoreLocation {
  if (kind === 'postgres') return newLocationInPostgres()
  const folder = newFolder('store')
  onCleanup(() => removeFolder(folder))
  const path = join(folder, kind === 'json' ? 'store.json' : 'store.db')
  const address = kind === 'memory' ? 'memory:' : `${kind}:${path}`
  return { kind, path, address, open: () => opened(address) }
}

function newLocationInPostgres(): StoreLocation {
  const { address, create, release } = newDatabase()
  onCleanup(release)
  return { kind: 'postgres', path: '', address, open: () => create().then(() => opened(address)) }
}

async function opened(address: string): Promise<Database> {
  const database = await openDatabase(address, LONG_TIMEOUTS)
  onCleanup(() => verifyChains(database).finally(() => database.close()))
  return database
}

/**
 * Checks that every audit chain has no gap, from its first record or from its checkpoint to its head (docs/specification/audit.md#i-15). A
 * database that the test has closed is not checked.
 */
export async function verifyChains(
  database: Database,
  isOwn: IsOwnSignature = () => true,
): Promise<void> {
  const store = createStore(database)
  const chains = await store.listChains({}).catch((cause: unknown) => {
    if (String((cause as Error).cause) !== 'closed') throw cause
  })
  for (const head of chains ?? []) {
    const { checkpoint, ...report } = await verifyStoredChain(store, head.chain, isOwn)
    const checked = head.sequence - (checkpoint?.sequence ?? 0)
    expect(report).toEqual({
      chain: head.chain,
      intact: true,
      checked,
      head: { sequence: head.sequence, hash: head.hash },
    })
  }
}

/** Returns all rows of all tables, in an order that does not depend on the database. */
export const dump = (database: Database): Promise<Record<string, string[]>> =>
  database.read(async (tx) => {
    const tables: Record<string, string[]> = {}
    for (const name of TABLE_NAMES) tables[name] = (await tx[name].find({})).map(canonical).sort()
    return tables
  })

/** Returns a row as text that does not depend on the order of its fields. */
export const canonical = (row: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))

export interface TestClock {
  now: Timestamp
  advance(milliseconds: number): void
}

export function testClock(now: Timestamp = '2026-03-01T12:00:00.000Z'): TestClock {
  return {
    now,
    advance(milliseconds) {
      this.now = iso(ms(this.now) + milliseconds)
    },
  }
}

/** Returns a generator of pseudorandom bytes that are the same in every run. */
export function shake256Random(seed = 'seed'): (bytes: number) => Uint8Array {
  let drawn = 0
  return (bytes) =>
    createHash('shake256', { outputLength: bytes }).update(`${seed}:${drawn++}`).digest()
}

/** Returns a function that creates call contexts at the time of a clock, by default of an API key. */
export function contextFactory(
  clock: TestClock,
  random = shake256Random(),
): (overrides?: Partial<CallContext>) => CallContext {
  return (overrides) => ({
    now: clock.now,
    actor: { type: 'api_key', id: 'key_1', ip: '192.0.2.1' },
    request_id: 'req_1',
    user_agent: 'test/1',
    random,
    ...overrides,
  })
}
