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

/** What the address of a store says. Nothing is opened here. */

/** Returns the file of a store; undefined for a store that has none. */
export const storePath = (address: string): string | undefined => dialectOf(address).path?.(address)

/** Returns the address of a store without a password; undefined for an address that cannot hold one. */
export const storeWithoutPassword = (address: string): string | undefined =>
  dialectOf(address).withoutPassword?.(address)

/** Returns the address of a store as it may be shown. */
export const shownStore = (address: string): string => storeWithoutPassword(address) ?? address

/** Returns the address as it appears in a command to copy. An address with a password is replaced by the setting that holds it. */
export const typedStore = (address: string): string =>
  shownStore(address) === address ? address : '"$SVC_STORE"'
