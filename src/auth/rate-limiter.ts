/** One documented limit: `limit` requests in `window_s` seconds, refilled steadily. */
export interface RateLimit {
  readonly name: string
  readonly limit: number
  readonly window_s: number
}

export interface Verdict {
  readonly allowed: boolean
  readonly limit: RateLimit
  /** Whole requests that are still free. */
  readonly remaining: number
  /** Seconds until one more is allowed (0 when one is), and until all are. */
  readonly retry_after_s: number
  readonly reset_s: number
}

export interface RateLimiter {
  /** Counts one request of `key`, unless the limit is reached. */
  take(limit: RateLimit, key: string): Verdict
  /** The same answer without counting: for limits that count failures only. */
  peek(limit: RateLimit, key: string): Verdict
}

interface Bucket { level: number; at_ms: number }
/** Beyond this the bucket that was untouched longest is forgotten; a forgotten one starts full. */
const MOST_BUCKETS = 100_000

/**
 * Token buckets in memory: a burst up to the limit, then the steady rate. `now_ms` is handed in. `raise` multiplies all limits
 * (the sandbox, where fuzzers are welcome).
 */
export function rateLimiter(now_ms: () => number, raise = 1): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const spend = (asked: RateLimit, key: string, cost: number): Verdict => {
    const limit = raise === 1 ? asked : { ...asked, limit: asked.limit * raise }
    const name = `${limit.name} ${key}`
    const now = now_ms()
    const known = buckets.get(name)
    const per_ms = limit.limit / (limit.window_s * 1000)
    const level = known ? Math.min(limit.limit, known.level + Math.max(0, now - known.at_ms) * per_ms) : limit.limit
    const allowed = level >= 1
    const left = allowed ? level - cost : level
    buckets.delete(name)
    buckets.set(name, { level: left, at_ms: now })
    if (buckets.size > MOST_BUCKETS) buckets.delete(buckets.keys().next().value!)
    const seconds = (missing: number) => Math.max(0, Math.ceil(missing / per_ms / 1000))
    return { allowed, limit, remaining: Math.floor(left), retry_after_s: allowed ? 0 : Math.max(1, seconds(1 - left)), reset_s: seconds(limit.limit - left) }
  }
  return { take: (limit, key) => spend(limit, key, 1), peek: (limit, key) => spend(limit, key, 0) }
}

/** `RateLimit` and `RateLimit-Policy` as the IETF draft writes them (structured fields). */
export const rateLimitHeaders = ({ limit, remaining, reset_s }: Verdict) => ({
  RateLimit: `"${limit.name}";r=${remaining};t=${reset_s}`,
  'RateLimit-Policy': `"${limit.name}";q=${limit.limit};w=${limit.window_s}`,
})
