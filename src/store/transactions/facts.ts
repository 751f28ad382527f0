import type { Json } from '../../domain/json.ts'
import { elapsed } from '../../domain/time.ts'
import type { CallContext } from '../context.ts'
import type { ReadTx, Tx } from '../database.ts'

export interface LockOption {
  /** Whether the fact is locked until the transaction ends (the default). */
  readonly lock?: boolean
}

/** Returns the value of a fact of the platform; undefined if it is missing or null. */
export async function readFact(
  tx: ReadTx,
  name: string,
  { lock = true }: LockOption = {},
): Promise<Exclude<Json, null> | undefined> {
  const fact = lock
    ? await tx.platform_facts.get({ name })
    : await tx.platform_facts.first({ where: { name }, lock: false })
  return fact?.value ?? undefined
}

/** Returns the value of a fact if it is a string. */
export async function readText(
  tx: ReadTx,
  name: string,
  options?: LockOption,
): Promise<string | undefined> {
  const value = await readFact(tx, name, options)
  return typeof value === 'string' ? value : undefined
}

/** Acquires the lock with this name until the transaction ends. It is for transactions that have no other row to lock yet. */
export async function acquireLock(tx: Tx, context: CallContext, name: string): Promise<void> {
  await tx.platform_facts.get({ name })
  await tx.platform_facts.put({ name, value: context.now })
}

/**
 * An upper bound for the difference between the times of transactions that wait for each other. A timestamp that is further ahead was
 * written before the clock was set back.
 */
const CLOCK_SKEW_MS = 60_000

/**
 * Tries to begin a run of a periodic job, and returns whether it may. Across all processes, at most one caller succeeds in each
 * `pause_ms`; that caller holds the lock until its transaction ends, not until the job ends. Without a pause, every call succeeds and locks
 * nothing.
 */
export async function tryBeginRun(
  tx: Tx,
  context: CallContext,
  name: string,
  pause_ms: number,
): Promise<boolean> {
  if (pause_ms === 0) return true
  const isTooSoon = (at: string | undefined) =>
    at !== undefined &&
    elapsed(at, context.now) < pause_ms &&
    elapsed(at, context.now) > -CLOCK_SKEW_MS
  // The first read takes no lock, so that a job that is too early does not wait for a running job.
  if (isTooSoon(await readText(tx, name, { lock: false })) || isTooSoon(await readText(tx, name)))
    return false
  await tx.platform_facts.put({ name, value: context.now })
  return true
}

/**
 * Returns whether no other run of a periodic job has begun since `taken_at`, and keeps others from beginning until the transaction ends.
 */
export const isCurrentRun = async (tx: Tx, name: string, taken_at: string): Promise<boolean> =>
  (await readText(tx, name)) === taken_at
