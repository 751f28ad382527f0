import type { Database } from './database.ts'
import { openJsonStore, openMemoryStore } from './lowdb/lowdb.ts'
import { openSqliteStore } from './sql/sqlite.ts'

/** Opens the database an address names: `sqlite:PATH`, `json:PATH` or `memory:`. @throws StoreRefused with a sentence for the operator */
export function openDatabase(address: string): Promise<Database> {
  const [kind] = address.split(':', 1)
  const path = storePath(address)
  if (path === undefined) return openMemoryStore()
  return kind === 'json' ? openJsonStore(path) : openSqliteStore(path)
}

/** The file of a store; undefined for one in memory. */
export const storePath = (address: string): string | undefined => (address === 'memory:' ? undefined : address.slice(address.indexOf(':') + 1))
