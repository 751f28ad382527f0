/** The time an installation lives by: it only ever runs forward, at an even pace, whatever is done to the calendar. */
export interface MonotonicClock {
  /** Milliseconds since some beginning. */
  now(): number
  /**
   * Calls `run` after so many milliseconds, unless the function that is returned was called before.
   * @param awaited somebody waits for it, so the process must not end before
   */
  after(milliseconds: number, run: () => void, awaited?: boolean): () => void
}

/** The time of this process. A heartbeat to come keeps no process alive; what somebody waits for does. */
export const processClock: MonotonicClock = {
  now: () => performance.now(),
  after(milliseconds, run, awaited = false) {
    const timer = setTimeout(run, milliseconds)
    if (!awaited) timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Resolves with `fallback` when `work` takes longer. */
export function within<T, F>(
  clock: MonotonicClock,
  milliseconds: number,
  work: Promise<T>,
  fallback: () => F,
): Promise<T | F> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => resolve(fallback()), true)
    work.then(
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
