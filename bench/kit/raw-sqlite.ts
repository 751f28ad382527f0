import { DatabaseSync } from 'node:sqlite'
import { groupCommit } from '../../src/store/group-commit.ts'
import { TABLES, type TableName } from '../../src/store/tables.ts'

/** Opens a file of the SQLite store with the driver only: the same pragmas, and handwritten prepared statements. */
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
    /** Inserts rows of a table, given as values in the order of its columns. */
    inserting(table: TableName) {
      const columns = Object.keys(TABLES[table].columns)
      return database.prepare(
        `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`,
      )
    },
    /** Runs statements in a group commit, which callers share while the disk is busy, as in the store. */
    grouped: <T>(work: () => T): Promise<T> => group.submit(async () => work()),
    close: async () => {
      await group.close()
      database.close()
    },
  }
}
