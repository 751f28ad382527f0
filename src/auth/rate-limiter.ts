import { createHash } from 'node:crypto'
import {
  afterwards,
  costOf,
  drawn,
  missingFrom,
  verdictOn,
  type RateLimit,
  type Verdict,
} from '../domain/rate.ts'
import type { ConsumeRates } from '../store/database.ts'
import type { Counted } from '../store/transactions/rates.ts'

export type { RateLimit, Verdict } from '../domain/rate.ts'

export interface RateLimiter {
  /** Counts one request of `key`, unless the limit is reached. */
  take(limit: RateLimit, key: string): Verdict
  /** Tells how the limit of `key` stands, and counts nothing. */
  look(limit: RateLimit, key: string): Verdict
  /** Counts one request against each limit, or against none where one is reached. Returns the verdict that refuses, or leaves least. */
  takeAll(limits: readonly (readonly [limit: RateLimit, key: string])[]): Verdict
  /** A limit that is counted in the store instead. */
  counted(limit: RateLimit, key: string): Counted
  /** Tells the other processes what was let through here, and learns what was elsewhere. Nothing where there are none. */
  settle(): Promise<void>
}

interface Bucket {
  missing: number
  at_us: number
  owed: number
  owed_since_us: number
  readonly limit: RateLimit
  readonly worth: number
  readonly shared_as: string
}
/** Beyond this the bucket that was untouched longest is forgotten; a forgotten one starts full. */
const MOST_BUCKETS = 100_000
/** A process owes the others no more than this part of a limit, and at least so many requests. */
const [OWED_PART, OWED_LEAST] = [1 / 20, 5]

/**
 * Token buckets in memory: a burst up to the limit, then the steady rate. `now_ms` is handed in. `raise` multiplies all limits (the
 * sandbox, where fuzzers are welcome).
 *
 * Where processes share a store each decides by itself, so that no request waits, and settles with the others afterwards: once a
 * twentieth of a limit was let through here, it is told. So together they may let through more than a limit by a twentieth (at least
 * five requests) for each process, and what arrives until the next settling.
 */
export function rateLimiter(now_ms: () => number, raise = 1, share?: ConsumeRates): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const owing = new Set<Bucket>()
  const raised = (limit: RateLimit): RateLimit =>
    raise === 1 ? limit : { ...limit, limit: limit.limit * raise }

  const fresh = (limit: RateLimit, key: string, missing: number, at_us: number): Bucket => ({
    limit,
    missing,
    at_us,
    owed: 0,
    owed_since_us: 0,
    worth: Math.max(OWED_LEAST, limit.limit * OWED_PART),
    shared_as: `${limit.name} ${key} ${limit.window_s}`,
  })
  const touch = (limit: RateLimit, key: string, now_us: number): Bucket => {
    const name = `${limit.name} ${key}`
    const known = buckets.get(name)
    // A bucket whose window has changed, as that of a lease does with its interval, lacks as many requests as before.
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
    if (buckets.size > MOST_BUCKETS) buckets.delete(buckets.keys().next().value!)
    return bucket
  }
  const owe = (bucket: Bucket, requests: number, since_us: number) => {
    bucket.owed_since_us = bucket.owed === 0 ? since_us : Math.min(bucket.owed_since_us, since_us)
    bucket.owed += requests
    if (bucket.owed >= bucket.worth) owing.add(bucket)
  }

  async function settle(): Promise<void> {
    if (!share || owing.size === 0) return
    // A bucket that was made anew since has the same name.
    const named = new Map([...owing].map((bucket) => [bucket.shared_as, bucket]))
    const debts = [...named.values()].map((bucket) => ({
      bucket,
      requests: bucket.owed,
      since_us: bucket.owed_since_us,
    }))
    owing.clear()
    for (const { bucket } of debts) bucket.owed = 0
    const consumptions = debts.map(({ bucket, requests, since_us }) => ({
      bucket: bucket.shared_as,
      since_us: Math.round(since_us),
      cost_us: Math.round(requests * costOf(bucket.limit)),
    }))
    const answer = await share(consumptions).catch((cause: unknown) => {
      for (const { bucket, requests, since_us } of debts) owe(bucket, requests, since_us)
      throw cause
    })
    for (const { bucket } of debts) {
      const full_us = answer.get(bucket.shared_as)
      if (full_us === undefined) continue
      bucket.at_us = now_ms() * 1000
      // What was let through since is known here only.
      bucket.missing = missingFrom(
        bucket.limit,
        drawn(
          full_us,
          bucket.owed === 0 ? 0 : bucket.owed_since_us,
          bucket.owed * costOf(bucket.limit),
        ),
        bucket.at_us,
      )
    }
  }

  const draw = (bucket: Bucket, now_us: number): Verdict => {
    bucket.missing += 1
    if (share) owe(bucket, 1, now_us)
    return afterwards(bucket.limit, bucket.missing)
  }

  return {
    take(asked, key) {
      const limit = raised(asked)
      const now_us = now_ms() * 1000
      const bucket = touch(limit, key, now_us)
      const before = verdictOn(limit, bucket.missing)
      return before.allowed ? draw(bucket, now_us) : before
    },
    look(asked, key) {
      const limit = raised(asked)
      return verdictOn(limit, touch(limit, key, now_ms() * 1000).missing)
    },
    takeAll(limits) {
      const now_us = now_ms() * 1000
      const touched = limits.map(([limit, key]) => touch(raised(limit), key, now_us))
      const refusing = touched
        .map((bucket) => verdictOn(bucket.limit, bucket.missing))
        .find(({ allowed }) => !allowed)
      if (refusing) return refusing
      return touched
        .map((bucket) => draw(bucket, now_us))
        .reduce((least, verdict) => (verdict.remaining < least.remaining ? verdict : least))
    },
    // A store need not know who somebody is to know that it is the same.
    counted: (limit, key) => ({
      bucket: `${limit.name} ${createHash('sha256').update(key).digest('hex')}`,
      limit: raised(limit),
    }),
    settle,
  }
}

/** `RateLimit` and `RateLimit-Policy` as the IETF draft writes them (structured fields); none where no limit was consulted. */
export const rateLimitHeaders = (verdict: Verdict | undefined): Record<string, string> =>
  verdict === undefined
    ? {}
    : {
        RateLimit: `"${verdict.limit.name}";r=${verdict.remaining};t=${verdict.reset_s}`,
        'RateLimit-Policy': `"${verdict.limit.name}";q=${verdict.limit.limit};w=${verdict.limit.window_s}`,
      }
