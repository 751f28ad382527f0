import { AsyncLocalStorage } from 'node:async_hooks'

/** Measures the time that one request uses in this thread, between `resume` and `pause`. */
export interface Stopwatch {
  /** Returns the milliseconds of the monotonic clock that it uses. */
  now(): number
  resume(): void
  pause(): void
  /** Adds this request's share of the time of a group commit. */
  addCommit(milliseconds: number): void
  /** Returns whether requests from others share this thread at present. */
  isShared(): boolean
}

/** The event-loop time that a request used, in milliseconds. */
export interface SpentTime {
  readonly own_ms: number
  /**
   * The request's share of the time of group commits. Unlike `own_ms`, it is charged without a surcharge for sockets and garbage
   * collection.
   */
  readonly commit_ms: number
}

/** The stopwatch of the current request, if its time is counted. */
export const currentStopwatch = new AsyncLocalStorage<Stopwatch>()

/** Waits for work outside of this thread, and counts the time that the current request then spends before it waits again. */
export async function countContinuation<T>(work: Promise<T>): Promise<T> {
  const stopwatch = currentStopwatch.getStore()
  if (!stopwatch) return work
  try {
    return await work
  } finally {
    stopwatch.resume()
    process.nextTick(() => stopwatch.pause())
  }
}
