import type { Dialect } from './dialect.ts'
import { JSON_DIALECT, MEMORY_DIALECT } from './lowdb/dialect.ts'
import { POSTGRES_DIALECT } from './sql/postgres/dialect.ts'
import { SQLITE_DIALECT } from './sql/sqlite/dialect.ts'

const DIALECTS: readonly Dialect[] = [
  POSTGRES_DIALECT,
  JSON_DIALECT,
  MEMORY_DIALECT,
  SQLITE_DIALECT,
]

/** Returns the dialect of an address. An address without a known scheme names a SQLite file. */
export const dialectOf = (address: string): Dialect =>
  DIALECTS.find(({ matches }) => matches(address)) ?? SQLITE_DIALECT
