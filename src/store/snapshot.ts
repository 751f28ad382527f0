import type { ReadTx } from './database.ts'
import type { StoredRow, TableName, TableShape } from './tables.ts'
import type { RenamedColumn } from './tables/renamed.ts'

/** How the tables of a store differ from those of this version. Columns are named `table.column`. */
export interface SchemaDifferences {
  readonly missingTables: readonly string[]
  readonly missingColumns: readonly string[]
  /** Columns that still have their name from an earlier version. */
  readonly renamedColumns: readonly RenamedColumn[]
  readonly missingIndexes: readonly string[]
  /** Indexes of earlier versions that this version drops. */
  readonly obsoleteIndexes: readonly string[]
  /** Tables and columns that a later version added. */
  readonly unknown: readonly string[]
  /** Columns that have an unexpected type, each with that type. */
  readonly retyped: readonly string[]
}

/** Returns whether the tables cannot be queried before they are migrated. */
export const isMigrationNeeded = ({
  missingTables,
  missingColumns,
  renamedColumns,
}: SchemaDifferences): boolean =>
  missingTables.length + missingColumns.length + renamedColumns.length > 0

/** Limits the rows that are held at a time, because some are large: their number, and the length of their text. */
export const BATCH = { rows: 1000, length: 4 * 1024 ** 2 }

/** Divides rows into batches that end when they reach a limit of `BATCH`. Only the last row of a batch can exceed the length. */
export function* inBatches<Row>(
  rows: Iterable<Row>,
  lengthOf: (row: Row) => number,
): Generator<Row[]> {
  let batch: Row[] = []
  let length = 0
  for (const row of rows) {
    length += lengthOf(row)
    if (batch.push(row) < BATCH.rows && length < BATCH.length) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}

/** One committed state of a store. It is read-only and does not include later changes. */
export interface Snapshot {
  readonly schema: SchemaDifferences
  /** Reads the rows of a table in batches (`BATCH`), in the order of its key. Missing columns and tables are read as empty. */
  rows(table: TableName): AsyncIterable<readonly StoredRow[]>
  /** Queries the same state. It may be used only if no table or column is missing or has an earlier name. */
  readonly tx: ReadTx
  /** Returns a sentence for each integrity error that the storage reports. */
  damage(): Promise<readonly string[]>
  close(): Promise<void>
}

/** Fills an empty store completely or not at all. */
export interface Loader {
  /** @throws RowExists */
  add(table: TableName, rows: readonly StoredRow[]): Promise<void>
  /** Makes all rows durable in one commit and closes the store. */
  commit(): Promise<void>
  /** Discards all rows and closes the store. */
  abandon(): Promise<void>
}

/** Returns the values that columns have in rows that were written before the columns were added. */
export const blankRow = ({ columns }: TableShape): StoredRow =>
  Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, column === 'boolean' ? false : null]),
  )

/** The name of the platform fact that exists from the start of a restore until it completes. */
export const RESTORE = 'restore'
