import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { groupCommit } from '../../src/store/group-commit.ts'
import { TABLES, type Rows, type TableName } from '../../src/store/tables.ts'

/** A row as it is stored. The compiler checks that it has every column of its table. */
export type RawRow<Name extends TableName> = Readonly<
  Record<keyof Rows[Name] & string, SQLInputValue>
>

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
    /** Returns a function that inserts a row of a table. */
    inserting<Name extends TableName>(table: Name): (row: RawRow<Name>) => void {
      const columns = Object.keys(TABLES[table].columns) as (keyof Rows[Name] & string)[]
      const insert = database.prepare(
        `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`,
      )
      return (row) => void insert.run(...columns.map((column) => row[column]))
    },
    /** Runs statements in a group commit, which callers share while the disk is busy, as in the store. */
    grouped: <T>(work: () => T): Promise<T> => group.submit(async () => work()),
    close: async () => {
      await group.close()
      database.close()
    },
  }
}
