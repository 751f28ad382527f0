import { isPostgres, storePath } from './address.ts'
import { countingDatabase } from './counting.ts'
import type { Database, Tx } from './database.ts'
import { keepCounts, unkeptCounts } from './intents/counts.ts'
import type { PoolSettings } from './sql/postgres/pool.ts'

const POOL: PoolSettings = { connections: 10, wait_ms: 5_000 }

/**
 * Opens the database an address names: `sqlite:PATH`, `json:PATH`, `memory:` or `postgres://...`. Its driver is loaded only then.
 * @param pool how the connections to a server are shared; of no meaning elsewhere
 * @throws StoreRefused with a sentence for the operator
 */
export async function openDatabase(address: string, pool: Partial<PoolSettings> = {}): Promise<Database> {
  const database = countingDatabase(await open(address, pool))
  const unkept = await database.read(unkeptCounts)
  if (unkept.length > 0) await begin(address, database, (tx) => keepCounts(tx, unkept))
  return database
}

async function open(address: string, pool: Partial<PoolSettings>): Promise<Database> {
  if (isPostgres(address)) return (await import('./sql/postgres/postgres.ts')).openPostgresStore(address, { ...POOL, ...pool })
  const [kind] = address.split(':', 1)
  const path = storePath(address)
  if (path === undefined) return (await import('./lowdb/lowdb.ts')).openMemoryStore()
  return kind === 'json' ? (await import('./lowdb/lowdb.ts')).openJsonStore(path) : (await import('./sql/sqlite.ts')).openSqliteStore(path)
}

/** Does what takes long in a large store, on a connection that waits for it. */
async function begin(address: string, database: Database, work: (tx: Tx) => Promise<void>): Promise<void> {
  if (!isPostgres(address)) return database.transact(work)
  const patient = await open(address, { connections: 1, wait_ms: 60_000, patient: true })
  await patient.transact(work).finally(() => patient.close())
}
