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

/** Returns the dialect of an address. An address without a known scheme is the path of a SQLite file. */
export const dialectOf = (address: string): Dialect =>
  DIALECTS.find(({ matches }) => matches(address)) ?? SQLITE_DIALECT

/** Returns the file of a store; undefined if the store is not a file. */
export const storePath = (address: string): string | undefined => dialectOf(address).path?.(address)

/** Returns the address of a store without its password; undefined if addresses of this kind cannot contain one. */
export const storeWithoutPassword = (address: string): string | undefined =>
  dialectOf(address).withoutPassword?.(address)

/** Returns the address of a store in a form that may be shown. */
export const shownStore = (address: string): string => storeWithoutPassword(address) ?? address
