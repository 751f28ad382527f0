import { StoreUnavailable } from './database.ts'

/** What an embedded engine offers so that many transactions can share one durable write. */
export interface Engine<Tx> {
  begin(): Promise<void>
  /**
   * Runs one transaction body inside the open batch. When it throws, only its own writes are undone.
   * @throws StoreUnavailable when the medium failed; the state of the batch is then unknown, so all of it is undone
   */
  attempt<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /** Makes the batch durable. */
  commit(): Promise<void>
  /** Undoes the whole batch. */
  rollback(): Promise<void>
}

interface Job {
  /** Runs the transaction body in the open batch. Returns a function that answers the caller after the commit. */
  readonly attempt: () => Promise<() => void>
  readonly reject: (cause: unknown) => void
}

/**
 * Returns a queue with one writer and many callers. Transaction bodies run one after another, and all that arrive while the disk is busy
 * share the next commit. A caller is answered only after the commit of its batch; a failed commit fails all of its batch.
 */
export function groupCommit<Tx>(engine: Engine<Tx>, batchSize = 256) {
  const waiting: Job[] = []
  let draining: Promise<void> | undefined
  let closed = false

  const attempt = async <T>(
    body: (tx: Tx) => Promise<T>,
    resolve: (value: T) => void,
    reject: (cause: unknown) => void,
  ): Promise<() => void> => {
    try {
      const value = await engine.attempt(body)
      return () => resolve(value)
    } catch (cause) {
      if (cause instanceof StoreUnavailable) throw cause
      return () => reject(cause)
    }
  }

  const runBatch = async (jobs: readonly Job[]) => {
    const answers: (() => void)[] = []
    try {
      await engine.begin()
      for (const job of jobs) answers.push(await job.attempt())
      await engine.commit()
    } catch (cause) {
      await engine.rollback().catch(() => undefined)
      const outage = cause instanceof StoreUnavailable ? cause : new StoreUnavailable(cause)
      for (const job of jobs) job.reject(outage)
      return
    }
    for (const answer of answers) answer()
  }

  const drain = async () => {
    while (waiting.length > 0) {
      // Requests of the same turn of the event loop belong in the same batch, and a busy queue must not starve timers and sockets.
      await new Promise(setImmediate)
      await runBatch(waiting.splice(0, batchSize))
    }
    draining = undefined
  }

  return {
    submit: <T>(body: (tx: Tx) => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        if (closed) return reject(new StoreUnavailable('closed'))
        waiting.push({ attempt: () => attempt(body, resolve, reject), reject })
        draining ??= drain()
      }),
    /** Refuses new transactions, and resolves when those that were accepted are answered. */
    close: async (): Promise<void> => {
      closed = true
      await draining
    },
  }
}
