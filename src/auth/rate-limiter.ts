import { createHash } from 'node:crypto'
import {
  decisionAfter,
  costOf,
  fullAfter,
  consumedOf,
  decide,
  type RateLimit,
  type RateDecision,
} from '../domain/rate.ts'
import type { ConsumeRates } from '../store/database.ts'
import type { BucketLimit } from '../store/transactions/rates.ts'

export type { RateLimit, RateDecision } from '../domain/rate.ts'

export interface RateLimiter {
  /** Consumes one request of `key`, unless the limit is reached. */
  consume(limit: RateLimit, key: string): RateDecision
  /** Returns the state of the limit of `key` without consuming anything. */
  peek(limit: RateLimit, key: string): RateDecision
  /**
   * Consumes one request of each limit, or of none if one of them is reached. Returns the verdict that refuses, or the one with the least
   * remaining.
   */
  consumeAll(limits: readonly (readonly [limit: RateLimit, key: string])[]): RateDecision
  /** Returns a limit that is counted in the store instead. */
  storedLimit(limit: RateLimit, key: string): BucketLimit
  /** Reports the consumption of this process to the others that share the store, and learns theirs. */
  synchronize(): Promise<void>
}

interface Bucket {
  missing: number
  at_us: number
  unreported: number
  unreported_since_us: number
  readonly limit: RateLimit
  readonly report_at: number
  readonly shared_name: string
}
/** Beyond this number the least recently used bucket is dropped; a dropped bucket starts full. */
const MAX_BUCKETS = 100_000
/** A process reports once it has this share of a limit to report, and at least this many requests. */
const [REPORTED_SHARE, REPORTED_MIN] = [1 / 20, 5]

/**
 * Creates a rate limiter of token buckets in memory: a burst up to the limit, then the steady rate. `factor` multiplies all limits, for
 * the sandbox. Processes that share a store decide each by itself, so that no request waits, and synchronize afterwards: consumption is
 * reported once it reaches a twentieth of a limit. Together they may therefore allow more than a limit, by a twentieth (at least five
 * requests) for each process, and by what arrives until the next synchronization.
 */
export function rateLimiter(now_ms: () => number, factor = 1, share?: ConsumeRates): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const reportable = new Set<Bucket>()
  const scaled = (limit: RateLimit): RateLimit =>
    factor === 1 ? limit : { ...limit, limit: limit.limit * factor }

  const fresh = (limit: RateLimit, key: string, missing: number, at_us: number): Bucket => ({
    limit,
    missing,
    at_us,
    unreported: 0,
    unreported_since_us: 0,
    report_at: Math.max(REPORTED_MIN, limit.limit * REPORTED_SHARE),
    shared_name: `${limit.name} ${key} ${limit.window_s}`,
  })
  const refill = (limit: RateLimit, key: string, now_us: number): Bucket => {
    const name = `${limit.name} ${key}`
    const known = buckets.get(name)
    // A bucket whose window has changed, as that of a lease does with its interval, keeps its number of missing requests.
    const bucket =
      known?.limit.window_s === limit.window_s
        ? known
        : fresh(limit, key, known?.missing ?? 0, known?.at_us ?? now_us)
    bucket.missing = Math.max(
      0,
      bucket.missing - Math.max(0, now_us - bucket.at_us) / costOf(limit),
    )
    bucket.at_us = now_us
    buckets.delete(name)
    buckets.set(name, bucket)
    if (buckets.size > MAX_BUCKETS) buckets.delete(buckets.keys().next().value!)
    return bucket
  }
  const addUnreported = (bucket: Bucket, requests: number, since_us: number) => {
    bucket.unreported_since_us =
      bucket.unreported === 0 ? since_us : Math.min(bucket.unreported_since_us, since_us)
    bucket.unreported += requests
    if (bucket.unreported >= bucket.report_at) reportable.add(bucket)
  }

  async function synchronize(): Promise<void> {
    if (!share || reportable.size === 0) return
    // A bucket that was replaced meanwhile has the same name.
    const named = new Map([...reportable].map((bucket) => [bucket.shared_name, bucket]))
    const debts = [...named.values()].map((bucket) => ({
      bucket,
      requests: bucket.unreported,
      since_us: bucket.unreported_since_us,
    }))
    reportable.clear()
    for (const { bucket } of debts) bucket.unreported = 0
    const consumptions = debts.map(({ bucket, requests, since_us }) => ({
      bucket: bucket.shared_name,
      since_us: Math.round(since_us),
      cost_us: Math.round(requests * costOf(bucket.limit)),
    }))
    const answer = await share(consumptions).catch((cause: unknown) => {
      for (const { bucket, requests, since_us } of debts) addUnreported(bucket, requests, since_us)
      throw cause
    })
    for (const { bucket } of debts) {
      const full_us = answer.get(bucket.shared_name)
      if (full_us === undefined) continue
      bucket.at_us = now_ms() * 1000
      // Only this process knows what was consumed since the report.
      bucket.missing = consumedOf(
        bucket.limit,
        fullAfter(
          full_us,
          bucket.unreported === 0 ? 0 : bucket.unreported_since_us,
          bucket.unreported * costOf(bucket.limit),
        ),
        bucket.at_us,
      )
    }
  }

  const consumeFrom = (bucket: Bucket, now_us: number): RateDecision => {
    bucket.missing += 1
    if (share) addUnreported(bucket, 1, now_us)
    return decisionAfter(bucket.limit, bucket.missing)
  }

  return {
    consume(asked, key) {
      const limit = scaled(asked)
      const now_us = now_ms() * 1000
      const bucket = refill(limit, key, now_us)
      const before = decide(limit, bucket.missing)
      return before.allowed ? consumeFrom(bucket, now_us) : before
    },
    peek(asked, key) {
      const limit = scaled(asked)
      return decide(limit, refill(limit, key, now_ms() * 1000).missing)
    },
    consumeAll(limits) {
      const now_us = now_ms() * 1000
      const touched = limits.map(([limit, key]) => refill(scaled(limit), key, now_us))
      const refusing = touched
        .map((bucket) => decide(bucket.limit, bucket.missing))
        .find(({ allowed }) => !allowed)
      if (refusing) return refusing
      return touched
        .map((bucket) => consumeFrom(bucket, now_us))
        .reduce((least, verdict) => (verdict.remaining < least.remaining ? verdict : least))
    },
    // The key is hashed because the store only has to recognize it.
    storedLimit: (limit, key) => ({
      bucket: `${limit.name} ${createHash('sha256').update(key).digest('hex')}`,
      limit: scaled(limit),
    }),
    synchronize,
  }
}

const LEASE_BURST = 20
/** Returns the limit of heartbeats: twenty more than the agreed interval allows. */
export const leaseLimit = (heartbeat_interval: number): RateLimit => ({
  name: 'lease',
  limit: LEASE_BURST,
  window_s: LEASE_BURST * heartbeat_interval,
})

/** Returns `RateLimit` and `RateLimit-Policy` as defined by the IETF draft (structured fields); none if no limit was consulted. */
export const rateLimitHeaders = (verdict: RateDecision | undefined): Record<string, string> =>
  verdict === undefined
    ? {}
    : {
        RateLimit: `"${verdict.limit.name}";r=${verdict.remaining};t=${verdict.reset_s}`,
        'RateLimit-Policy': `"${verdict.limit.name}";q=${verdict.limit.limit};w=${verdict.limit.window_s}`,
      }
