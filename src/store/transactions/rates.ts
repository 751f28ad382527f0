import {
  afterwards,
  lacking,
  missingIn,
  verdictOn,
  type RateLimit,
  type Verdict,
} from '../../domain/rate.ts'
import { ms } from '../../domain/time.ts'
import type { CallContext } from '../context.ts'
import type { Tx } from '../database.ts'

/** A limit that is counted in the store, in the transaction of what it limits: the same in every process, and after a restart. */
export interface Counted {
  readonly bucket: string
  readonly limit: RateLimit
}

const microseconds = ({ now }: CallContext): number => ms(now) * 1000

/** A bucket as it was looked at, and how many requests it lacks of being full. */
interface Looked extends Counted {
  readonly missing: number
  readonly verdict: Verdict
}

/** How a bucket stands. One that was drawn from is held until the work is done, so nobody comes in between. */
async function look(tx: Tx, context: CallContext, { bucket, limit }: Counted): Promise<Looked> {
  const missing = missingIn(limit, await tx.rates.get({ bucket }), microseconds(context))
  return { bucket, limit, missing, verdict: verdictOn(limit, missing) }
}

/**
 * Counts one request against a bucket that was looked at. It is not looked at again: a bucket that was missing then may be held by
 * somebody who waits for what this work holds; as it is, one of the two that make it begins anew.
 */
async function draw(
  tx: Tx,
  context: CallContext,
  { bucket, limit, missing }: Looked,
): Promise<Verdict> {
  await tx.rates.put(lacking(limit, bucket, missing + 1, microseconds(context)))
  return afterwards(limit, missing + 1)
}

/**
 * Counts one request against each of these limits, or against none where one is reached: what one limit refuses does not count against
 * the others, so a stranger at the first cannot use up somebody's second. Of all verdicts, that which refuses or leaves least.
 */
export async function countRequest(
  tx: Tx,
  context: CallContext,
  { limits }: { limits: readonly Counted[] },
): Promise<Verdict> {
  const looked: Looked[] = []
  for (const counted of limits) {
    const one = await look(tx, context, counted)
    if (!one.verdict.allowed) return one.verdict
    looked.push(one)
  }
  const verdicts: Verdict[] = []
  for (const one of looked) verdicts.push(await draw(tx, context, one))
  return verdicts.toSorted((a, b) => a.remaining - b.remaining)[0]!
}

/**
 * An intent that is closed to whoever failed too often at it: failures count, successes do not. While nobody at an address has failed
 * there is no bucket, and a fleet that starts at once behind one address goes through side by side.
 */
export const sparing =
  <Input extends object, Outcome extends { kind: string }>(
    intent: (tx: Tx, context: CallContext, input: Input) => Promise<Outcome>,
    failures: readonly Outcome['kind'][],
  ) =>
  async (
    tx: Tx,
    context: CallContext,
    { failed, ...input }: Input & { failed?: Counted },
  ): Promise<(Outcome & { rate?: Verdict }) | { kind: 'limited'; rate: Verdict }> => {
    if (!failed) return intent(tx, context, input as unknown as Input)
    const before = await look(tx, context, failed)
    if (!before.verdict.allowed) return { kind: 'limited', rate: before.verdict }
    const outcome = await intent(tx, context, input as unknown as Input)
    return {
      ...outcome,
      rate: failures.includes(outcome.kind) ? await draw(tx, context, before) : before.verdict,
    }
  }

/** Uses a bucket up, as a mark that stays until it has refilled. */
export const mark = (tx: Tx, context: CallContext, { bucket, limit }: Counted): Promise<void> =>
  tx.rates.put(lacking(limit, bucket, limit.limit, microseconds(context)))

/** Whether a bucket was marked and has not refilled yet. */
export const isMarked = async (tx: Tx, context: CallContext, counted: Counted): Promise<boolean> =>
  (await look(tx, context, counted)).missing > 0

const BATCH = 500
/** Of a bucket that has been full for so long nothing is worth knowing. */
const KEPT_US = 10 * 60 * 1e6

/** Forgets buckets that are full, a bounded number at a time. */
export async function forgetRates(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ forgotten: number }> {
  const full = await tx.rates.find({
    where: { full_us: { lt: microseconds(context) - KEPT_US } },
    orderBy: ['full_us'],
    limit: BATCH,
  })
  for (const { bucket } of full) await tx.rates.delete({ bucket })
  return { forgotten: full.length }
}
