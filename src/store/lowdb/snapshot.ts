import { readFileSync } from 'node:fs'
import type { ReadTx } from '../database.ts'
import { shapeOf, type Snapshot, type StoredRow } from '../snapshot.ts'
import { TABLE_NAMES, TABLES, type TableName } from '../tables.ts'
import { RENAMED_COLUMNS, withCurrentNames } from '../tables/renamed.ts'
import { FORMAT, notAStore, type Document } from './lowdb.ts'
import { parseDocument } from './durable-file.ts'
import { memoryTable } from './table.ts'

const ROWS_PER_PORTION = 1000

/**
 * Opens one committed state of a JSON store. Every change replaces the whole file, so reading it needs no lock and does not disturb the
 * process that serves it.
 * @throws StoreRefused when the file is not a store
 */
export async function openJsonSnapshot(path: string): Promise<Snapshot> {
  const stored = readDocument(path)
  const document = Object.fromEntries(
    TABLE_NAMES.flatMap((name) => {
      const rows = stored[name]
      return rows ? [[name, withCurrentNames(name, rows)]] : []
    }),
  ) as Partial<Record<TableName, readonly StoredRow[]>>
  const tables = TABLE_NAMES.map(
    (name) => [name, memoryTable(TABLES[name], () => undefined)] as const,
  )
  for (const [name, { load }] of tables) load(document[name] ?? [])
  const rowsOf = new Map(tables.map(([name, { rows }]) => [name, rows]))
  return {
    schema: {
      missingTables: TABLE_NAMES.filter((name) => document[name] === undefined),
      missingColumns: TABLE_NAMES.flatMap((name) =>
        missingFields(document[name] ?? [], Object.keys(TABLES[name].columns)).map(
          (field) => `${name}.${field}`,
        ),
      ),
      renamedColumns: RENAMED_COLUMNS.filter(({ table, from }) =>
        stored[table as TableName]?.some((row) => from in row),
      ),
      missingIndexes: [],
      retyped: [],
      unknown: [
        ...Object.keys(stored).filter((name) => name !== 'format' && !Object.hasOwn(TABLES, name)),
        ...TABLE_NAMES.flatMap((name) =>
          unknownFields(document[name] ?? [], TABLES[name].columns).map(
            (field) => `${name}.${field}`,
          ),
        ),
      ],
    },
    async *rows(table) {
      const all = rowsOf.get(table)!().toSorted(byKey(shapeOf(table).key))
      for (let at = 0; at < all.length; at += ROWS_PER_PORTION)
        yield all.slice(at, at + ROWS_PER_PORTION)
    },
    tx: Object.fromEntries(tables.map(([name, { table }]) => [name, table])) as unknown as ReadTx,
    damage: async () =>
      TABLE_NAMES.flatMap((name) =>
        repeatedKeys(document[name] ?? [], TABLES[name].key).map(
          (key) => `${name} has more than one row ${key}`,
        ),
      ),
    close: async () => undefined,
  }
}

function readDocument(path: string): Document {
  const document = parseDocument<Document>(path, readFileSync(path, 'utf8'))
  if (document.format === FORMAT) return document
  throw notAStore()
}

const missingFields = (rows: readonly StoredRow[], fields: readonly string[]): readonly string[] =>
  fields.filter((field) => rows.some((row) => !(field in row)))

const unknownFields = (rows: readonly StoredRow[], columns: object): readonly string[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (field) => !Object.hasOwn(columns, field),
  )

const byKey =
  (key: readonly string[]) =>
  (a: StoredRow, b: StoredRow): number => {
    const field = key.find((name) => a[name] !== b[name])
    return field === undefined ? 0 : (a[field] as string) < (b[field] as string) ? -1 : 1
  }

function repeatedKeys(rows: readonly StoredRow[], key: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return rows
    .map((row) => key.map((field) => String(row[field])).join(' '))
    .filter((name) => seen.size === seen.add(name).size)
}
