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
  ) => infer Answer
    ? (input: Input) => Answer
    : never
}
type Writes = {
  readonly [Name in keyof typeof WRITES]: (typeof WRITES)[Name] extends (
    tx: Tx,
    context: CallContext,
    input: infer Input,
  ) => infer Answer
    ? (context: CallContext, input: Input) => Answer
    : never
}

/** Every operation of the product as one atomic method, the same over every database. */
export type Store = Reads &
  Writes &
  ReturnType<typeof batched> &
  ReturnType<typeof inSteps> &
  Pick<Database, 'consumeRates' | 'close'>

/**
 * Returns the store over a database. Where the database has a clock, it replaces the time in contexts and queries. A call passes these
 * layers, each of which a database may lack: `batch` (calls that share a transaction), `withWriteHealth`, `withAggregates`, and in the
 * adapters of embedded engines `groupCommit` (transactions that share a commit).
 */
export function createStore(database: Database): Store {
  const inTransaction =
    <Input, Answer>(body: (tx: Tx, context: CallContext, input: Input) => Promise<Answer>) =>
    (context: CallContext, input: Input) =>
      database.transact((tx, moment) => body(tx, dated(context, moment), input))
  return {
    ...reads(database),
    ...writes(database),
    ...batched(database),
    ...inSteps(inTransaction),
    ...(database.consumeRates && { consumeRates: database.consumeRates }),
    close: () => database.close(),
  }
}

function reads(database: Database): Reads
function reads(database: Database): object {
  const operationOf = (read: Read) => (input: never) =>
    database.read((tx, moment) => read(tx, dated(input, moment)))
  return Object.fromEntries(
    Object.entries<Read>(READS).map(([name, read]) => [name, operationOf(read)]),
  )
}

function writes(database: Database): Writes
function writes(database: Database): object {
  const operationOf = (write: Write) => (context: CallContext, input: never) =>
    database.transact((tx, moment) => write(tx, dated(context, moment), input))
  return Object.fromEntries(
    Object.entries<Write>(WRITES).map(([name, write]) => [name, operationOf(write)]),
  )
}

/** Returns the input, dated by the store's own clock where the store has one. */
const dated = <Input extends { readonly now?: Timestamp }>(
  input: Input,
  moment: Timestamp | undefined,
): Input => (moment === undefined || input.now === undefined ? input : { ...input, now: moment })

/** Operations that many callers share: queries in one read, changes in one transaction. Every heartbeat needs both. */
function batched(database: Database) {
  const findRuntimeToken = batch((queries: readonly credentials.TokenQuery[]) =>
    database.read((tx, moment) =>
      credentials.findRuntimeTokens(
        tx,
        queries.map((query) => dated(query, moment)),
      ),
    ),
  )
  const renew = batch(
    (calls: readonly BatchedCall<lease.LeaseInput>[], separately) =>
      database.transact((tx, moment) =>
        lease.renewLeases(
          tx,
          calls.map(({ context, input }) => ({ context: dated(context, moment), input })),
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

/** Returns the database, whose failed transactions are reported to the monitor. */
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

/** Answers calls, in their order. `separately`: the only call of its run, which must be answered now. */
export type Run<Input, Answer> = (
  inputs: readonly Input[],
  separately: boolean,
) => Promise<readonly (Answer | typeof RUN_SEPARATELY)[]>

interface Call<Input, Answer> {
  readonly input: Input
  readonly resolve: (answer: Answer) => void
  readonly reject: (cause: unknown) => void
}

/** The most calls in one run. */
const BATCH_SIZE = 100
/** The most runs at once. */
const CONCURRENCY = 2

/**
 * Returns a function whose calls share runs. A call that arrives while others run waits, and goes with all that wait by then; otherwise
 * it waits no longer than a turn of the event loop. Each call has its own answer. When a run fails, each of its calls is run again by
 * itself, so that none fails because of another. When the medium fails, all calls that took part or waited fail.
 * @param run it gets a call for which it returned RUN_SEPARATELY again in a run of its own, for which no other call waits
 * @param subjectOf calls with the same subject never share a run, so a run need not consider how its calls affect each other; undefined: no subject
 */
export function batch<Input, Answer>(
  run: Run<Input, Answer>,
  subjectOf: (input: Input) => string | undefined = () => undefined,
) {
  const waiting: Call<Input, Answer>[] = []
  let running = 0

  async function runSeparately({ input, resolve, reject }: Call<Input, Answer>): Promise<void> {
    try {
      const [answer] = await run([input], true)
      resolve(answer as Answer)
    } catch (cause) {
      reject(cause)
    }
  }

  async function runTogether(calls: readonly Call<Input, Answer>[]): Promise<void> {
    try {
      const answers = await run(
        calls.map(({ input }) => input),
        false,
      )
      calls.forEach((call, at) => {
        const answer = answers[at] as Answer | typeof RUN_SEPARATELY
        if (answer === RUN_SEPARATELY) void runSeparately(call)
        else call.resolve(answer)
      })
    } catch (cause) {
      if (cause instanceof StoreUnavailable)
        [...calls, ...waiting.splice(0)].forEach(({ reject }) => reject(cause))
      else calls.forEach((call) => void runSeparately(call))
    }
  }

  /** Takes the calls of the next run out of the queue, in their order. */
  function takeBatch(): readonly Call<Input, Answer>[] {
    const subjects = new Set<string>()
    const [taken, left]: [Call<Input, Answer>[], Call<Input, Answer>[]] = [[], []]
    for (const call of waiting.splice(0)) {
      const subject = subjectOf(call.input)
      const fits = taken.length < BATCH_SIZE && !(subject !== undefined && subjects.has(subject))
      if (subject !== undefined) subjects.add(subject)
      ;(fits ? taken : left).push(call)
    }
    waiting.push(...left)
    return taken
  }

  async function drain(): Promise<void> {
    running += 1
    // Calls of the same turn of the event loop belong in the same run.
    await new Promise(setImmediate)
    while (waiting.length > 0) await runTogether(takeBatch())
    running -= 1
  }

  return (input: Input): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (running < CONCURRENCY) void drain()
    })
}
