import type { MonotonicClock } from '../clock.ts'
import type { PlatformTime } from '../platform/link.ts'

/** A `Date` header has a resolution of one second. */
const RESOLUTION_MS = 1000

/**
 * Creates an estimate of the platform's clock from the `Date` headers of its responses. The times in signed requests are compared with it,
 * because the clock of this machine may be hours off.
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
