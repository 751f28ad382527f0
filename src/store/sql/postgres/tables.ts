import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Key, Table, Tx } from '../../database.ts'
import { TABLE_NAMES, TABLES, type StoredRow, type TableName } from '../../tables.ts'
import { Statements, type Schema } from '../statements.ts'
import { sqlTable, type Execute } from '../table.ts'
import { ListStatements, listsOf } from './lists.ts'
import type { Pipeline } from './pipeline.ts'
import { run } from './statement.ts'

/** The statements of every table. */
export type TableStatements = ReadonlyMap<TableName, Statements>

/** @param locking whether the rows that are read are locked until the transaction ends */
export const tableStatements = (db: Kysely<Schema>, locking: boolean): TableStatements =>
  new Map(
    TABLE_NAMES.map((name) => {
      const shape = TABLES[name]
      const StatementsOfTable = shape.key.length === 1 ? ListStatements : Statements
      return [name, new StatementsOfTable(db, name, shape, { locking, arrays: true })]
    }),
  )

/** Runs a transaction body with the tables, which it can use as long as it runs. */
export async function withTables<T>(
  client: pg.PoolClient,
  statements: TableStatements,
  pipeline: Pipeline,
  body: (tx: Tx) => Promise<T>,
): Promise<T> {
  let over = false
  const execute: Execute = async ({ text, values }) => {
    if (over) throw new Error('A transaction body used its tables after the transaction had ended')
    const { rows } = await run<pg.QueryResult<Record<string, unknown>>>(client, text, values).catch(
      (cause: Error) => {
        throw pipeline.failed(cause)
      },
    )
    return rows
  }
  try {
    return await body(transactionTables(statements, execute, pipeline))
  } finally {
    over = true
  }
}

/** Returns the tables of one transaction, each made when it is first used. */
function transactionTables(statements: TableStatements, execute: Execute, pipeline: Pipeline): Tx
function transactionTables(...made: ConstructorParameters<typeof TransactionTables>): object {
  return new TransactionTables(...made)
}

class TransactionTables {
  readonly #statements: TableStatements
  readonly #execute: Execute
  readonly #pipeline: Pipeline
  readonly #made = new Map<TableName, Table<StoredRow>>()
  constructor(statements: TableStatements, execute: Execute, pipeline: Pipeline) {
    this.#statements = statements
    this.#execute = execute
    this.#pipeline = pipeline
  }

  table(name: TableName): Table<StoredRow> {
    const made = this.#made.get(name) ?? this.#make(name)
    this.#made.set(name, made)
    return made
  }

  #make(name: TableName): Table<StoredRow> {
    const statements = this.#statements.get(name)!
    const lists = statements instanceof ListStatements
    const table = {
      ...sqlTable(statements, this.#execute),
      ...(lists && listsOf(statements, this.#execute)),
    }
    return this.#pipeline.pipelined(colliding(table, TABLES[name].key), { lists })
  }
}
for (const name of TABLE_NAMES)
  Object.defineProperty(TransactionTables.prototype, name, {
    get(this: TransactionTables) {
      return this.table(name)
    },
  })

/** Puts a row that was found missing by inserting it, so that a row that another transaction has inserted meanwhile is detected rather than overwritten. */
function colliding(table: Table<StoredRow>, key: readonly string[]): Table<StoredRow> {
  const missing = new Set<string>()
  const idOf = (row: Key<StoredRow>) => JSON.stringify(key.map((field) => row[field]))
  return {
    ...table,
    async get(wanted) {
      const row = await table.get(wanted)
      if (!row) missing.add(idOf(wanted))
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
    async put(row) {
      if (!missing.delete(idOf(row))) await table.put(row)
      else await table.insert(row)
    },
  }
}
