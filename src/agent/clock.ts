/** A monotonic clock: it runs forward at an even pace, even if the system clock is changed. */
export interface MonotonicClock {
  /** Milliseconds since an arbitrary origin. */
  now(): number
  /**
   * Calls `run` after this many milliseconds, unless the returned function is called first.
   * @param keeps_alive whether the timer keeps the process alive
   */
  after(milliseconds: number, run: () => void, keeps_alive?: boolean): () => void
}

/** The clock of this process. Scheduled heartbeats do not keep the process alive, but timers that a caller awaits do. */
export const processClock: MonotonicClock = {
  now: () => performance.now(),
  after(milliseconds, run, keeps_alive = false) {
    const timer = setTimeout(run, milliseconds)
    if (!keeps_alive) timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Settles like `promise`, or resolves with `fallback()` after this many milliseconds. */
export function withTimeout<T, F>(
  clock: MonotonicClock,
  milliseconds: number,
  promise: Promise<T>,
  fallback: () => F,
): Promise<T | F> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => resolve(fallback()), true)
    promise.then(
      (value) => {
        cancel()
        resolve(value)
      },
      (cause: unknown) => {
        cancel()
        reject(cause as Error)
      },
    )
  })
}
