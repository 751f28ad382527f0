import { consumedWithCharge, costOf, type RateLimit } from '../domain/rate.ts'

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
/** A process reports once it has this share of a limit to report, and at least this many requests. */
const [REPORTED_SHARE, REPORTED_MIN] = [1 / 20, 5]

/** The buckets of this process, the least recently used first. */
export class Buckets {
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

  /** Consumes requests beyond the limit as well. Returns how many were counted: a debt grows up to the limit once more. */
  charge(limit: RateLimit, key: string, requests: number, now_us: number) {
    const bucket = this.refill(limit, key, now_us)
    const missing = consumedWithCharge(limit, bucket.missing, requests)
    const added = missing - bucket.missing
    bucket.missing = missing
    return { bucket, added }
  }
}

const newBucket = (limit: RateLimit, key: string, missing: number, at_us: number): Bucket => ({
  limit,
  key,
  missing,
  at_us,
  unreported: 0,
  unreported_since_us: 0,
  report_at: Math.max(REPORTED_MIN, limit.limit * REPORTED_SHARE),
  shared_name: `${limit.name} ${key} ${limit.window_s}`,
})

/** Returns how many requests are missing from a bucket at a time, without those that other processes admitted since. */
export const missingAt = ({ missing, at_us, limit }: Bucket, now_us: number): number =>
  Math.max(0, missing - Math.max(0, now_us - at_us) / costOf(limit))
