import { StoreUnavailable } from './database.ts'
import { currentStopwatch, type Stopwatch } from './stopwatch.ts'

/** The operations of an embedded engine that are needed to let many transactions share one durable write. */
export interface Engine<Tx> {
  begin(): Promise<void>
  /**
   * Runs one transaction body inside the open batch. If it throws, only its own writes are undone.
   * @throws StoreUnavailable if the storage failed; the state of the batch is then unknown, so the whole batch is undone
   */
  attempt<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /** Makes the batch durable. */
  commit(): Promise<void>
  /** Undoes the whole batch. */
  rollback(): Promise<void>
}

/** Measures the time until a result is available. */
async function timed<T>(stopwatch: Stopwatch | undefined, work: () => Promise<T>): Promise<T> {
  stopwatch?.resume()
  try {
    return await work()
  } finally {
    stopwatch?.pause()
  }
}

/**
 * Starts a commit, and divides the time until it first waits among the requests that share it. This is all of the time if the engine runs
 * in this thread.
 */
function divided<T>(stopwatches: readonly Stopwatch[], commit: () => T): T {
  const [first] = stopwatches
  if (!first) return commit()
  const started = first.now()
  try {
    return commit()
  } finally {
    const part = (first.now() - started) / stopwatches.length
    for (const stopwatch of stopwatches) stopwatch.addCommit(part)
  }
}

interface Job {
  /** Runs the transaction body in the open batch. Returns a function that passes the result to the caller after the commit. */
  readonly attempt: () => Promise<() => void>
  readonly reject: (cause: unknown) => void
  readonly isRead: boolean
  readonly stopwatch: Stopwatch | undefined
}

/** Runs a body in the open batch. Returns a function that passes the result to its caller. @throws StoreUnavailable if the storage failed */
async function attempt<Tx, T>(
  engine: Engine<Tx>,
  body: (tx: Tx) => Promise<T>,
  resolve: (value: T) => void,
  reject: (cause: unknown) => void,
): Promise<() => void> {
  try {
    const value = await engine.attempt(body)
    return () => resolve(value)
  } catch (cause) {
    if (cause instanceof StoreUnavailable) throw cause
    return () => reject(cause)
  }
}

/**
 * Passes the results to the callers, and measures the time that each of them spends on its result before it waits again. To let them
 * continue one after another reduces the throughput, so if nobody shares the thread with them, all continue at once, and each measures the
 * others, too.
 */
async function settleAll(jobs: readonly Job[], settlements: readonly (() => void)[]) {
  if (jobs.some(({ stopwatch }) => stopwatch?.isShared())) {
    for (const [at, settle] of settlements.entries())
      await timed(jobs[at]!.stopwatch, () => {
        settle()
        return new Promise<void>(process.nextTick)
      })
    return
  }
  for (const { stopwatch } of jobs) stopwatch?.resume()
  for (const settle of settlements) settle()
  process.nextTick(() => {
    for (const { stopwatch } of jobs) stopwatch?.pause()
  })
}

/** Limits the transactions that share one commit. */
const BATCH_SIZE = 256

/**
 * Returns a queue with one writer and many callers. Transaction bodies run one after another, and all that arrive while the disk is busy
 * share the next commit. A caller gets its result only after its batch is committed. If a commit fails, all transactions of its batch that
 * may write fail, and those that only read run again, because they may have read changes that were undone.
 */
export function groupCommit<Tx>(engine: Engine<Tx>) {
  const waiting: Job[] = []
  let draining: Promise<void> | undefined
  let closed = false

  const runBatch = async (jobs: readonly Job[]) => {
    const settlements: (() => void)[] = []
    try {
      await engine.begin()
      for (const { attempt, stopwatch } of jobs) settlements.push(await timed(stopwatch, attempt))
      const writers = jobs.flatMap(({ isRead, stopwatch }) =>
        isRead || !stopwatch ? [] : [stopwatch],
      )
      await divided(writers, engine.commit)
    } catch (cause) {
      await engine.rollback().catch(() => undefined)
      const outage = cause instanceof StoreUnavailable ? cause : new StoreUnavailable(cause)
      const reads = jobs.filter(({ isRead }) => isRead)
      const failed = reads.length === jobs.length ? jobs : jobs.filter(({ isRead }) => !isRead)
      for (const job of failed) job.reject(outage)
      if (failed !== jobs && reads.length > 0) await runBatch(reads)
      return
    }
    await settleAll(jobs, settlements)
  }

  const drain = async () => {
    while (waiting.length > 0) {
      // Requests of the same iteration of the event loop belong in the same batch, and a busy queue must not starve timers and sockets.
      await new Promise(setImmediate)
      await runBatch(waiting.splice(0, BATCH_SIZE))
    }
    draining = undefined
  }

  const enqueue = <T>(body: (tx: Tx) => Promise<T>, isRead: boolean): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (closed) return reject(new StoreUnavailable('closed'))
      waiting.push({
        attempt: () => attempt(engine, body, resolve, reject),
        reject,
        isRead,
        stopwatch: currentStopwatch.getStore(),
      })
      draining ??= drain()
    })

  return {
    submit: <T>(body: (tx: Tx) => Promise<T>): Promise<T> => enqueue(body, false),
    /** Runs a body that only reads. The failed commit of another transaction does not affect it. */
    read: <T>(body: (tx: Tx) => Promise<T>): Promise<T> => enqueue(body, true),
    /** Refuses new transactions, and resolves when the accepted ones are completed. */
    close: async (): Promise<void> => {
      closed = true
      await draining
    },
  }
}
