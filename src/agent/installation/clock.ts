/** A clock that only runs forward, at an even pace, however the calendar of the machine is set. */
export interface MonotonicClock {
  /** Milliseconds since an arbitrary origin. */
  now(): number
  /**
   * Calls `run` after so many milliseconds, unless the returned function is called first.
   * @param keeps_alive whether the process must not end before
   */
  after(milliseconds: number, run: () => void, keeps_alive?: boolean): () => void
}

/** The clock of this process. A scheduled heartbeat does not keep the process alive; a timer that a caller awaits does. */
export const processClock: MonotonicClock = {
  now: () => performance.now(),
  after(milliseconds, run, keeps_alive = false) {
    const timer = setTimeout(run, milliseconds)
    if (!keeps_alive) timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Settles like `promise`, or resolves with `fallback()` when that takes longer. */
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
