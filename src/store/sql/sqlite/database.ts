import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import {
  StoreRefused,
  StoreUnavailable,
  type Database,
  type ReadTx,
  type Tx,
} from '../../database.ts'
import { makeFolderOf } from '../../folder.ts'
import { groupCommit } from '../../group-commit.ts'
import { expandSchema } from '../schema.ts'
import type { Schema } from '../statements.ts'
import { sqlTables, type Execute } from '../table.ts'

/** SQLite's type for each kind of column. */
export const SQLITE_TYPES = {
  text: 'text',
  integer: 'integer',
  boolean: 'integer',
  json: 'text',
} as const

/** A connection. Kysely generates statements and migrates the schema; the generated text is executed directly. */
export interface Connection {
  readonly database: DatabaseSync
  readonly db: Kysely<Schema>
  readonly execute: Execute
  close(): void
}

/**
 * Opens the default store: one SQLite file in WAL mode, synced with every commit. Writes share commits. Reads use a separate connection, so
 * they neither wait for the writer nor see uncommitted data.
 * @throws StoreRefused if the file cannot be opened or is not a database
 */
export async function openSqliteStore(path: string): Promise<Database> {
  const [writer, reader] = await openConnections(path)
  const writes = createWriteQueue(writer)
  const reads = createReadQueue(reader)
  return {
    transact: writes.submit,
    read: reads.submit,
    async close() {
      await Promise.all([writes.close(), reads.close()])
      reader.close()
      writer.close()
    },
  }
}

/** Creates the queue of write transactions. Each has a savepoint, so that a transaction that fails undoes only its own writes. */
function createWriteQueue(writer: Connection) {
  const tx = sqlTables(writer.db, writer.execute)
  return groupCommit<Tx>({
    begin: () => run(writer, 'begin immediate'),
    async attempt(body) {
      await run(writer, 'savepoint body')
      try {
        const result = await body(tx)
        await run(writer, 'release body')
        return result
      } catch (cause) {
        // A full disk can make SQLite roll back the whole transaction; then there is no savepoint left to roll back to.
        if (isOutage(cause)) throw new StoreUnavailable(cause)
        await run(writer, 'rollback to body')
        await run(writer, 'release body')
        throw cause
      }
    },
    commit: () => run(writer, 'commit'),
    rollback: () => run(writer, 'rollback'),
  })
}

/**
 * Creates the queue of queries. Queries that arrive together share one snapshot, which contains everything that was committed before the
 * first of them.
 */
function createReadQueue(reader: Connection) {
  const tx: ReadTx = sqlTables(reader.db, reader.execute)
  return groupCommit<ReadTx>({
    begin: () => run(reader, 'begin'),
    attempt: (body) =>
      body(tx).catch((cause: unknown) => {
        throw isOutage(cause) ? new StoreUnavailable(cause) : cause
      }),
    commit: () => run(reader, 'commit'),
    rollback: () => run(reader, 'rollback'),
  })
}

async function openConnections(path: string): Promise<[Connection, Connection]> {
  makeFolderOf(path)
  try {
    closeSync(openSync(path, 'a', 0o600))
    const writer = connect(path, SETTINGS)
    await inOneTransaction(writer, () => expandSchema(writer.db, SQLITE_TYPES))
    return [writer, connect(path, SETTINGS)]
  } catch (cause) {
    const { message } = (cause instanceof StoreUnavailable ? cause.cause : cause) as Error
    throw new StoreRefused(`The SQLite store ${path} cannot be opened: ${message}.`)
  }
}

const SETTINGS =
  'pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536; pragma temp_store = memory'

/** Connects to a SQLite file and runs the statements in `settings` first. */
export function connect(path: string, settings: string): Connection {
  const database = new DatabaseSync(path)
  database.exec(settings)
  const driver = driverOf(database)
  return {
    database,
    db: new Kysely({ dialect: new SqliteDialect({ database: driver }) }),
    execute: async ({ text, values }) =>
      driver.prepare(text).all(values) as Record<string, unknown>[],
    // The database is closed directly, because Kysely closes only connections that it has used itself.
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

/** Adapts Node's built-in SQLite to the driver interface of Kysely's dialect. Each statement text is prepared once. */
function driverOf(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(text) {
      const existing = prepared.get(text)
      if (existing) return existing
      const statement = prepare(database, text)
      prepared.set(text, statement)
      return statement
    },
  }
}

function prepare(database: DatabaseSync, text: string): SqliteStatement {
  const statement = database.prepare(text)
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)) as IterableIterator<unknown>,
  }
}

/** Runs a transaction control statement, which fails only if the storage fails. */
async function run({ execute }: Connection, text: string): Promise<void> {
  try {
    await execute({ text, values: [] })
  } catch (cause) {
    throw new StoreUnavailable(cause)
  }
}

/** Runs `body` in one transaction, so that if several processes start on one new file, only one of them creates the schema. */
async function inOneTransaction(connection: Connection, body: () => Promise<void>): Promise<void> {
  await run(connection, 'begin immediate')
  await body()
  await run(connection, 'commit')
}

/**
 * The result codes of errors that the statement caused rather than the storage: ERROR, TOOBIG, CONSTRAINT, MISMATCH, MISUSE, RANGE
 * (sqlite.org/rescode.html).
 */
const STATEMENT_ERRORS: readonly number[] = [1, 18, 19, 20, 21, 25]

/** Returns whether an error was caused by the storage rather than by a statement or other code. */
function isOutage(cause: unknown): boolean {
  const { code, errcode = 0 } = cause as { code?: string; errcode?: number }
  return code === 'ERR_SQLITE_ERROR' && !STATEMENT_ERRORS.includes(errcode & 0xff)
}
