import { isPostgres, shownStore, storePath } from './address.ts'
import { withAggregates } from './aggregates.ts'
import { StoreRefused, type Database, type ReadTx, type Tx } from './database.ts'
import { keepCounts, unkeptCounts } from './transactions/counts.ts'
import { RESTORE, type Loader, type Snapshot } from './snapshot.ts'
import type { PoolSettings } from './sql/postgres/pool.ts'

const POOL: PoolSettings = { connections: 10, wait_ms: 5_000 }

/**
 * Opens the database an address names: `sqlite:PATH`, `json:PATH`, `memory:` or `postgres://...`. Its driver is loaded only then.
 * @param pool how the connections to a server are shared; of no meaning elsewhere
 * @throws StoreRefused with a sentence for the operator
 */
export async function openDatabase(
  address: string,
  pool: Partial<PoolSettings> = {},
): Promise<Database> {
  const whole = await openUnfinished(address, pool)
  const database = withAggregates(await refuseUnfinished(address, whole, (ask) => whole.read(ask)))
  const unkept = await database.read(unkeptCounts)
  if (unkept.length > 0) await begin(address, database, (tx) => keepCounts(tx, unkept))
  return database
}

/** The same, also where a restore began and has not ended. Nobody counts what is written here. */
export async function openUnfinished(
  address: string,
  pool: Partial<PoolSettings> = {},
): Promise<Database> {
  if (isPostgres(address))
    return (await import('./sql/postgres/postgres.ts')).openPostgresStore(address, {
      ...POOL,
      ...pool,
    })
  const [kind] = address.split(':', 1)
  const path = storePath(address)
  if (path === undefined) return (await import('./lowdb/lowdb.ts')).openMemoryStore()
  return kind === 'json'
    ? (await import('./lowdb/lowdb.ts')).openJsonStore(path)
    : (await import('./sql/sqlite.ts')).openSqliteStore(path)
}

/**
 * One committed state of a store, for reading it whole. Nothing is written, not even the tables of this version.
 * @throws StoreRefused with a sentence for the operator
 */
export async function openSnapshot(address: string): Promise<Snapshot> {
  const snapshot = await snapshotOf(address)
  return snapshot.schema.tables.includes('platform_facts')
    ? snapshot
    : refuseUnfinished(address, snapshot, (ask) => ask(snapshot.tx))
}

async function snapshotOf(address: string): Promise<Snapshot> {
  if (isPostgres(address))
    return (await import('./sql/postgres/snapshot.ts')).openPostgresSnapshot(address)
  const path = storePath(address)!
  return address.startsWith('json:')
    ? (await import('./lowdb/snapshot.ts')).openJsonSnapshot(path)
    : (await import('./sql/sqlite-snapshot.ts')).openSqliteSnapshot(path)
}

/** What fills a store that is empty and has the tables of this version. @throws StoreRefused */
export async function openLoader(address: string): Promise<Loader> {
  if (isPostgres(address)) return (await import('./sql/postgres/snapshot.ts')).loadPostgres(address)
  const path = storePath(address)
  if (address.startsWith('sqlite:'))
    return (await import('./sql/sqlite-snapshot.ts')).loadSqlite(path!)
  return (await import('./lowdb/loader.ts')).loadDocument(await openUnfinished(address))
}

/** A store that a restore left in the middle holds nothing, and must not pass for a new one. */
async function refuseUnfinished<Opened extends { close(): Promise<void> }>(
  address: string,
  opened: Opened,
  read: <T>(ask: (tx: ReadTx) => Promise<T>) => Promise<T>,
): Promise<Opened> {
  const begun = await read((tx) => tx.platform_facts.get({ name: RESTORE }))
  if (!begun) return opened
  await opened.close()
  throw new StoreRefused(
    `A restore into ${shownStore(address)} has begun and not ended: nothing of it is there yet. If it is not under way, run it again.`,
  )
}

/** Does what takes long in a large store, on a connection that waits for it. */
async function begin(
  address: string,
  database: Database,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (!isPostgres(address)) return database.transact(work)
  const patient = await openUnfinished(address, { connections: 1, wait_ms: 60_000, patient: true })
  await patient.transact(work).finally(() => patient.close())
}
