/** One documented limit: `limit` requests in `window_s` seconds, refilled steadily. */
export interface RateLimit {
  readonly name: string
  readonly limit: number
  readonly window_s: number
}

export interface RateDecision {
  readonly allowed: boolean
  readonly limit: RateLimit
  /** Whole requests that are still free. */
  readonly remaining: number
  /** Seconds until one more is allowed (0 when one is), and until all are. */
  readonly retry_after_s: number
  readonly reset_s: number
}

/** What is kept of a bucket in a store. Microseconds since 1970, and of one request. */
export interface RateBucket {
  /** The limit's name and whom it is about: an identifier, or a hash of what would tell who somebody is. */
  bucket: string
  /** When it is full again. */
  full_us: number
  /** Of a bucket that is counted exactly all that was missing then; of one that processes settle what was drawn last. */
  drawn_us: number
}

/** What one request takes out of a bucket: the time in which it is refilled, microseconds. */
export const costOf = ({ limit, window_s }: RateLimit): number => (window_s * 1e6) / limit

/** When a bucket is full again after something was drawn at a moment. Draws may be told late and in any order. */
export const fullAfter = (full_us: number, at_us: number, cost_us: number): number =>
  Math.max(full_us, at_us) + cost_us

/** Divisions leave a hair above or below whole numbers. */
const ROUNDING_TOLERANCE = 1e-6

/** More than this part of a limit is never missing; a bucket that says so was drawn from before a clock was set back. */
const MAX_PLAUSIBLE = 2

/** How many requests are missing in a bucket that is full again at that moment. */
export function consumedOf(limit: RateLimit, full_us: number, now_us: number): number {
  const consumed = Math.max(0, full_us - now_us) / costOf(limit)
  return consumed > limit.limit * MAX_PLAUSIBLE ? 0 : consumed
}

/** The same of a bucket that is counted exactly: a clock that is behind refills nothing, and takes nothing away. */
export function consumedExactly(
  limit: RateLimit,
  bucket: RateBucket | undefined,
  now_us: number,
): number {
  if (!bucket) return 0
  const drawn_at_us = bucket.full_us - bucket.drawn_us
  return Math.max(0, bucket.drawn_us - Math.max(0, now_us - drawn_at_us)) / costOf(limit)
}

/** A bucket as it is kept in which so many requests are missing. */
export function bucketWith(
  limit: RateLimit,
  bucket: string,
  consumed: number,
  now_us: number,
): RateBucket {
  const drawn_us = Math.round(consumed * costOf(limit))
  return { bucket, full_us: now_us + drawn_us, drawn_us }
}

/**
 * How a bucket stands in which so many requests are missing: a burst up to the limit, then the steady rate. What is kept of it is the
 * moment at which it is full again (the generic cell rate algorithm), so that draws of several processes can be put together.
 */
export function decide(limit: RateLimit, consumed: number): RateDecision {
  const cost_us = costOf(limit)
  const left = limit.limit - consumed
  const allowed = left >= 1 - ROUNDING_TOLERANCE
  const seconds = (requests: number) =>
    Math.max(0, Math.ceil((requests * cost_us) / 1e6 - ROUNDING_TOLERANCE))
  return {
    allowed,
    limit,
    remaining: Math.max(0, Math.floor(left + ROUNDING_TOLERANCE)),
    retry_after_s: allowed ? 0 : Math.max(1, seconds(1 - left)),
    reset_s: seconds(consumed),
  }
}

/** The verdict on a request that was let through and has been counted: it was allowed, whatever is left for the next one. */
export const decisionAfter = (limit: RateLimit, consumed: number): RateDecision => ({
  ...decide(limit, consumed),
  allowed: true,
  retry_after_s: 0,
})
