import {
  decisionAfter,
  bucketWith,
  consumedExactly,
  decide,
  type RateLimit,
  type RateDecision,
} from '../../domain/rate.ts'
import { ms } from '../../domain/time.ts'
import type { CallContext } from '../context.ts'
import type { Tx } from '../database.ts'

/** A limit that is counted in the store, in the transaction that it limits, so that all processes share it and it survives a restart. */
export interface BucketLimit {
  readonly bucket: string
  readonly limit: RateLimit
}

const microseconds = ({ now }: CallContext): number => ms(now) * 1000

/** A bucket as it was read; `missing` is by how many requests it is not full. */
interface BucketState extends BucketLimit {
  readonly missing: number
  readonly verdict: RateDecision
}

/** Reads a bucket, and locks it if it exists, so that no other transaction consumes from it meanwhile. */
async function readBucket(
  tx: Tx,
  context: CallContext,
  { bucket, limit }: BucketLimit,
): Promise<BucketState> {
  const missing = consumedExactly(limit, await tx.rates.get({ bucket }), microseconds(context))
  return { bucket, limit, missing, verdict: decide(limit, missing) }
}

/**
 * Counts one request against a bucket that was read before. It is not read again, because that could deadlock: a bucket that did not
 * exist then may be locked by a transaction that waits for this one. Without the second read, one of the two that insert it is retried.
 */
async function consume(
  tx: Tx,
  context: CallContext,
  { bucket, limit, missing }: BucketState,
): Promise<RateDecision> {
  await tx.rates.put(bucketWith(limit, bucket, missing + 1, microseconds(context)))
  return decisionAfter(limit, missing + 1)
}

/**
 * Counts one request against all of these limits, or against none if one is reached, so that requests that one limit refuses do not use
 * up another. Returns the verdict that refuses, or else the one with the fewest requests remaining.
 */
export async function countRequest(
  tx: Tx,
  context: CallContext,
  { limits }: { limits: readonly BucketLimit[] },
): Promise<RateDecision> {
  const buckets: BucketState[] = []
  for (const counted of limits) {
    const one = await readBucket(tx, context, counted)
    if (!one.verdict.allowed) return one.verdict
    buckets.push(one)
  }
  const verdicts: RateDecision[] = []
  for (const one of buckets) verdicts.push(await consume(tx, context, one))
  return verdicts.toSorted((a, b) => a.remaining - b.remaining)[0]!
}

/**
 * Limits the failures of a transaction; successes do not count. As long as nothing from an address has failed there is no bucket to lock,
 * so installations that start at once behind one address do not wait for one another.
 */
export const limitFailures =
  <Input extends object, Outcome extends { kind: string }>(
    transaction: (tx: Tx, context: CallContext, input: Input) => Promise<Outcome>,
    failures: readonly Outcome['kind'][],
  ) =>
  async (
    tx: Tx,
    context: CallContext,
    input: Input & { failed?: BucketLimit },
  ): Promise<(Outcome & { rate?: RateDecision }) | { kind: 'limited'; rate: RateDecision }> => {
    const { failed } = input
    if (!failed) return transaction(tx, context, input)
    const before = await readBucket(tx, context, failed)
    if (!before.verdict.allowed) return { kind: 'limited', rate: before.verdict }
    const outcome = await transaction(tx, context, input)
    return {
      ...outcome,
      rate: failures.includes(outcome.kind) ? await consume(tx, context, before) : before.verdict,
    }
  }

/** Empties a bucket, which marks it until it is full again. */
export const markBucket = (
  tx: Tx,
  context: CallContext,
  { bucket, limit }: BucketLimit,
): Promise<void> => tx.rates.put(bucketWith(limit, bucket, limit.limit, microseconds(context)))

/** Returns whether a bucket was marked and is not full again yet. */
export const isBucketMarked = async (
  tx: Tx,
  context: CallContext,
  counted: BucketLimit,
): Promise<boolean> => (await readBucket(tx, context, counted)).missing > 0

const BATCH = 500
/** A bucket that has been full for this long (microseconds) is deleted. */
const FULL_BUCKETS_KEPT_US = 10 * 60 * 1e6

/** Deletes buckets that are full, a bounded number at a time. */
export async function pruneRateBuckets(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ forgotten: number }> {
  const full = await tx.rates.find({
    where: { full_us: { lt: microseconds(context) - FULL_BUCKETS_KEPT_US } },
    orderBy: ['full_us'],
    limit: BATCH,
  })
  for (const { bucket } of full) await tx.rates.delete({ bucket })
  return { forgotten: full.length }
}
