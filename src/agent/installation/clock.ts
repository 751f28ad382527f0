/** The time an installation lives by: it only ever runs forward, at an even pace, whatever is done to the calendar. */
export interface MonotonicClock {
  /** Milliseconds since some beginning. */
  now(): number
  /** Calls `run` after so many milliseconds, unless the function that is returned was called before. */
  after(milliseconds: number, run: () => void): () => void
}

/** The time of this process. Its timers keep no process alive. */
export const processClock: MonotonicClock = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds).unref()
    return () => clearTimeout(timer)
  },
}

/** Resolves with `fallback` when `work` takes longer. */
export function within<T, F>(clock: MonotonicClock, milliseconds: number, work: Promise<T>, fallback: () => F): Promise<T | F> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => resolve(fallback()))
    work.then((value) => { cancel(); resolve(value) }, (cause: unknown) => { cancel(); reject(cause as Error) })
  })
}
