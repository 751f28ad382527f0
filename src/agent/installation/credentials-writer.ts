import { backoff } from './backoff.ts'
import { withTimeout, type MonotonicClock } from '../clock.ts'
import type { StoredCredentials } from './credentials.ts'

/** A write that takes longer than this is treated as failed. */
const WRITE_TIMEOUT_MS = 10_000
const MAX_WAIT_MS = 60_000
const TIMED_OUT = new Error(`the disk did not respond within ${WRITE_TIMEOUT_MS} ms`)

export interface CredentialsWriter {
  /** Writes this content, which replaces any earlier content that is still to be written. */
  write(revision: number, content: StoredCredentials): void
  /** Tries once more to write unwritten content. Resolves when no write is running, or after the timeout. */
  close(): Promise<void>
}

export interface CredentialsWriterOptions {
  readonly writeFile: (text: string) => Promise<void>
  readonly clock: MonotonicClock
  readonly random: () => number
  /**
   * Called with the revision and the error, if any, when an attempt ends or takes too long, and for content that waits for a write that
   * hangs.
   */
  readonly onResult: (revision: number, error: unknown) => void
}

/** Creates a writer that writes the newest content to disk, one write at a time, and retries until it succeeds. */
export function createCredentialsWriter({
  writeFile,
  clock,
  random,
  onResult,
}: CredentialsWriterOptions): CredentialsWriter {
  let unwritten: { readonly revision: number; readonly text: string } | undefined
  let writing: Promise<void> | undefined
  let failures = 0
  let isHanging = false
  let cancelRetry = () => {}
  let closed = false

  async function attempt(): Promise<void> {
    const content = unwritten!
    const written = (async () => writeFile(content.text))().then(
      () => undefined,
      (cause: unknown) => cause ?? new Error('the disk failed'),
    )
    await withTimeout(clock, WRITE_TIMEOUT_MS, written, () => {
      isHanging = true
      onResult(unwritten!.revision, TIMED_OUT)
    })
    // A hanging write may still complete. No other write starts before that, because the old content could replace the new.
    const error = await written
    isHanging = false
    failures = error ? failures + 1 : 0
    if (!error && unwritten === content) unwritten = undefined
    writing = undefined
    onResult(content.revision, error)
    if (closed || writing || !unwritten) return
    if (unwritten !== content) return start()
    cancelRetry = clock.after(1000 + backoff(failures, MAX_WAIT_MS, random()), start)
  }
  function start(): void {
    cancelRetry()
    writing ??= attempt()
  }

  return {
    write(revision, content) {
      unwritten = { revision, text: `${JSON.stringify(content, null, 2)}\n` }
      if (isHanging) queueMicrotask(() => onResult(revision, TIMED_OUT))
      else if (!closed) start()
    },
    async close() {
      closed = true
      cancelRetry()
      await withTimeout(
        clock,
        WRITE_TIMEOUT_MS,
        (writing ?? Promise.resolve()).then(() => (unwritten ? attempt() : undefined)),
        () => undefined,
      )
    },
  }
}
