import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import type { IsOwnSignature } from '../../src/domain/signatures/signature.ts'
import { iso, ms, type Timestamp } from '../../src/domain/time.ts'
import type { CallContext } from '../../src/store/context.ts'
import type { Database } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open.ts'
import { createStore } from '../../src/store/store.ts'
import { verifyStoredChain } from '../../src/store/verify-chain.ts'
import { TABLE_NAMES } from '../../src/store/tables.ts'
import { newDatabase, ON_ALL, ON_POSTGRES, PATIENT } from '../postgres/database.ts'
import { newFolder, removeFolder } from '../kit/folder.ts'

export type Kind = 'memory' | 'json' | 'sqlite' | 'postgres'
const EMBEDDED: readonly Kind[] = ['memory', 'json', 'sqlite']
/** The embedded stores, or PostgreSQL, which has a run of its own. */
export const KINDS: readonly Kind[] = ON_ALL
  ? [...EMBEDDED, 'postgres']
  : ON_POSTGRES
    ? ['postgres']
    : EMBEDDED

/** Where one database lives during one test; a closed one can be opened again, unless it lives in memory. */
export interface Place {
  readonly kind: Kind
  readonly path: string
  readonly address: string
  open(): Promise<Database>
}

const cleanups: (() => Promise<unknown> | void)[] = []

/** Called when the test is over, the latest first. */
export const afterwards = (cleanup: () => Promise<unknown> | void) => {
  cleanups.push(cleanup)
}

/** To be called after each test, by those who have no `eachStore`. */
export async function runCleanups(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}

/** The same tests on every store. After each of them all audit chains must verify. */
export function eachStore(
  suite: (place: () => Place, kind: Kind) => void,
  kinds: readonly Kind[] = KINDS,
): void {
  describe.each(kinds.filter((kind) => KINDS.includes(kind)))('on %s', (kind) => {
    afterEach(runCleanups)
    suite(() => newPlace(kind), kind)
  })
}

/** A database in memory, for properties that want many; nothing of it outlives the test. */
export const newPlaceInMemory = (): Place => ({
  kind: 'memory',
  path: '',
  address: 'memory:',
  open: () => openDatabase('memory:'),
})

/** A new store of one kind. */
export function newPlace(kind: Kind): Place {
  if (kind === 'postgres') return newPlaceInPostgres()
  const folder = newFolder('store')
  afterwards(() => removeFolder(folder))
  const path = join(folder, kind === 'json' ? 'store.json' : 'store.db')
  const address = kind === 'memory' ? 'memory:' : `${kind}:${path}`
  return { kind, path, address, open: () => opened(address) }
}

function newPlaceInPostgres(): Place {
  const { address, make, giveBack } = newDatabase()
  afterwards(giveBack)
  return { kind: 'postgres', path: '', address, open: () => make().then(() => opened(address)) }
}

async function opened(address: string): Promise<Database> {
  const database = await openDatabase(address, PATIENT)
  afterwards(() => verifyChains(database).finally(() => database.close()))
  return database
}

/**
 * Checks that every audit chain has no gap, from its first record or from its checkpoint to its head (docs/specification/audit.md#i-15). A
 * database that the test has closed is left alone.
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

/** All rows of all tables, in an order that does not depend on the database. */
export const dump = (database: Database): Promise<Record<string, string[]>> =>
  database.read(async (tx) => {
    const tables: Record<string, string[]> = {}
    for (const name of TABLE_NAMES) tables[name] = (await tx[name].find({})).map(canonical).sort()
    return tables
  })

/** A row as text, whatever the order of its fields. */
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

/** Bytes that look random and are the same in every run. */
export function seededRandom(seed = 'seed'): (bytes: number) => Uint8Array {
  let drawn = 0
  return (bytes) =>
    createHash('shake256', { outputLength: bytes }).update(`${seed}:${drawn++}`).digest()
}

/** Acts at the time of a clock, by an API key unless told otherwise. */
export function actor(
  clock: TestClock,
  random = seededRandom(),
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
