import { createHash } from 'node:crypto'
import { decide, decisionAfter, type RateDecision, type RateLimit } from '../domain/rate.ts'
import type { ConsumeRates } from '../store/database.ts'
import { Buckets, type Bucket } from './rate-buckets.ts'
import { shareRates, type RatePeers } from './rate-sharing.ts'
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

/**
 * Creates a rate limiter of token buckets in memory: a burst up to the limit, then the steady rate. `factor` multiplies all limits, for the
 * sandbox. Each process decides alone, so that no request waits. Processes that share a store synchronize afterwards: consumption is
 * reported once it reaches a twentieth of a limit. Together they may therefore allow more than a limit, by a twentieth (at least five
 * requests) for each process, and by what arrives until the next synchronization. Workers of one machine tell each other at once.
 */
export function rateLimiter(
  now_ms: () => number,
  factor = 1,
  share?: ConsumeRates,
  peers?: RatePeers,
): RateLimiter {
  const buckets = new Buckets()
  const sharing = shareRates(share, peers)
  peers?.onConsumed((consumptions) => {
    for (const { limit, key, requests } of consumptions)
      buckets.charge(limit, key, requests, now_ms() * 1000)
  })
  const scaled = (limit: RateLimit): RateLimit =>
    factor === 1 ? limit : { ...limit, limit: limit.limit * factor }

  const consumeFrom = (bucket: Bucket, now_us: number): RateDecision => {
    bucket.missing += 1
    sharing.add(bucket, 1, now_us)
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
        const { bucket, added } = buckets.charge(scaled(unscaled), key, requests, now_us)
        sharing.add(bucket, added, now_us)
      }
    },
    // The key is hashed because the store only has to recognize it.
    storedLimit: (limit, key) => ({
      bucket: `${limit.name} ${createHash('sha256').update(key).digest('hex')}`,
      limit: scaled(limit),
    }),
    synchronize: () => sharing.exchange(now_ms),
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
