import type { Database, Table } from '../database.ts'
import { RESTORE, type Loader, type StoredRow } from '../snapshot.ts'
import type { TableName } from '../tables.ts'

/** Fills a document, which is written whole when all rows are there. */
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
          for (const row of rows) await (tx[table] as unknown as Table<StoredRow>).insert(row)
      })
      await database.close()
    },
    abandon: () => database.close(),
  }
}
