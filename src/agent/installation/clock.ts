import type { PlatformTime } from '../platform/link.ts'

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

/** A `Date` header has a resolution of one second. */
const RESOLUTION_MS = 1000

/**
 * Creates an estimate of the platform's clock from the `Date` headers of its responses. The times in the platform's statements are compared
 * with it, because the clock of this machine may be hours off.
 */
export function createPlatformTime(clock: MonotonicClock) {
  let observed: (PlatformTime & { readonly at: number }) | undefined
  return {
    /**
     * Updates the estimate with a response.
     * @param date_ms its Date header
     * @param sent_at when its request was sent, by the monotonic clock
     */
    observe(date_ms: number | null, sent_at: number): void {
      if (date_ms === null) return
      const at = clock.now()
      observed = { at, earliest_ms: date_ms, latest_ms: date_ms + RESOLUTION_MS + (at - sent_at) }
    },
    now(): PlatformTime | undefined {
      if (!observed) return undefined
      const since = clock.now() - observed.at
      return { earliest_ms: observed.earliest_ms + since, latest_ms: observed.latest_ms + since }
    },
  }
}
