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

/**
 * A rate limit that is counted in the store, so that all processes share it and it survives a restart. It is usually counted in the
 * transaction of the operation that it limits.
 */
export interface BucketLimit {
  readonly bucket: string
  readonly limit: RateLimit
}

const microseconds = ({ now }: CallContext): number => ms(now) * 1000

/** The state of a bucket when it was read; `consumed` is the number of requests that are missing until it is full. */
interface BucketState extends BucketLimit {
  readonly consumed: number
  readonly decision: RateDecision
}

/** Reads a bucket, and locks it if it exists, so that no other transaction consumes from it concurrently. */
async function readBucket(
  tx: Tx,
  context: CallContext,
  { bucket, limit }: BucketLimit,
): Promise<BucketState> {
  const consumed = consumedExactly(limit, await tx.rates.get({ bucket }), microseconds(context))
  return { bucket, limit, consumed, decision: decide(limit, consumed) }
}

/**
 * Counts one request against a bucket that was read before. It is not read again, because that could deadlock: a bucket that did not exist
 * at that time may now be locked by a transaction that waits for this one. If two transactions insert the bucket, one of them is retried.
 */
async function consume(
  tx: Tx,
  context: CallContext,
  { bucket, limit, consumed }: BucketState,
): Promise<RateDecision> {
  await tx.rates.put(bucketWith(limit, bucket, consumed + 1, microseconds(context)))
  return decisionAfter(limit, consumed + 1)
}

/**
 * Counts one request against all of these limits, or against none if any is reached, so that requests that one limit refuses do not consume
 * from another. Returns the decision that refuses the request, or else the decision with the fewest remaining requests.
 */
export async function countRequest(
  tx: Tx,
  context: CallContext,
  { limits }: { limits: readonly BucketLimit[] },
): Promise<RateDecision> {
  const buckets: BucketState[] = []
  for (const bucketLimit of limits) {
    const state = await readBucket(tx, context, bucketLimit)
    if (!state.decision.allowed) return state.decision
    buckets.push(state)
  }
  const decisions: RateDecision[] = []
  for (const state of buckets) decisions.push(await consume(tx, context, state))
  return decisions.toSorted((a, b) => a.remaining - b.remaining)[0]!
}

/**
 * Limits the failures of a transaction; successes do not count. As long as nothing from an address has failed, there is no bucket to lock,
 * so installations that start at the same time behind one address do not wait for each other.
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
    if (!before.decision.allowed) return { kind: 'limited', rate: before.decision }
    const outcome = await transaction(tx, context, input)
    return {
      ...outcome,
      rate: failures.includes(outcome.kind) ? await consume(tx, context, before) : before.decision,
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
  bucketLimit: BucketLimit,
): Promise<boolean> => (await readBucket(tx, context, bucketLimit)).consumed > 0

const BATCH = 500
/** How long full buckets are kept, in microseconds. */
const FULL_BUCKETS_KEPT_US = 10 * 60 * 1e6

/** Deletes buckets that are full, a bounded number at a time. */
export async function pruneRateBuckets(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ pruned: number }> {
  const full = await tx.rates.find({
    where: { full_us: { lt: microseconds(context) - FULL_BUCKETS_KEPT_US } },
    orderBy: ['full_us'],
    limit: BATCH,
  })
  for (const { bucket } of full) await tx.rates.delete({ bucket })
  return { pruned: full.length }
}
