import {
  StoreUnavailable,
  tablesFrom,
  type Database,
  type ReadTx,
  type Table,
  type Tx,
} from '../../../src/store/database.ts'
import { memoryTable, type Undo } from '../../../src/store/lowdb/table.ts'
import { TABLE_NAMES, TABLES, type TableName } from '../../../src/store/tables.ts'

type Row = Readonly<Record<string, unknown>>
/** A change that a transaction makes to one row. */
export interface Write {
  readonly table: TableName
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/** A submitted transaction. The scheduler decides when it is executed and when its promise is settled. */
export interface PendingTransaction {
  readonly writes: boolean
  state: 'waiting' | 'done'
  /** Executes the transaction, which either commits completely or changes nothing. */
  run(): Promise<void>
  /** Fails the transaction as an outage would, without any change. */
  fail(): void
  /** Resolves or rejects the promise of the caller. */
  settle(): void
}

/** The connection of one process. After `cut`, pending transactions are never settled. */
export interface Connection extends Database {
  readonly jobs: PendingTransaction[]
  cut(): void
}

/** Creates a database that satisfies the store's contract, and that executes transactions only when the scheduler decides. */
export function createControlledDatabase(onCommit: (writes: readonly Write[]) => void) {
  let undo: Undo[] = []
  let written: Write[] = []
  const tables = new Map(
    TABLE_NAMES.map((name) => [name, memoryTable(TABLES[name], (step) => undo.push(step)).table]),
  )
  const plain = tablesFrom((name) => tables.get(name)!)
  const watched = tablesFrom((name) =>
    reportWrites(name, tables.get(name)!, (write) => written.push(write)),
  )

  async function execute<T>(body: (tx: Tx) => Promise<T>): Promise<() => Promise<T>> {
    ;[undo, written] = [[], []]
    try {
      const value = await body(watched)
      if (written.length > 0) onCommit(written)
      return async () => value
    } catch (cause) {
      for (const step of undo.reverse()) step()
      return () => Promise.reject(cause as Error)
    }
  }

  function connect(): Connection {
    const jobs: PendingTransaction[] = []
    const submit = <T>(transactionBody: (tx: Tx) => Promise<T>, writes: boolean): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        let outcome: () => Promise<T> = () => Promise.reject(new StoreUnavailable('never ran'))
        const job: PendingTransaction = {
          writes,
          state: 'waiting',
          run: async () => {
            outcome = await execute(transactionBody)
            job.state = 'done'
          },
          fail: () => {
            outcome = () => Promise.reject(new StoreUnavailable('an outage'))
            job.state = 'done'
          },
          settle: () => {
            jobs.splice(jobs.indexOf(job), 1)
            void outcome().then(resolve, reject)
          },
        }
        jobs.push(job)
      })
    return {
      jobs,
      transact: (transactionBody) => submit(transactionBody, true),
      read: (transactionBody) => submit(transactionBody, false),
      close: async () => undefined,
      cut: () => {
        jobs.length = 0
      },
    }
  }
  return { connect, rows: plain as ReadTx }
}
export type ControlledDatabase = ReturnType<typeof createControlledDatabase>

/** Wraps a table, and reports every write of a row. */
function reportWrites(
  name: TableName,
  table: Table<Row>,
  onWrite: (write: Write) => void,
): Table<Row> {
  const keyOf = (row: Row) =>
    Object.fromEntries(TABLES[name].key.map((field) => [field, row[field]]))
  const reporting = (write: (row: Row) => Promise<void>) => async (row: Row) => {
    const before = await table.get(keyOf(row))
    await write(row)
    onWrite({ table: name, before, after: await table.get(keyOf(row)) })
  }
  const put = reporting(table.put)
  const update = (key: Row, changes: Row) => reporting(() => table.update(key, changes))(key)
  return {
    ...table,
    insert: reporting(table.insert),
    put,
    putMany: async (rows) => {
      for (const row of rows) await put(row)
    },
    add: async (rows, field) => {
      const add = reporting((row) => table.add([row], field))
      for (const row of rows) await add(row)
    },
    update,
    updateMany: async (all) => {
      for (const { key, changes } of all) await update(key, changes)
    },
    delete: reporting(table.delete),
  }
}
