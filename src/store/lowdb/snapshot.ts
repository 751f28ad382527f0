import { readFileSync } from 'node:fs'
import { compareBy, tableOf, tablesFrom, type Database } from '../database.ts'
import { inBatches, RESTORE, type Loader, type Snapshot } from '../snapshot.ts'
import { shapeOf, TABLE_NAMES, TABLES, type StoredRow, type TableName } from '../tables.ts'
import { FORMAT, memoryTables, notAStore, rowsOf, schemaOf, type Document } from './document.ts'
import { parseDocument } from './durable-file.ts'

/**
 * Opens one committed state of a JSON store. Every change replaces the whole file, so reading it needs no lock and does not affect the
 * process that serves it.
 * @throws StoreRefused if the file is not a store
 */
export async function openJsonSnapshot(path: string): Promise<Snapshot> {
  const document = readDocument(path)
  const tables = memoryTables(document, () => undefined)
  return {
    schema: schemaOf(document),
    async *rows(table) {
      const sorted = tables
        .get(table)!
        .rows()
        .toSorted((a, b) => compareBy(shapeOf(table).key, a, b))
      // The rows are in memory already, but the caller may hold the text of a batch as well.
      yield* inBatches(sorted, (row) => JSON.stringify(row).length)
    },
    tx: tablesFrom((name) => tables.get(name)!.table),
    damage: async () =>
      TABLE_NAMES.flatMap((name) =>
        repeatedKeys(rowsOf(document, name), TABLES[name].key).map(
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

function repeatedKeys(rows: readonly StoredRow[], key: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return rows
    .map((row) => key.map((field) => String(row[field])).join(' '))
    .filter((name) => seen.size === seen.add(name).size)
}

/** Returns a loader that collects all rows and writes the document once, after the last row. */
export function loadDocument(database: Database): Loader {
  const collected: [TableName, readonly StoredRow[]][] = []
  return {
    async add(table, rows) {
      collected.push([table, rows])
    },
    async commit() {
      await database.transact(async (tx) => {
        await tx.platform_facts.delete({ name: RESTORE })
        for (const [table, rows] of collected)
          for (const row of rows) await tableOf(tx, table).insert(row)
      })
      await database.close()
    },
    abandon: () => database.close(),
  }
}
