import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { RowExists, StoreRefused } from '../../database.ts'
import { inBatches, RESTORE, type Loader, type Snapshot } from '../../snapshot.ts'
import { shapeOf, type StoredRow, type TableName } from '../../tables.ts'
import { createIndex, INDEXES } from '../schema.ts'
import { orderOfKey, schemaDifferences, selection } from '../schema-facts.ts'
import { packerOf, sqlTables, unpackerOf } from '../table.ts'
import { connect, SQLITE_TYPES, type Connection } from './database.ts'

/** Limits the reported faults of a damaged file. */
const MAX_FAULTS = 20

/**
 * Opens one committed state of a SQLite store. Other processes may write at the same time; the write-ahead log keeps this state readable.
 * @throws StoreRefused if the file cannot be opened or is not a database
 */
export async function openSqliteSnapshot(path: string): Promise<Snapshot> {
  const { database, db, execute } = openConnection(path, 'pragma query_only = on; begin')
  const schema = await readSchema(database, db).catch((cause: unknown) => {
    database.close()
    throw cannotOpen(path, cause)
  })
  return {
    schema,
    async *rows(table) {
      if (schema.missingTables.includes(table)) return
      const unpack = unpackerOf(table, shapeOf(table))
      const packed = database
        .prepare(`select ${selection(table, schema)} from "${table}" order by ${orderOfKey(table)}`)
        .iterate()
      for (const batch of inBatches(packed, textLength)) yield batch.map(unpack)
    },
    tx: sqlTables(db, execute),
    async damage() {
      const messages = database
        .prepare(`pragma integrity_check(${MAX_FAULTS})`)
        .all()
        .map((row) => String(Object.values(row)[0]))
      return messages.filter((fault) => fault !== 'ok')
    },
    async close() {
      database.close()
    },
  }
}

const readSchema = async (database: DatabaseSync, db: Connection['db']) =>
  schemaDifferences({
    db,
    types: SQLITE_TYPES,
    indexes: namesOf(database, 'index'),
    isOurs: (table) => !table.startsWith('sqlite_'),
  })

/**
 * Returns a loader that fills an empty SQLite store in one exclusive transaction. Indexes are created after the last row, and new pages
 * need no journal.
 * @throws StoreRefused if another process has the store open
 */
export async function loadSqlite(path: string): Promise<Loader> {
  const { database, db } = openConnection(
    path,
    'pragma busy_timeout = 2000; pragma locking_mode = exclusive; pragma cache_size = -65536',
  )
  lockExclusively(database, path)
  for (const { name } of INDEXES) database.exec(`drop index if exists "${name}"`)
  database.prepare('delete from platform_facts where name = ?').run(RESTORE)
  const inserts = new Map<TableName, (row: StoredRow) => void>()
  const insertOf = (table: TableName) => {
    const insert = inserts.get(table) ?? inserterOf(database, table)
    inserts.set(table, insert)
    return insert
  }
  return {
    async add(table, rows) {
      const insert = insertOf(table)
      for (const row of rows) insert(row)
    },
    async commit() {
      for (const index of INDEXES) await createIndex(db, index)
      database.exec('commit; pragma journal_mode = wal')
      database.close()
    },
    async abandon() {
      if (database.isTransaction) database.exec('rollback')
      database.close()
    },
  }
}

function inserterOf(database: DatabaseSync, table: TableName): (row: StoredRow) => void {
  const shape = shapeOf(table)
  const fields = Object.keys(shape.columns)
  const statement = database.prepare(
    `insert into "${table}" (${fields.map((field) => `"${field}"`).join(', ')}) values (${fields.map(() => '?').join(', ')})`,
  )
  const pack = packerOf(shape)
  return (row) => {
    try {
      statement.run(...(pack(row) as SQLInputValue[]))
    } catch (cause) {
      throw isDuplicate(cause) ? new RowExists() : cause
    }
  }
}

/** SQLite's result code for a constraint violation. The primary key is the only constraint of a table. */
const SQLITE_CONSTRAINT = 19
const isDuplicate = (cause: unknown): boolean =>
  (((cause as { errcode?: number }).errcode ?? 0) & 0xff) === SQLITE_CONSTRAINT

function lockExclusively(database: DatabaseSync, path: string): void {
  try {
    const { journal_mode } = database.prepare('pragma journal_mode = delete').get() as {
      journal_mode: string
    }
    if (journal_mode !== 'delete') throw new Error('database is locked')
    database.exec('begin exclusive')
  } catch (cause) {
    database.close()
    throw new StoreRefused(
      `The SQLite store ${path} is open in another process, so nothing can be restored into it: ${(cause as Error).message}. Stop that process first.`,
    )
  }
}

function openConnection(path: string, settings: string): Connection {
  try {
    return connect(path, settings)
  } catch (cause) {
    throw cannotOpen(path, cause)
  }
}

const cannotOpen = (path: string, cause: unknown) =>
  new StoreRefused(`The SQLite store ${path} cannot be opened: ${(cause as Error).message}.`)

const textLength = (packed: Readonly<Record<string, unknown>>): number =>
  Object.values(packed).reduce<number>(
    (length, value) => length + (typeof value === 'string' ? value.length : 0),
    0,
  )

const namesOf = (database: DatabaseSync, type: string): string[] =>
  database
    .prepare('select name from sqlite_schema where type = ?')
    .all(type)
    .map(({ name }) => String(name))
