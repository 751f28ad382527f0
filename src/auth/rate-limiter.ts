import { createHash } from 'node:crypto'
import {
  consumedWithCharge,
  decide,
  decisionAfter,
  missingAt,
  type RateDecision,
  type RateLimit,
} from '../domain/rate.ts'
import { HEARTBEAT_JITTER } from '../domain/limits.ts'
import type { ConsumeRates } from '../store/database.ts'
import { shareRates, type RatePeers } from './rate-sharing.ts'
import type { BucketLimit } from '../store/transactions/rates.ts'

export type { RateLimit, RateDecision } from '../domain/rate.ts'

export interface RateLimiter {
  /** Counts one request against the limit of `key`, unless the limit is reached. */
  consume(limit: RateLimit, key: string): RateDecision
  /** Returns the state of the limit of `key` without consuming anything. */
  peek(limit: RateLimit, key: string): RateDecision
  /**
   * Counts one request against each limit, or against none if one of them is reached. Returns the decision that refuses, or the one with
   * the fewest remaining requests.
   */
  consumeAll(limits: readonly (readonly [limit: RateLimit, key: string])[]): RateDecision
  /**
   * Counts requests against each limit for what an admitted request has done. Nothing is refused: what exceeds a limit becomes a debt,
   * which is at most as large as the limit, and later requests are refused until it is paid off.
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
 * reported once it reaches a twentieth of a limit. Together they may therefore exceed a limit: by a twentieth of it (at least five
 * requests) for each process, and by the requests that arrive before the next synchronization. The workers on one machine inform each other
 * at once.
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
    sharing?.add(bucket, 1, now_us)
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
        .reduce((least, decision) => (decision.remaining < least.remaining ? decision : least))
    },
    charge(limits, requests) {
      const now_us = now_ms() * 1000
      for (const [unscaled, key] of limits) {
        const { bucket, added } = buckets.charge(scaled(unscaled), key, requests, now_us)
        sharing?.add(bucket, added, now_us)
      }
    },
    // The key is hashed because the store only has to recognize it.
    storedLimit: (limit, key) => ({
      bucket: `${limit.name} ${createHash('sha256').update(key).digest('hex')}`,
      limit: scaled(limit),
    }),
    synchronize: async () => sharing?.exchange(now_ms),
  }
}

/** A token bucket: a burst up to the limit, then the steady rate. */
export interface Bucket {
  missing: number
  at_us: number
  unreported: number
  unreported_since_us: number
  readonly limit: RateLimit
  readonly key: string
  readonly report_at: number
  readonly shared_name: string
}
/** Beyond this number the least recently used bucket is dropped; a dropped bucket starts full. */
const MAX_BUCKETS = 100_000
/** A process reports once its unreported requests reach this share of a limit, and at least this number. */
const [REPORTED_SHARE, REPORTED_MIN] = [1 / 20, 5]

/** The buckets of this process, the least recently used first. */
class Buckets {
  readonly #buckets = new Map<string, Bucket>()

  /** Returns the bucket of a key as it is at this time. */
  refill(limit: RateLimit, key: string, now_us: number): Bucket {
    const name = `${limit.name} ${key}`
    const previous = this.#buckets.get(name)
    const bucket =
      previous && isSameLimit(previous.limit, limit)
        ? previous
        : newBucket(limit, key, previous, now_us)
    bucket.missing = missingAt(bucket, now_us)
    bucket.at_us = now_us
    this.#buckets.delete(name)
    this.#buckets.set(name, bucket)
    if (this.#buckets.size > MAX_BUCKETS) this.#buckets.delete(this.#buckets.keys().next().value!)
    return bucket
  }

  /** Counts requests even beyond the limit. Returns how many were counted, because the debt is at most as large as the limit. */
  charge(limit: RateLimit, key: string, requests: number, now_us: number) {
    const bucket = this.refill(limit, key, now_us)
    const missing = consumedWithCharge(limit, bucket.missing, requests)
    const added = missing - bucket.missing
    bucket.missing = missing
    return { bucket, added }
  }
}

const isSameLimit = (one: RateLimit, other: RateLimit): boolean =>
  one.limit === other.limit && one.window_s === other.window_s

/**
 * Returns the bucket of a limit that is new or has changed. The limit of a lease changes with its interval, and that of an organization
 * with its plan. A changed bucket keeps the number of consumed requests, up to the debt that the new limit permits.
 */
const newBucket = (
  limit: RateLimit,
  key: string,
  previous: Pick<Bucket, 'missing' | 'at_us'> | undefined,
  now_us: number,
): Bucket => ({
  limit,
  key,
  missing: consumedWithCharge(limit, 0, previous?.missing ?? 0),
  at_us: previous?.at_us ?? now_us,
  unreported: 0,
  unreported_since_us: 0,
  report_at: Math.max(REPORTED_MIN, limit.limit * REPORTED_SHARE),
  shared_name: `${limit.name} ${key} ${limit.limit}/${limit.window_s}`,
})

const LEASE_BURST = 20
/**
 * Returns the limit of heartbeats: the shortest time after which `next_heartbeat_at` can request one, and a burst of twenty
 * (docs/specification/installations.md#heartbeat-rate).
 * @param heartbeat_interval the interval in effect, in seconds
 */
export const leaseLimit = (heartbeat_interval: number): RateLimit => ({
  name: 'lease',
  limit: LEASE_BURST,
  window_s: LEASE_BURST * (1 - HEARTBEAT_JITTER) * heartbeat_interval,
})

/** Returns `RateLimit` and `RateLimit-Policy` as defined by the IETF draft (structured fields); none if no limit was consulted. */
export const rateLimitHeaders = (decision: RateDecision | undefined): Record<string, string> =>
  decision === undefined
    ? {}
    : {
        RateLimit: `"${decision.limit.name}";r=${decision.remaining};t=${decision.reset_s}`,
        'RateLimit-Policy': `"${decision.limit.name}";q=${decision.limit.limit};w=${decision.limit.window_s}`,
      }
