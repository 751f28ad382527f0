import type { Database, Table } from '../database.ts'
import { RESTORE, type Loader, type StoredRow } from '../snapshot.ts'
import type { TableName } from '../tables.ts'

/** Returns a loader that collects all rows and writes the document once, when they are complete. */
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
