/** A documented limit: `limit` requests in `window_s` seconds, refilled continuously. */
export interface RateLimit {
  readonly name: string
  readonly limit: number
  readonly window_s: number
}

export interface RateDecision {
  readonly allowed: boolean
  readonly limit: RateLimit
  /** How many more requests are allowed now. */
  readonly remaining: number
  /** Seconds until one more request is allowed (0 if it already is), and until the full limit is available. */
  readonly retry_after_s: number
  readonly reset_s: number
}

/** The stored form of a bucket. Durations are in microseconds, and times in microseconds since 1970. */
export interface RateBucket {
  /** The name of the limit and its subject: an identifier, or a hash if the subject would identify a person. */
  bucket: string
  /** When the bucket is full again. */
  full_us: number
  /** The total consumption if the bucket is counted exactly, or the latest consumption if several processes synchronize the bucket. */
  drawn_us: number
}

/** Returns the cost of one request: the time in which a bucket is refilled by one, in microseconds. */
export const costOf = ({ limit, window_s }: RateLimit): number => (window_s * 1e6) / limit

/** Returns when a bucket is full again after a cost was consumed at a given time. Consumptions may be reported late and in any order. */
export const fullAfter = (full_us: number, at_us: number, cost_us: number): number =>
  Math.max(full_us, at_us) + cost_us

/** Tolerates floating-point errors around whole numbers. */
const ROUNDING_TOLERANCE = 1e-6

/**
 * Limits the consumption that is plausible, in multiples of the limit. A bucket with a higher consumption was written before a clock was
 * set back.
 */
const MAX_PLAUSIBLE_LIMITS = 2

/**
 * Returns how many requests are consumed after requests that the limit did not admit are charged as well. The charge never raises the
 * consumption above the plausible maximum.
 */
export const consumedWithCharge = (
  { limit }: RateLimit,
  consumed: number,
  requests: number,
): number => Math.max(consumed, Math.min(consumed + requests, limit * MAX_PLAUSIBLE_LIMITS))

/** Returns how many requests are consumed in a bucket that is full again at `full_us`. */
export function consumedOf(limit: RateLimit, full_us: number, now_us: number): number {
  const consumed = Math.max(0, full_us - now_us) / costOf(limit)
  return consumed > limit.limit * MAX_PLAUSIBLE_LIMITS ? 0 : consumed
}

/** Returns how many requests are consumed in a bucket that is counted exactly. A clock that lags behind neither refills nor consumes. */
export function consumedExactly(
  limit: RateLimit,
  bucket: RateBucket | undefined,
  now_us: number,
): number {
  if (!bucket) return 0
  const consumed_at_us = bucket.full_us - bucket.drawn_us
  return Math.max(0, bucket.drawn_us - Math.max(0, now_us - consumed_at_us)) / costOf(limit)
}

/** Returns the stored form of a bucket in which this many requests are consumed. */
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
 * Decides whether a bucket in which this many requests are consumed allows one more: a burst up to the limit, then a steady rate. The
 * bucket stores when it is full again (the generic cell rate algorithm), so that the amounts that several processes consume can be added.
 */
export function decide(limit: RateLimit, consumed: number): RateDecision {
  const cost_us = costOf(limit)
  const remaining = limit.limit - consumed
  const allowed = remaining >= 1 - ROUNDING_TOLERANCE
  const seconds = (requests: number) =>
    Math.max(0, Math.ceil((requests * cost_us) / 1e6 - ROUNDING_TOLERANCE))
  return {
    allowed,
    limit,
    remaining: Math.max(0, Math.floor(remaining + ROUNDING_TOLERANCE)),
    retry_after_s: allowed ? 0 : Math.max(1, seconds(1 - remaining)),
    reset_s: seconds(consumed),
  }
}

/** Returns the decision for a request that was admitted and has been counted. It is allowed, even if none remains for the next request. */
export const decisionAfter = (limit: RateLimit, consumed: number): RateDecision => ({
  ...decide(limit, consumed),
  allowed: true,
  retry_after_s: 0,
})

/** Returns how many requests are consumed in a bucket in memory at a given time, without those that other processes have admitted since. */
export const missingAt = (
  { missing, at_us, limit }: { missing: number; at_us: number; limit: RateLimit },
  now_us: number,
): number => Math.max(0, missing - Math.max(0, now_us - at_us) / costOf(limit))
