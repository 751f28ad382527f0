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

/** One connection: Kysely writes statements and minds the schema, and what it wrote is executed as it is. */
interface Connection {
  readonly db: Kysely<Record<string, Record<string, unknown>>>
  readonly execute: Execute
  close(): void
}

/**
 * The default store: one SQLite file in WAL mode, synced with every commit. Writes share commits; reads have a connection
 * of their own, so they neither wait for the writer nor see what is not committed.
 * @throws StoreRefused when the file cannot be opened or is no database.
 */
export async function openSqliteStore(path: string): Promise<Database> {
  const [writer, reader] = await openConnections(path)
  const tx = tables(writer) as Tx
  const writes = groupCommit<Tx>({
    begin: () => run(writer, 'begin immediate'),
    async attempt(work) {
      await run(writer, 'savepoint work')
      try {
        const answer = await work(tx)
        await run(writer, 'release work')
        return answer
      } catch (cause) {
        // A full disk can end SQLite's whole transaction: then there is no savepoint to go back to.
        if (isOutage(cause)) throw new StoreUnavailable(cause)
        await run(writer, 'rollback to work')
        await run(writer, 'release work')
        throw cause
      }
    },
    commit: () => run(writer, 'commit'),
    rollback: () => run(writer, 'rollback'),
  })
  const readTx = tables(reader) as ReadTx
  // Questions that arrive together share one snapshot: each sees what was committed before it was asked, and nothing in between.
  const reads = groupCommit<ReadTx>({
    begin: () => run(reader, 'begin'),
    attempt: (work) =>
      work(readTx).catch((cause: unknown) => {
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
    await alone(writer, () => expandSchema(writer.db, SQLITE_TYPES))
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
    // Not by way of Kysely, which closes only what it has used itself.
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

/** Starts, ends or divides a transaction. Where that fails, the medium does. */
async function run({ execute }: Connection, statement: string): Promise<void> {
  try {
    await execute(statement, [])
  } catch (cause) {
    throw new StoreUnavailable(cause)
  }
}

/** Several processes may start on one new file: the schema is made by one of them, whole. */
async function alone(connection: Connection, work: () => Promise<void>): Promise<void> {
  await run(connection, 'begin immediate')
  await work()
  await run(connection, 'commit')
}

/** Result codes that blame the statement, not the medium: ERROR, TOOBIG, CONSTRAINT, MISMATCH, MISUSE, RANGE (sqlite.org/rescode.html). */
const OUR_FAULT: readonly number[] = [1, 18, 19, 20, 21, 25]

/** What the medium refuses is an outage; what our own code throws stays what it is. */
function isOutage(cause: unknown): boolean {
  const { code, errcode = 0 } = cause as { code?: string; errcode?: number }
  return code === 'ERR_SQLITE_ERROR' && !OUR_FAULT.includes(errcode & 0xff)
}
