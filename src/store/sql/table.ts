import type { Kysely } from 'kysely'
import {
  compareBy,
  RowExists,
  tablesFrom,
  type Key,
  type Query,
  type ReadTable,
  type Scalar,
  type Table,
  type Tx,
} from '../database.ts'
import { TABLES, type Column, type StoredRow, type TableShape } from '../tables.ts'
import { PACK, Statements, type Schema, type Statement } from './statements.ts'

/** Limits the rows of one statement, because each number of rows requires its own prepared statement. */
const ROWS_PER_STATEMENT = 16
const partsOf = (rows: readonly StoredRow[]): readonly (readonly StoredRow[])[] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, part) =>
    rows.slice(part * ROWS_PER_STATEMENT, (part + 1) * ROWS_PER_STATEMENT),
  )

/** A row as the driver returns it. */
type Row = Record<string, unknown>

/** Executes a statement and returns the rows that it selects. */
export type Execute = (statement: Statement) => Promise<readonly Row[]>

/** Returns the tables of a connection, which do not lock rows. */
export const sqlTables = (db: Kysely<Schema>, execute: Execute): Tx =>
  tablesFrom((name) => sqlTable(new Statements(db, name, TABLES[name]), execute))

/** Returns a table that executes SQL statements and converts the rows that they select. */
export const sqlTable = (statements: Statements, execute: Execute): Table<StoredRow> => ({
  ...readsOf(statements, execute),
  ...writesOf(statements, execute),
})

function readsOf(statements: Statements, execute: Execute): ReadTable<StoredRow> {
  const { name, fields, shape, locking } = statements
  const unpack = unpackerOf(name, shape)

  const getColumns = async (key: Key<StoredRow>, columns: readonly string[]) => {
    const [row] = await execute(statements.get(key, columns))
    return row && unpack(row)
  }
  const findColumns = async (query: Query<StoredRow>, columns: readonly string[]) => {
    const { orderBy = [], descending = false, limit = Infinity, lock = true } = query
    const rows = (await execute(statements.find(query, columns))).slice(0, limit).map(unpack)
    // If PostgreSQL waited for the lock of a row, it returns the current version of the row at the position of its earlier version
    // (PostgreSQL, SELECT, The Locking Clause).
    return locking && lock
      ? rows.sort((a, b) => compareBy(orderBy, a, b) * (descending ? -1 : 1))
      : rows
  }
  return {
    get: (key) => getColumns(key, fields),
    async getMany(keys, { columns = fields } = {}) {
      const rows: (Row | undefined)[] = []
      for (const key of keys) rows.push(await getColumns(key, columns))
      return rows
    },
    find: (query) => findColumns(query, fields),
    select: (columns, query) => findColumns({ ...query, lock: false }, columns),
    first: async (query) => (await findColumns({ ...query, limit: 1 }, fields))[0],
    async count(where, limit) {
      const [result] = await execute(statements.count(where, limit))
      return Number(result!['rows'])
    },
    async countBy(groupFields, where) {
      const groups = await execute(statements.countBy(groupFields, where))
      return groups.map((group) => ({
        values: groupFields.map((field) => unpackScalar(shape.columns[field]!, group[field])),
        rows: Number(group['rows']),
      }))
    },
    async seek(starts) {
      if (starts.length === 0) return []
      return (await execute(statements.seek(starts))).map(({ next }) => next as string | null)
    },
  }
}

function writesOf(
  statements: Statements,
  execute: Execute,
): Omit<Table<StoredRow>, keyof ReadTable<StoredRow>> {
  const update: Table<StoredRow>['update'] = async (key, changes) => {
    if (Object.keys(changes).length > 0) await execute(statements.update(key, changes))
  }
  return {
    async insert(row) {
      const inserted = await execute(statements.insert(row))
      if (inserted.length === 0) throw new RowExists()
    },
    update,
    async updateMany(batch) {
      for (const { key, changes } of batch) await update(key, changes)
    },
    async put(row) {
      await execute(statements.put(row))
    },
    async putMany(rows) {
      // All statements are sent at once, because a store with pipelined writes sends the next read without waiting for them.
      await Promise.all(partsOf(rows).map((part) => execute(statements.put(...part))))
    },
    async add(rows, field) {
      for (const part of partsOf(rows)) await execute(statements.add(part, field))
    },
    async delete(key) {
      await execute(statements.delete(key))
    },
  }
}

/** Returns a function that converts a row to the values that SQL stores, in the order of the columns. */
export const packerOf = ({ columns }: TableShape): ((row: StoredRow) => unknown[]) => {
  const fields = Object.entries(columns)
  return (row) => fields.map(([field, column]) => PACK[column](row[field] ?? null))
}

/**
 * Returns a function that converts the stored values of a row back to fields, in place. The function throws UnreadableRow if a JSON field
 * is not valid JSON.
 */
export function unpackerOf(table: string, { columns, key }: TableShape): (row: Row) => Row {
  const packed = Object.entries(columns).filter(
    ([, column]) => column === 'json' || column === 'boolean',
  )
  return (row) => {
    for (const [field, column] of packed)
      if (row[field] !== undefined)
        row[field] =
          column === 'boolean'
            ? row[field] === 1
            : parsed(row, field, () => `${table} ${key.map((name) => String(row[name])).join(' ')}`)
    return row
  }
}

function parsed(row: Row, field: string, describeRow: () => string): unknown {
  try {
    return JSON.parse(row[field] as string)
  } catch {
    throw new UnreadableRow(`${field} of ${describeRow()} is not JSON`)
  }
}

/** Thrown for a damaged row, which this program cannot have written. */
class UnreadableRow extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableRow'
  }
}

const unpackScalar = (column: Column, value: unknown) =>
  (column === 'boolean' ? value === 1 : value) as Scalar
