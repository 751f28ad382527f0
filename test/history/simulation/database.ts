import {
  StoreUnavailable,
  type Database,
  type ReadTx,
  type Table,
  type Tx,
} from '../../../src/store/database.ts'
import { memoryTable, type Undo } from '../../../src/store/lowdb/table.ts'
import { TABLE_NAMES, TABLES, type TableName } from '../../../src/store/tables.ts'

type Row = Readonly<Record<string, unknown>>
/** What a transaction did to one row. */
export interface Write {
  readonly table: TableName
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/** A transaction on its way: it waits, takes place, and is answered when the scheduler says so. */
export interface Job {
  readonly writes: boolean
  state: 'waiting' | 'done'
  /** Runs it alone, and keeps all of it or nothing. */
  run(): Promise<void>
  /** Lets it fail as a medium does: nothing happened. */
  fail(): void
  /** Tells whoever waits for it. */
  answer(): void
}

/** One process's connection. When it is cut, what was not answered never is. */
export interface Connection extends Database {
  readonly jobs: Job[]
  cut(): void
}

/** A database that keeps the store's promise, and in which nothing happens by itself. */
export function handDriven(onCommit: (writes: readonly Write[]) => void) {
  let undo: Undo[] = []
  let written: Write[] = []
  const tables = TABLE_NAMES.map(
    (name) => [name, memoryTable(TABLES[name], (step) => undo.push(step)).table] as const,
  )
  const plain = Object.fromEntries(tables) as unknown as Tx
  const watched = Object.fromEntries(
    tables.map(([name, table]) => [name, watch(name, table, (write) => written.push(write))]),
  ) as unknown as Tx

  async function alone<T>(work: (tx: Tx) => Promise<T>): Promise<() => Promise<T>> {
    ;[undo, written] = [[], []]
    try {
      const value = await work(watched)
      if (written.length > 0) onCommit(written)
      return async () => value
    } catch (cause) {
      for (const step of undo.reverse()) step()
      return () => Promise.reject(cause as Error)
    }
  }

  function connect(): Connection {
    const jobs: Job[] = []
    const submit = <T>(work: (tx: Tx) => Promise<T>, writes: boolean): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        let outcome: () => Promise<T> = () => Promise.reject(new StoreUnavailable('never ran'))
        const job: Job = {
          writes,
          state: 'waiting',
          run: async () => {
            outcome = await alone(work)
            job.state = 'done'
          },
          fail: () => {
            outcome = () => Promise.reject(new StoreUnavailable('an outage'))
            job.state = 'done'
          },
          answer: () => {
            jobs.splice(jobs.indexOf(job), 1)
            void outcome().then(resolve, reject)
          },
        }
        jobs.push(job)
      })
    return {
      jobs,
      transact: (work) => submit(work, true),
      read: (work) => submit(work, false),
      close: async () => undefined,
      cut: () => {
        jobs.length = 0
      },
    }
  }
  return { connect, rows: plain as ReadTx }
}
export type HandDriven = ReturnType<typeof handDriven>

/** The same table, telling every write. */
function watch(name: TableName, table: Table<Row>, tell: (write: Write) => void): Table<Row> {
  const keyOf = (row: Row) =>
    Object.fromEntries(TABLES[name].key.map((field) => [field, row[field]]))
  const telling = (write: (row: Row) => Promise<void>) => async (row: Row) => {
    const before = await table.get(keyOf(row))
    await write(row)
    tell({ table: name, before, after: await table.get(keyOf(row)) })
  }
  const update = (key: Row, changes: Row) => telling(() => table.update(key, changes))(key)
  return {
    ...table,
    insert: telling(table.insert),
    put: telling(table.put),
    update,
    updateMany: async (all) => {
      for (const { key, changes } of all) await update(key, changes)
    },
    delete: telling(table.delete),
  }
}
