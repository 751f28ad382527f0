import { readFileSync } from 'node:fs'
import { StoreRefused, type ReadTx } from '../database.ts'
import { shapeOf, type Snapshot, type StoredRow } from '../snapshot.ts'
import { TABLE_NAMES, TABLES } from '../tables.ts'
import { FORMAT, type Document } from './lowdb.ts'
import { parseDocument } from './durable-file.ts'
import { memoryTable } from './table.ts'

const ROWS = 1000

/**
 * One committed state of a JSON store: its file, which is replaced whole with every change, so no lock is needed and a process that
 * serves it is not disturbed.
 * @throws StoreRefused when the file is no store
 */
export async function openJsonSnapshot(path: string): Promise<Snapshot> {
  const document = contentOf(path)
  const tables = TABLE_NAMES.map(
    (name) => [name, memoryTable(TABLES[name], () => undefined)] as const,
  )
  for (const [name, { load }] of tables) load(document[name] ?? [])
  const rowsOf = new Map(tables.map(([name, { rows }]) => [name, rows]))
  return {
    schema: {
      tables: TABLE_NAMES.filter((name) => document[name] === undefined),
      columns: TABLE_NAMES.flatMap((name) =>
        lackingIn(document[name] ?? [], Object.keys(TABLES[name].columns)).map(
          (field) => `${name}.${field}`,
        ),
      ),
      indexes: [],
      retyped: [],
      unknown: [
        ...Object.keys(document).filter(
          (name) => name !== 'format' && !Object.hasOwn(TABLES, name),
        ),
        ...TABLE_NAMES.flatMap((name) =>
          beyond(document[name] ?? [], TABLES[name].columns).map((field) => `${name}.${field}`),
        ),
      ],
    },
    async *rows(table) {
      const all = rowsOf.get(table)!().toSorted(byKey(shapeOf(table).key))
      for (let at = 0; at < all.length; at += ROWS) yield all.slice(at, at + ROWS)
    },
    tx: Object.fromEntries(tables.map(([name, { table }]) => [name, table])) as unknown as ReadTx,
    damage: async () =>
      TABLE_NAMES.flatMap((name) =>
        repeated(document[name] ?? [], TABLES[name].key).map(
          (key) => `${name} has more than one row ${key}`,
        ),
      ),
    close: async () => undefined,
  }
}

function contentOf(path: string): Document {
  const document = parseDocument<Document>(path, readFileSync(path, 'utf8'))
  if (document.format === FORMAT) return document
  throw new StoreRefused(
    'This JSON file is not a registry store of this version; name another file with --store json:PATH.',
  )
}

const lackingIn = (rows: readonly StoredRow[], fields: readonly string[]): readonly string[] =>
  fields.filter((field) => rows.some((row) => !(field in row)))

const beyond = (rows: readonly StoredRow[], columns: object): readonly string[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (field) => !Object.hasOwn(columns, field),
  )

const byKey =
  (key: readonly string[]) =>
  (a: StoredRow, b: StoredRow): number => {
    const field = key.find((each) => a[each] !== b[each])
    return field === undefined ? 0 : (a[field] as string) < (b[field] as string) ? -1 : 1
  }

function repeated(rows: readonly StoredRow[], key: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return rows
    .map((row) => key.map((field) => String(row[field])).join(' '))
    .filter((name) => seen.size === seen.add(name).size)
}
