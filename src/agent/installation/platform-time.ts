import type { PlatformTime } from '../platform/link.ts'
import type { MonotonicClock } from './clock.ts'

/** A `Date` header names whole seconds. */
const RESOLUTION_MS = 1000

/**
 * Creates an estimate of the platform's clock from the `Date` headers of its responses. The times in statements are compared with it,
 * because the platform wrote them and the clock of this machine may be hours off.
 */
export function createPlatformTime(clock: MonotonicClock) {
  let learned: (PlatformTime & { readonly at: number }) | undefined
  return {
    /** @param date_ms the Date header of a response @param sent_at when its request was sent, by the monotonic clock */
    learn(date_ms: number | null, sent_at: number): void {
      if (date_ms === null) return
      const at = clock.now()
      learned = { at, earliest_ms: date_ms, latest_ms: date_ms + RESOLUTION_MS + (at - sent_at) }
    },
    now(): PlatformTime | undefined {
      if (!learned) return undefined
      const since = clock.now() - learned.at
      return { earliest_ms: learned.earliest_ms + since, latest_ms: learned.latest_ms + since }
    },
  }
}
