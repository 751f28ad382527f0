import type { Timestamp } from '../domain/time.ts'
import { RUN_SEPARATELY, type BatchedCall, type CallContext } from './context.ts'
import { StoreUnavailable, type Database, type ReadTx, type Tx } from './database.ts'
import { READS } from './reads.ts'
import { inSteps } from './steps.ts'
import * as credentials from './transactions/credentials.ts'
import * as lease from './transactions/installations/lease.ts'
import type { WriteHealthMonitor } from './write-health.ts'
import { WRITES } from './writes.ts'

type Read = (tx: ReadTx, input: never) => Promise<unknown>
type Write = (tx: Tx, context: CallContext, input: never) => Promise<unknown>
type Reads = {
  readonly [Name in keyof typeof READS]: (typeof READS)[Name] extends (
    tx: ReadTx,
    input: infer Input,
  ) => infer Result
    ? (input: Input) => Result
    : never
}
type Writes = {
  readonly [Name in keyof typeof WRITES]: (typeof WRITES)[Name] extends (
    tx: Tx,
    context: CallContext,
    input: infer Input,
  ) => infer Result
    ? (context: CallContext, input: Input) => Result
    : never
}

/**
 * All operations of the platform on its store, each as a method that behaves the same on every database. Each is one transaction, except
 * those of `inSteps`, which may take several, and those of `batched`, which may share one.
 */
export type Store = Reads &
  Writes &
  ReturnType<typeof batched> &
  ReturnType<typeof inSteps> &
  Pick<Database, 'consumeRates' | 'close'>

/**
 * Returns the store over a database. If the database has a clock, its time replaces the time in contexts and queries. A call passes through
 * these layers, some of which a database may lack: `batch` (calls that share a transaction), `withWriteHealth`, `withAggregates`, and in
 * the adapters of embedded engines `groupCommit` (transactions that share a commit).
 */
export function createStore(database: Database): Store {
  const inTransaction =
    <Input, Result>(body: (tx: Tx, context: CallContext, input: Input) => Promise<Result>) =>
    (context: CallContext, input: Input) =>
      database.transact((tx, moment) => body(tx, withStoreTime(context, moment), input))
  return {
    ...reads(database),
    ...writes(inTransaction),
    ...batched(database),
    ...inSteps(inTransaction),
    ...(database.consumeRates && { consumeRates: database.consumeRates }),
    close: () => database.close(),
  }
}

function reads(database: Database): Reads
function reads(database: Database): object {
  const operationOf = (read: Read) => (input: never) =>
    database.read((tx, moment) => read(tx, withStoreTime(input, moment)))
  return Object.fromEntries(
    Object.entries<Read>(READS).map(([name, read]) => [name, operationOf(read)]),
  )
}

function writes(operationOf: (write: Write) => unknown): Writes
function writes(operationOf: (write: Write) => unknown): object {
  return Object.fromEntries(
    Object.entries<Write>(WRITES).map(([name, write]) => [name, operationOf(write)]),
  )
}

/** Returns the input with the time of the store's own clock, if the store has one. */
const withStoreTime = <Input extends { readonly now?: Timestamp }>(
  input: Input,
  moment: Timestamp | undefined,
): Input => (moment === undefined || input.now === undefined ? input : { ...input, now: moment })

/**
 * Returns the operations that are batched: concurrent queries share one read, and concurrent changes share one transaction. Every heartbeat
 * needs both.
 */
function batched(database: Database) {
  const findRuntimeToken = batch((queries: readonly credentials.TokenQuery[]) =>
    database.read((tx, moment) =>
      credentials.findRuntimeTokens(
        tx,
        queries.map((query) => withStoreTime(query, moment)),
      ),
    ),
  )
  const renew = batch(
    (calls: readonly BatchedCall<lease.LeaseInput>[], separately) =>
      database.transact((tx, moment) =>
        lease.renewLeases(
          tx,
          calls.map(({ context, input }) => ({ context: withStoreTime(context, moment), input })),
          { separately },
        ),
      ),
    ({ input }) => input.installation_id,
  )
  return {
    findRuntimeToken,
    renewLease: (context: CallContext, input: lease.LeaseInput) => renew({ context, input }),
  }
}

/** Returns a database that reports failed transactions to the monitor. */
export const withWriteHealth = (database: Database, monitor: WriteHealthMonitor): Database => ({
  ...database,
  transact: (body) =>
    database.transact(body).catch((cause: unknown) => {
      monitor.report(cause)
      throw cause
    }),
  async close() {
    monitor.close()
    await database.close()
  },
})

/**
 * Processes several calls and returns their results in the same order. If `separately` is true, there is only one call, and RUN_SEPARATELY
 * is not a valid result for it.
 */
export type Run<Input, Result> = (
  inputs: readonly Input[],
  separately: boolean,
) => Promise<readonly (Result | typeof RUN_SEPARATELY)[]>

interface Call<Input, Result> {
  readonly input: Input
  readonly resolve: (result: Result) => void
  readonly reject: (cause: unknown) => void
}

/** Limits the calls in one run. */
const BATCH_SIZE = 100
/** Limits how many shared runs are in progress at the same time. */
const CONCURRENCY = 2

/**
 * Returns a function whose calls share runs. A call that arrives while `CONCURRENCY` shared runs are in progress waits, and then runs
 * together with other waiting calls; otherwise it waits no longer than an iteration of the event loop. Each call has its own result. If a
 * run fails, each of its calls is repeated separately, so that no call fails because of another. If the storage fails, the calls of the run
 * and all waiting calls fail.
 * @param run processes the calls; a call for which it returns RUN_SEPARATELY is passed to it again in a separate run, for which no other
 * call waits
 * @param subjectOf returns the subject of a call, if it has one; calls with the same subject never share a run, so `run` need not consider
 * how its calls affect each other
 */
export function batch<Input, Result>(
  run: Run<Input, Result>,
  subjectOf: (input: Input) => string | undefined = () => undefined,
) {
  const waiting: Call<Input, Result>[] = []
  let running = 0

  async function runSeparately({ input, resolve, reject }: Call<Input, Result>): Promise<void> {
    try {
      const [result] = await run([input], true)
      resolve(result as Result)
    } catch (cause) {
      reject(cause)
    }
  }

  async function runBatch(calls: readonly Call<Input, Result>[]): Promise<void> {
    try {
      const results = await run(
        calls.map(({ input }) => input),
        false,
      )
      calls.forEach((call, index) => {
        const result = results[index] as Result | typeof RUN_SEPARATELY
        if (result === RUN_SEPARATELY) void runSeparately(call)
        else call.resolve(result)
      })
    } catch (cause) {
      if (cause instanceof StoreUnavailable)
        [...calls, ...waiting.splice(0)].forEach(({ reject }) => reject(cause))
      else calls.forEach((call) => void runSeparately(call))
    }
  }

  /** Removes the calls of the next run from the queue and returns them in order. */
  function takeBatch(): readonly Call<Input, Result>[] {
    const subjects = new Set<string>()
    const [selected, remaining]: [Call<Input, Result>[], Call<Input, Result>[]] = [[], []]
    for (const call of waiting.splice(0)) {
      const subject = subjectOf(call.input)
      const fits = selected.length < BATCH_SIZE && !(subject !== undefined && subjects.has(subject))
      if (subject !== undefined) subjects.add(subject)
      ;(fits ? selected : remaining).push(call)
    }
    waiting.push(...remaining)
    return selected
  }

  async function drain(): Promise<void> {
    running += 1
    // Calls of the same iteration of the event loop belong in the same run.
    await new Promise(setImmediate)
    while (waiting.length > 0) await runBatch(takeBatch())
    running -= 1
  }

  return (input: Input): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (running < CONCURRENCY) void drain()
    })
}
