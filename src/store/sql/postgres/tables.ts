import type { Table, Key, Tx } from '../../database.ts'
import { type StoredRow, TABLE_NAMES, TABLES, type TableName } from '../../tables.ts'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { Statements, type Schema } from '../statements.ts'
import { sqlTable, type Execute } from '../table.ts'
import { ListStatements, listsOf } from './lists.ts'
import { run } from './statement.ts'

/**
 * The statements of a transaction that are sent and not yet answered: queries that run at once, and changes. The result of a change or
 * a deletion carries no information, so the transaction body continues without it, up to the commit. When one fails, the server refuses
 * those behind it and commits nothing, and the transaction fails with that first failure, whichever of them it learns of first.
 */
export class Pipeline {
  readonly #answers: Promise<void>[] = []
  #failure: Error | undefined

  /**
   * Returns the table, whose changes and deletions do not wait for their answers.
   * @param lists whether a list of changes takes one statement
   */
  pipelined(table: Table<StoredRow>, { lists }: { lists: boolean }): Table<StoredRow> {
    const send =
      <Given extends unknown[]>(write: (...given: Given) => Promise<void>) =>
      async (...given: Given) => {
        this.#answers.push(
          write(...given).catch((cause: unknown) => void this.failed(cause as Error)),
        )
      }
    // Where several changes take several statements, each is sent only after the one before it is answered.
    return {
      ...table,
      update: send(table.update),
      delete: send(table.delete),
      ...(lists && { updateMany: send(table.updateMany) }),
    }
  }

  /** Records that a statement has failed. Answers arrive in the order of the statements. */
  failed(cause: Error): Error {
    this.#failure ??= cause
    return cause
  }

  /** Waits for all answers and returns the first failure. */
  async failure(): Promise<Error | undefined> {
    await Promise.all(this.#answers)
    return this.#failure
  }
}

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
