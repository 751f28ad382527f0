import { Kysely, SqliteDialect } from 'kysely'
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StoreRefused, StoreUnavailable, type Database, type ReadTx, type Tx } from '../database.ts'
import { makeFolderOf } from '../folder.ts'
import { groupCommit } from '../group-commit.ts'
import { TABLE_NAMES, TABLES } from '../tables.ts'
import { kyselyDatabase } from './node-sqlite.ts'
import { expandSchema } from './schema.ts'
import { statements } from './statements.ts'
import { sqlTable, type Execute } from './table.ts'

/** One connection. Kysely generates the statements and migrates the schema; the generated text is executed directly. */
interface Connection {
  readonly db: Kysely<Record<string, Record<string, unknown>>>
  readonly execute: Execute
  close(): void
}

/**
 * Opens the default store: one SQLite file in WAL mode, synced with every commit. Writes share commits. Reads have a connection of their
 * own, so they neither wait for the writer nor see what is not committed.
 * @throws StoreRefused when the file cannot be opened or is not a database
 */
export async function openSqliteStore(path: string): Promise<Database> {
  const [writer, reader] = await openConnections(path)
  const tx = tables(writer) as Tx
  const writes = groupCommit<Tx>({
    begin: () => run(writer, 'begin immediate'),
    async attempt(body) {
      await run(writer, 'savepoint body')
      try {
        const answer = await body(tx)
        await run(writer, 'release body')
        return answer
      } catch (cause) {
        // A full disk can end SQLite's whole transaction; then no savepoint is left to roll back to.
        if (isOutage(cause)) throw new StoreUnavailable(cause)
        await run(writer, 'rollback to body')
        await run(writer, 'release body')
        throw cause
      }
    },
    commit: () => run(writer, 'commit'),
    rollback: () => run(writer, 'rollback'),
  })
  const readTx = tables(reader) as ReadTx
  // Queries that arrive together share one snapshot, which contains everything that was committed before the first of them.
  const reads = groupCommit<ReadTx>({
    begin: () => run(reader, 'begin'),
    attempt: (body) =>
      body(readTx).catch((cause: unknown) => {
        throw isOutage(cause) ? new StoreUnavailable(cause) : cause
      }),
    commit: () => run(reader, 'commit'),
    rollback: () => run(reader, 'rollback'),
  })
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

async function openConnections(path: string): Promise<[Connection, Connection]> {
  makeFolderOf(path)
  try {
    closeSync(openSync(path, 'a', 0o600))
    const writer = connect(path)
    await inOneTransaction(writer, () => expandSchema(writer.db, SQLITE_TYPES))
    return [writer, connect(path)]
  } catch (cause) {
    const { message } = (cause instanceof StoreUnavailable ? cause.cause : cause) as Error
    throw new StoreRefused(`The SQLite store ${path} cannot be opened: ${message}.`)
  }
}

function connect(path: string): Connection {
  const database = new DatabaseSync(path)
  database.exec(
    'pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536; pragma temp_store = memory',
  )
  const driver = kyselyDatabase(database)
  return {
    db: new Kysely({ dialect: new SqliteDialect({ database: driver }) }),
    execute: async (text, values) => driver.prepare(text).all(values) as Record<string, unknown>[],
    // Kysely is not asked to close the database, because it closes only a connection that it has used itself.
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

const SQLITE_TYPES = { text: 'text', integer: 'integer', boolean: 'integer', json: 'text' } as const

const tables = ({ db, execute }: Connection) =>
  Object.fromEntries(
    TABLE_NAMES.map((name) => [
      name,
      sqlTable(statements(db, name, TABLES[name]), execute, TABLES[name]),
    ]),
  ) as unknown

/** Runs a statement that starts, ends or divides a transaction. It fails only when the medium does. */
async function run({ execute }: Connection, statement: string): Promise<void> {
  try {
    await execute(statement, [])
  } catch (cause) {
    throw new StoreUnavailable(cause)
  }
}

/** Runs `body` in one transaction, so that of several processes that start on one new file one creates the whole schema. */
async function inOneTransaction(connection: Connection, body: () => Promise<void>): Promise<void> {
  await run(connection, 'begin immediate')
  await body()
  await run(connection, 'commit')
}

/** The result codes for which the statement is at fault and not the medium: ERROR, TOOBIG, CONSTRAINT, MISMATCH, MISUSE, RANGE (sqlite.org/rescode.html). */
const STATEMENT_FAULTS: readonly number[] = [1, 18, 19, 20, 21, 25]

/** Returns whether an error is an outage of the medium rather than a fault of a statement or of other code. */
function isOutage(cause: unknown): boolean {
  const { code, errcode = 0 } = cause as { code?: string; errcode?: number }
  return code === 'ERR_SQLITE_ERROR' && !STATEMENT_FAULTS.includes(errcode & 0xff)
}
