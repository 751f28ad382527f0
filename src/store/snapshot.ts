import type { ReadTx } from './database.ts'
import { TABLES, type TableName, type TableShape } from './tables.ts'

export type StoredRow = Readonly<Record<string, unknown>>

/** How the tables of a store differ from those of this version, each as `table` or `table.column`. */
export interface SchemaFacts {
  readonly tables: readonly string[]
  readonly columns: readonly string[]
  readonly indexes: readonly string[]
  /** What a later version has added. */
  readonly unknown: readonly string[]
  /** Columns of another type, with what they are. */
  readonly retyped: readonly string[]
}

/** One committed state of a store. Reading it changes nothing, and what others write meanwhile is not in it. */
export interface Snapshot {
  readonly schema: SchemaFacts
  /** Rows of a table in the order of its key, some at a time. Fields that an earlier version did not have are empty, and so are its missing tables. */
  rows(table: TableName): AsyncIterable<readonly StoredRow[]>
  /** Questions to the same state; to be asked only where nothing is missing. */
  readonly tx: ReadTx
  /** What the medium says of itself: sentences about damage, none where it finds nothing. */
  damage(): Promise<readonly string[]>
  close(): Promise<void>
}

/** Fills an empty store, all or nothing. */
export interface Loader {
  add(table: TableName, rows: readonly StoredRow[]): Promise<void>
  /** Makes everything durable at once, and lets go of the store. */
  commit(): Promise<void>
  /** Leaves the store as it was, and lets go of it. */
  abandon(): Promise<void>
}

/** What a row holds in fields that came after it was written. */
export const blankRow = ({ columns }: TableShape): StoredRow =>
  Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, column === 'boolean' ? false : null]),
  )

/** The name under which a restore that has begun is on record, and no longer once it has ended. */
export const RESTORE = 'restore'

export const shapeOf = (table: TableName): TableShape => TABLES[table]
