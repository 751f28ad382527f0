import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { type DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** Adapts Node's own SQLite to the driver interface of Kysely's dialect, with prepared statements cached by their text. */
export function kyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const cached = prepared.get(sql)
      if (cached) return cached
      const statement = prepare(database, sql)
      prepared.set(sql, statement)
      return statement
    },
  }
}

function prepare(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql)
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)) as IterableIterator<unknown>,
  }
}
