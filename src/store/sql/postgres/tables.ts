import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Key, Table } from '../../database.ts'
import { TABLE_NAMES, TABLES, type TableName } from '../../tables.ts'
import { statements, type Statements } from '../statements.ts'
import { sqlTable, type Execute } from '../table.ts'
import type { Pipeline } from './pipeline.ts'
import { run } from './statement.ts'

type Row = Record<string, unknown>
/** The statements of every table. */
export type TableStatements = ReadonlyMap<TableName, Statements>

/** @param locking whether the rows that are read are locked until the transaction ends */
export const tableStatements = (
  db: Kysely<Record<string, Row>>,
  locking: boolean,
): TableStatements =>
  new Map(
    TABLE_NAMES.map((name) => [
      name,
      statements(db, name, TABLES[name], { locking, arrays: true }),
    ]),
  )

/** Runs a transaction body with the tables, which it can use as long as it runs. */
export async function withTables<T>(
  client: pg.PoolClient,
  texts: TableStatements,
  pipeline: Pipeline,
  body: (tables: TransactionTables) => Promise<T>,
): Promise<T> {
  let over = false
  const execute: Execute = async (text, values) => {
    if (over) throw new Error('A transaction body used its tables after the transaction had ended')
    const { rows } = await run(client, text, values).catch((cause: Error) => {
      throw pipeline.failed(cause)
    })
    return rows as readonly Row[]
  }
  try {
    return await body(new TransactionTables(texts, execute, pipeline))
  } finally {
    over = true
  }
}

/** The tables of one transaction, each made when it is first used. */
export class TransactionTables {
  readonly #texts: TableStatements
  readonly #execute: Execute
  readonly #pipeline: Pipeline
  readonly #made = new Map<TableName, Table<Row>>()
  constructor(texts: TableStatements, execute: Execute, pipeline: Pipeline) {
    this.#texts = texts
    this.#execute = execute
    this.#pipeline = pipeline
  }

  table(name: TableName): Table<Row> {
    const made = this.#made.get(name) ?? this.#make(name)
    this.#made.set(name, made)
    return made
  }

  #make(name: TableName): Table<Row> {
    const texts = this.#texts.get(name)!
    const table = sqlTable(texts, this.#execute, TABLES[name])
    return this.#pipeline.pipelined(colliding(table, TABLES[name].key), texts)
  }
}
for (const name of TABLE_NAMES)
  Object.defineProperty(TransactionTables.prototype, name, {
    get(this: TransactionTables) {
      return this.table(name)
    },
  })

/** Puts a row that was found missing by inserting it, so that a row that another transaction has inserted meanwhile is detected rather than overwritten. */
function colliding(table: Table<Row>, key: readonly string[]): Table<Row> {
  const missing = new Set<string>()
  const idOf = (row: Key<Row>) => JSON.stringify(key.map((field) => row[field]))
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
