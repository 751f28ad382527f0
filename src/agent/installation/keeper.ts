import { backoff } from './backoff.ts'
import { within, type MonotonicClock } from './clock.ts'
import type { Kept } from './credentials.ts'

/** A disk that does not answer within this is as good as full. */
const PATIENCE_MS = 10_000
const LONGEST_WAIT_MS = 60_000
const NO_ANSWER = new Error(`the disk did not answer within ${PATIENCE_MS} ms`)

export interface Keeper {
  /** Keeps this content, in place of any before it. */
  keep(save: number, kept: Kept): void
  /** One last try for what could not be kept. Resolves when nothing is being written, or the disk takes too long. */
  close(): Promise<void>
}

export interface KeeperOptions {
  readonly write: (text: string) => Promise<void>
  readonly clock: MonotonicClock
  readonly dice: () => number
  /** Told of every attempt: the number of the content, and what went wrong if it did. */
  readonly onResult: (save: number, error: unknown) => void
}

/** Keeps the newest content on disk, one write at a time, and tries again for as long as the disk refuses. */
export function createKeeper({ write: writeFile, clock, dice, onResult }: KeeperOptions): Keeper {
  let wanted: { readonly save: number; readonly text: string } | undefined
  let writing: Promise<void> | undefined
  let failures = 0
  let hung = false
  let cancelRetry = () => {}
  let closed = false

  async function write(): Promise<void> {
    const content = wanted!
    const done = (async () => writeFile(content.text))().then(
      () => undefined,
      (cause: unknown) => cause ?? new Error('the disk failed'),
    )
    const impatient = () => {
      hung = true
      onResult(wanted!.save, NO_ANSWER)
    }
    await within(clock, PATIENCE_MS, done, impatient)
    // A write that hangs may still end; until then no other one starts, lest an old content land after a new one.
    const error = await done
    hung = false
    failures = error ? failures + 1 : 0
    if (!error && wanted === content) wanted = undefined
    writing = undefined
    onResult(content.save, error)
    if (closed || writing || !wanted) return
    if (wanted !== content) return start()
    cancelRetry = clock.after(1000 + backoff(failures, LONGEST_WAIT_MS, dice()), start)
  }
  function start(): void {
    cancelRetry()
    writing ??= write()
  }

  return {
    keep(save, kept) {
      wanted = { save, text: `${JSON.stringify(kept, null, 2)}\n` }
      if (hung) queueMicrotask(() => onResult(save, NO_ANSWER))
      else if (!closed) start()
    },
    async close() {
      closed = true
      cancelRetry()
      await within(
        clock,
        PATIENCE_MS,
        (writing ?? Promise.resolve()).then(() => (wanted ? write() : undefined)),
        () => undefined,
      )
    },
  }
}
