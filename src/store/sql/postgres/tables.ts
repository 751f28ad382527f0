import type { Table, Key, Tx } from '../../database.ts'
import { type StoredRow, TABLE_NAMES, TABLES, type TableName } from '../../tables.ts'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Schema } from '../statements.ts'
import { sqlTable, type Execute } from '../table.ts'
import { ListStatements, listChanges, listReads } from './lists.ts'
import { run } from './statement.ts'

/**
 * The changes of a transaction whose results have not arrived yet, and the first error of any of its statements. The result of an update,
 * of a deletion or of putting many rows carries no information, so the transaction body does not wait for it before the commit. If a
 * statement fails, the server refuses the following ones and commits nothing, and the transaction fails with the error of the first failed
 * statement.
 */
export class Pipeline {
  readonly #results: Promise<void>[] = []
  #failure: Error | undefined

  /** Returns a table in which `update`, `updateMany`, `delete` and `putMany` do not wait for their results. */
  pipelined(table: Table<StoredRow>): Table<StoredRow> {
    const send =
      <Args extends unknown[]>(write: (...args: Args) => Promise<void>) =>
      async (...args: Args) => {
        this.#results.push(
          write(...args).catch((cause: unknown) => void this.recordFailure(cause as Error)),
        )
      }
    return {
      ...table,
      update: send(table.update),
      delete: send(table.delete),
      putMany: send(table.putMany),
      updateMany: send(table.updateMany),
    }
  }

  /** Records the error of a statement. Only the first one is kept, because results arrive in the order of the statements. */
  recordFailure(cause: Error): Error {
    this.#failure ??= cause
    return cause
  }

  /** Waits for all results and returns the first failure. */
  async failure(): Promise<Error | undefined> {
    await Promise.all(this.#results)
    return this.#failure
  }
}

/** The statements of every table. */
export type TableStatements = ReadonlyMap<TableName, ListStatements>

/** Creates the statements of all tables. With `locking`, the rows that are read are locked until the transaction ends. */
export const tableStatements = (db: Kysely<Schema>, locking: boolean): TableStatements =>
  new Map(
    TABLE_NAMES.map((name) => [
      name,
      new ListStatements(db, name, TABLES[name], { locking, arrays: true }),
    ]),
  )

/** Runs a transaction body with tables, which can be used only while the body runs. */
export async function withTables<T>(
  client: pg.PoolClient,
  statements: TableStatements,
  pipeline: Pipeline,
  body: (tx: Tx) => Promise<T>,
): Promise<T> {
  let hasEnded = false
  const execute: Execute = async ({ text, values }) => {
    if (hasEnded)
      throw new Error('A transaction body used its tables after the transaction had ended')
    const { rows } = await run<pg.QueryResult<Record<string, unknown>>>(client, text, values).catch(
      (cause: Error) => {
        throw pipeline.recordFailure(cause)
      },
    )
    return rows
  }
  try {
    return await body(transactionTables(statements, execute, pipeline))
  } finally {
    hasEnded = true
  }
}

/** Returns the tables of one transaction. Each is created when it is first used. */
function transactionTables(statements: TableStatements, execute: Execute, pipeline: Pipeline): Tx
function transactionTables(...args: ConstructorParameters<typeof TransactionTables>): object {
  return new TransactionTables(...args)
}

class TransactionTables {
  readonly #statements: TableStatements
  readonly #execute: Execute
  readonly #pipeline: Pipeline
  readonly #tables = new Map<TableName, Table<StoredRow>>()
  constructor(statements: TableStatements, execute: Execute, pipeline: Pipeline) {
    this.#statements = statements
    this.#execute = execute
    this.#pipeline = pipeline
  }

  table(name: TableName): Table<StoredRow> {
    const table = this.#tables.get(name) ?? this.#make(name)
    this.#tables.set(name, table)
    return table
  }

  #make(name: TableName): Table<StoredRow> {
    const statements = this.#statements.get(name)!
    const table = {
      ...sqlTable(statements, this.#execute),
      ...listChanges(statements, this.#execute),
      ...(TABLES[name].key.length === 1 && listReads(statements, this.#execute)),
    }
    // The inserts that detect conflicts are not pipelined: one that finds the row already there succeeds on the server (`on conflict do
    // nothing`), so only its result shows the conflict.
    return detectingConflicts(this.#pipeline.pipelined(table), TABLES[name].key)
  }
}
for (const name of TABLE_NAMES)
  Object.defineProperty(TransactionTables.prototype, name, {
    get(this: TransactionTables) {
      return this.table(name)
    },
  })

/**
 * Makes `put` and `putMany` insert a row that was found missing, so that a row that another transaction has inserted in the meantime is
 * detected rather than overwritten.
 */
function detectingConflicts(table: Table<StoredRow>, key: readonly string[]): Table<StoredRow> {
  const missing = new Set<string>()
  const idOf = (row: Key<StoredRow>) => JSON.stringify(key.map((field) => row[field]))
  const put = async (row: StoredRow): Promise<void> => {
    if (!missing.delete(idOf(row))) await table.put(row)
    else await table.insert(row)
  }
  return {
    ...table,
    async get(rowKey) {
      const row = await table.get(rowKey)
      if (!row) missing.add(idOf(rowKey))
      return row
    },
    async getMany(keys, options) {
      const rows = await table.getMany(keys, options)
      if (!options?.skipLocked)
        keys.forEach((key, at) => {
          if (!rows[at]) missing.add(idOf(key))
        })
      return rows
    },
    async insert(row) {
      await table.insert(row)
      missing.delete(idOf(row))
    },
    async add(rows, field) {
      await table.add(rows, field)
      for (const row of rows) missing.delete(idOf(row))
    },
    put,
    async putMany(rows) {
      if (!rows.some((row) => missing.has(idOf(row)))) return table.putMany(rows)
      await Promise.all(rows.map(put))
    },
  }
}
