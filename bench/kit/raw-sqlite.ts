import { DatabaseSync } from 'node:sqlite'
import { groupCommit } from '../../src/store/group-commit.ts'
import { TABLES, type TableName } from '../../src/store/tables.ts'

/** A file of the SQLite store as somebody would use it who has nothing but the driver: the same pragmas, prepared statements by hand. */
export function rawSqlite(path: string) {
  const database = new DatabaseSync(path)
  database.exec(
    'pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536; pragma temp_store = memory',
  )
  const group = groupCommit<undefined>({
    begin: async () => database.exec('begin immediate'),
    attempt: (work) => work(undefined),
    commit: async () => database.exec('commit'),
    rollback: async () => database.exec('rollback'),
  })
  return {
    prepare: (text: string) => database.prepare(text),
    /** Inserts rows of a table, given as its columns in their order. */
    inserting(table: TableName) {
      const columns = Object.keys(TABLES[table].columns)
      return database.prepare(
        `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`,
      )
    },
    /** Runs statements in a transaction that those share who come while the disk is busy, as the store does. */
    grouped: <T>(work: () => T): Promise<T> => group.submit(async () => work()),
    close: async () => {
      await group.close()
      database.close()
    },
  }
}
