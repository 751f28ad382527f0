import type { ReadTx } from './database.ts'
import { TABLES, type StoredRow, type TableName, type TableShape } from './tables.ts'
import type { RenamedColumn } from './tables/renamed.ts'

/** How the tables of a store differ from those of this version. Columns are named `table.column`. */
export interface SchemaFacts {
  readonly missingTables: readonly string[]
  readonly missingColumns: readonly string[]
  /** Columns that still have the name that an earlier version gave them. */
  readonly renamedColumns: readonly RenamedColumn[]
  readonly missingIndexes: readonly string[]
  /** Tables and columns that a later version has added. */
  readonly unknown: readonly string[]
  /** Columns of another type, each with that type. */
  readonly retyped: readonly string[]
}

/** One committed state of a store. Reading it changes nothing, and later changes are not in it. */
export interface Snapshot {
  readonly schema: SchemaFacts
  /** Reads the rows of a table in the order of its key, in portions. Missing columns and tables are empty. */
  rows(table: TableName): AsyncIterable<readonly StoredRow[]>
  /** Queries the same state; usable only where no table or column is missing or has an earlier name. */
  readonly tx: ReadTx
  /** Returns what the medium reports about damage, a sentence for each finding. */
  damage(): Promise<readonly string[]>
  close(): Promise<void>
}

/** Fills an empty store completely or not at all. */
export interface Loader {
  /** @throws RowExists */
  add(table: TableName, rows: readonly StoredRow[]): Promise<void>
  /** Makes all rows durable at once and closes the store. */
  commit(): Promise<void>
  /** Leaves the store as it was and closes it. */
  abandon(): Promise<void>
}

/** Returns the values of the columns that were added after a row was written. */
export const blankRow = ({ columns }: TableShape): StoredRow =>
  Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, column === 'boolean' ? false : null]),
  )

/** The name of the platform fact that exists from the start of a restore until it completes. */
export const RESTORE = 'restore'

export const shapeOf = (table: TableName): TableShape => TABLES[table]
