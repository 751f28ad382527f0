import { createHash } from 'node:crypto'
import {
  decisionAfter,
  costOf,
  fullAfter,
  consumedOf,
  consumedWithCharge,
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
  /**
   * Consumes requests of each limit for what an admitted request has done. It refuses nothing: what exceeds a limit is a debt, up to the
   * limit once more, which later requests wait for.
   */
  charge(limits: readonly (readonly [limit: RateLimit, key: string])[], requests: number): void
  /** Returns a limit that is counted in the store instead. */
  storedLimit(limit: RateLimit, key: string): BucketLimit
  /** Exchanges consumption with the other processes that share the store. */
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
 * Creates a rate limiter of token buckets in memory: a burst up to the limit, then the steady rate. `factor` multiplies all limits, for the
 * sandbox. Each process decides alone, so that no request waits. Processes that share a store synchronize afterwards: consumption is
 * reported once it reaches a twentieth of a limit. Together they may therefore allow more than a limit, by a twentieth (at least five
 * requests) for each process, and by what arrives until the next synchronization.
 */
export function rateLimiter(now_ms: () => number, factor = 1, share?: ConsumeRates): RateLimiter {
  const buckets = new Buckets()
  const reports = share && new Reports(share)
  const scaled = (limit: RateLimit): RateLimit =>
    factor === 1 ? limit : { ...limit, limit: limit.limit * factor }

  const consumeFrom = (bucket: Bucket, now_us: number): RateDecision => {
    bucket.missing += 1
    reports?.add(bucket, 1, now_us)
    return decisionAfter(bucket.limit, bucket.missing)
  }
  return {
    consume(unscaled, key) {
      const limit = scaled(unscaled)
      const now_us = now_ms() * 1000
      const bucket = buckets.refill(limit, key, now_us)
      const before = decide(limit, bucket.missing)
      return before.allowed ? consumeFrom(bucket, now_us) : before
    },
    peek(unscaled, key) {
      const limit = scaled(unscaled)
      return decide(limit, buckets.refill(limit, key, now_ms() * 1000).missing)
    },
    consumeAll(limits) {
      const now_us = now_ms() * 1000
      const refilled = limits.map(([limit, key]) => buckets.refill(scaled(limit), key, now_us))
      const refusal = refilled
        .map((bucket) => decide(bucket.limit, bucket.missing))
        .find(({ allowed }) => !allowed)
      if (refusal) return refusal
      return refilled
        .map((bucket) => consumeFrom(bucket, now_us))
        .reduce((least, verdict) => (verdict.remaining < least.remaining ? verdict : least))
    },
    charge(limits, requests) {
      const now_us = now_ms() * 1000
      for (const [unscaled, key] of limits) {
        const limit = scaled(unscaled)
        const bucket = buckets.refill(limit, key, now_us)
        const missing = consumedWithCharge(limit, bucket.missing, requests)
        reports?.add(bucket, missing - bucket.missing, now_us)
        bucket.missing = missing
      }
    },
    // The key is hashed because the store only has to recognize it.
    storedLimit: (limit, key) => ({
      bucket: `${limit.name} ${createHash('sha256').update(key).digest('hex')}`,
      limit: scaled(limit),
    }),
    synchronize: async () => reports?.exchange(now_ms),
  }
}

/** The buckets of this process, the least recently used first. */
class Buckets {
  readonly #buckets = new Map<string, Bucket>()

  /** Returns the bucket of a key as it is at this time. */
  refill(limit: RateLimit, key: string, now_us: number): Bucket {
    const name = `${limit.name} ${key}`
    const previous = this.#buckets.get(name)
    // If the window has changed, as that of a lease does when its interval changes, the new bucket keeps the number of missing requests.
    const bucket =
      previous?.limit.window_s === limit.window_s
        ? previous
        : newBucket(limit, key, previous?.missing ?? 0, previous?.at_us ?? now_us)
    bucket.missing = missingAt(bucket, now_us)
    bucket.at_us = now_us
    this.#buckets.delete(name)
    this.#buckets.set(name, bucket)
    if (this.#buckets.size > MAX_BUCKETS) this.#buckets.delete(this.#buckets.keys().next().value!)
    return bucket
  }
}

const newBucket = (limit: RateLimit, key: string, missing: number, at_us: number): Bucket => ({
  limit,
  missing,
  at_us,
  unreported: 0,
  unreported_since_us: 0,
  report_at: Math.max(REPORTED_MIN, limit.limit * REPORTED_SHARE),
  shared_name: `${limit.name} ${key} ${limit.window_s}`,
})

/** Returns how many requests are missing from a bucket at a time, without those that other processes admitted since. */
const missingAt = ({ missing, at_us, limit }: Bucket, now_us: number): number =>
  Math.max(0, missing - Math.max(0, now_us - at_us) / costOf(limit))

/** The consumption of this process that has not been reported to the others yet. */
class Reports {
  readonly #share: ConsumeRates
  readonly #due = new Set<Bucket>()
  constructor(share: ConsumeRates) {
    this.#share = share
  }

  add(bucket: Bucket, requests: number, since_us: number): void {
    bucket.unreported_since_us =
      bucket.unreported === 0 ? since_us : Math.min(bucket.unreported_since_us, since_us)
    bucket.unreported += requests
    if (bucket.unreported >= bucket.report_at) this.#due.add(bucket)
  }

  /** Reports what is due, and takes over what all processes have consumed of the same buckets. */
  async exchange(now_ms: () => number): Promise<void> {
    if (this.#due.size === 0) return
    // A bucket that was replaced since the report was sent has the same name.
    const named = new Map([...this.#due].map((bucket) => [bucket.shared_name, bucket]))
    const unreported_uses = [...named.values()].map((bucket) => ({
      bucket,
      requests: bucket.unreported,
      since_us: bucket.unreported_since_us,
    }))
    this.#due.clear()
    for (const { bucket } of unreported_uses) bucket.unreported = 0
    const consumptions = unreported_uses.map(({ bucket, requests, since_us }) => ({
      bucket: bucket.shared_name,
      since_us: Math.round(since_us),
      cost_us: Math.round(requests * costOf(bucket.limit)),
    }))
    const full = await this.#share(consumptions).catch((cause: unknown) => {
      for (const { bucket, requests, since_us } of unreported_uses)
        this.add(bucket, requests, since_us)
      throw cause
    })
    for (const { bucket } of unreported_uses) {
      const full_us = full.get(bucket.shared_name)
      if (full_us !== undefined) refillShared(bucket, full_us, now_ms() * 1000)
    }
  }
}

/**
 * Sets a bucket to what all processes have consumed. What this process has consumed since its report is added. Debts of several processes
 * may add up to more than is plausible, so each process keeps at least its own.
 */
function refillShared(bucket: Bucket, full_us: number, now_us: number): void {
  const unreported_us = bucket.unreported * costOf(bucket.limit)
  const since_us = bucket.unreported === 0 ? 0 : bucket.unreported_since_us
  const own = missingAt(bucket, now_us)
  const shared = consumedOf(bucket.limit, fullAfter(full_us, since_us, unreported_us), now_us)
  bucket.at_us = now_us
  bucket.missing = own > bucket.limit.limit ? Math.max(own, shared) : shared
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
