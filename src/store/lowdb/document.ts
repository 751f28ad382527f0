import { StoreRefused } from '../database.ts'
import type { SchemaDifferences } from '../snapshot.ts'
import { TABLE_NAMES, TABLES, type StoredRow, type TableName } from '../tables.ts'
import { RENAMED_COLUMNS, withCurrentNames } from '../tables/renamed.ts'
import { memoryTable, type MemoryTable, type Undo } from './table.ts'

/** The content of the file: one array of rows for each table. */
export type Document = { [Name in TableName]?: readonly StoredRow[] } & {
  format: string
}
export const FORMAT = 'svc-registry/1'

/** Returns the error for a JSON file that is not a store. */
export const notAStore = (): StoreRefused =>
  new StoreRefused(
    'This JSON file is not a registry store of this version; name another file with --store json:PATH.',
  )

/** Returns the rows of a table, with the current names of their columns. */
export const rowsOf = (document: Document, name: TableName): readonly StoredRow[] =>
  withCurrentNames(name, document[name] ?? [])

/** Returns the tables of a document, filled with its rows. Every write is passed to `record` as a function that undoes it. */
export function memoryTables(
  document: Document,
  record: (undo: Undo) => void,
): ReadonlyMap<TableName, MemoryTable> {
  const tables = new Map(TABLE_NAMES.map((name) => [name, memoryTable(TABLES[name], record)]))
  for (const [name, { load }] of tables) load(rowsOf(document, name))
  return tables
}

/** Returns how the tables and columns of a document differ from those of this version. */
export function schemaOf(document: Document): SchemaDifferences {
  const inTables = (fieldsOf: (rows: readonly StoredRow[], columns: object) => readonly string[]) =>
    TABLE_NAMES.flatMap((name) =>
      fieldsOf(rowsOf(document, name), TABLES[name].columns).map((field) => `${name}.${field}`),
    )
  return {
    missingTables: TABLE_NAMES.filter((name) => document[name] === undefined),
    missingColumns: inTables(missingFields),
    renamedColumns: RENAMED_COLUMNS.filter(({ table, from }) =>
      document[table as TableName]?.some((row) => from in row),
    ),
    missingIndexes: [],
    obsoleteIndexes: [],
    retyped: [],
    unknown: [
      ...Object.keys(document).filter((name) => name !== 'format' && !Object.hasOwn(TABLES, name)),
      ...inTables(unknownFields),
    ],
  }
}

const missingFields = (rows: readonly StoredRow[], columns: object): readonly string[] =>
  Object.keys(columns).filter((field) => rows.some((row) => !(field in row)))

const unknownFields = (rows: readonly StoredRow[], columns: object): readonly string[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (field) => !Object.hasOwn(columns, field),
  )
