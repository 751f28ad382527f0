import { isPostgres, storePath } from './address.ts'
import type { Database } from './database.ts'
import type { PoolSettings } from './sql/postgres/pool.ts'

const POOL: PoolSettings = { connections: 10, wait_ms: 5_000 }

/**
 * Opens the database an address names: `sqlite:PATH`, `json:PATH`, `memory:` or `postgres://...`. Its driver is loaded only then.
 * @param pool how the connections to a server are shared; of no meaning elsewhere
 * @throws StoreRefused with a sentence for the operator
 */
export async function openDatabase(address: string, pool: Partial<PoolSettings> = {}): Promise<Database> {
  if (isPostgres(address)) return (await import('./sql/postgres/postgres.ts')).openPostgresStore(address, { ...POOL, ...pool })
  const [kind] = address.split(':', 1)
  const path = storePath(address)
  if (path === undefined) return (await import('./lowdb/lowdb.ts')).openMemoryStore()
  return kind === 'json' ? (await import('./lowdb/lowdb.ts')).openJsonStore(path) : (await import('./sql/sqlite.ts')).openSqliteStore(path)
}
