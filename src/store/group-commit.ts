import { StoreUnavailable } from './database.ts'

/** What an embedded engine must offer so that many works can share one durable write. */
export interface Engine<Tx> {
  begin(): Promise<void>
  /**
   * Runs one work inside the open batch; when it throws, only its own writes are undone.
   * @throws StoreUnavailable when the medium failed: nobody knows what is left of the batch, so all of it is undone.
   */
  attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Makes the batch durable. */
  commit(): Promise<void>
  /** Undoes the whole batch. */
  rollback(): Promise<void>
}

interface Job<Tx> {
  work: (tx: Tx) => Promise<unknown>
  resolve: (value: never) => void
  reject: (cause: unknown) => void
}

/**
 * One writer, many callers: works run one after the other, and all that arrive while the disk is busy share the next commit.
 * Nobody is answered before the commit that carries their work; a failed commit fails all of its batch.
 */
export function groupCommit<Tx>(engine: Engine<Tx>, most = 256) {
  const waiting: Job<Tx>[] = []
  let draining: Promise<void> | undefined
  let closed = false

  const answerOf = async ({ work, resolve, reject }: Job<Tx>): Promise<() => void> => {
    try {
      const value = await engine.attempt(work)
      return () => resolve(value as never)
    } catch (cause) {
      if (cause instanceof StoreUnavailable) throw cause
      return () => reject(cause)
    }
  }

  const runBatch = async (jobs: readonly Job<Tx>[]) => {
    const answers: (() => void)[] = []
    try {
      await engine.begin()
      for (const job of jobs) answers.push(await answerOf(job))
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
      // Requests that arrive in the same turn of the event loop belong in the same batch, and a busy queue must not starve timers and sockets.
      await new Promise(setImmediate)
      await runBatch(waiting.splice(0, most))
    }
    draining = undefined
  }

  return {
    submit: <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        if (closed) return reject(new StoreUnavailable('closed'))
        waiting.push({ work, resolve, reject })
        draining ??= drain()
      }),
    /** Accepts nothing any more, and resolves when what was accepted is answered. */
    close: async (): Promise<void> => {
      closed = true
      await draining
    },
  }
}
