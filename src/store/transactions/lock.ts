import { elapsed } from '../../domain/time.ts'
import type { CallContext } from '../context.ts'
import type { ReadTx, Tx } from '../database.ts'

/** Until this work is done, nobody else gets past the same name: where there is no row to hold yet, they hold this one. */
export async function alone(tx: Tx, context: CallContext, name: string): Promise<void> {
  await tx.platform_facts.get({ name })
  await tx.platform_facts.put({ name, value: context.now })
}

/** Works that wait for one another differ in their moments by less; what lies further ahead is left by a clock that was set back. */
const AHEAD_MS = 60_000

/**
 * Whether it is this work's turn: of the works of one name, whoever in whichever process begins them, one runs at a time, and none
 * begins sooner than `pause_ms` after the one before it. Without a pause it always is.
 */
export async function isTurn(
  tx: Tx,
  context: CallContext,
  name: string,
  pause_ms: number,
): Promise<boolean> {
  if (pause_ms === 0) return true
  const isSoon = (at: string | undefined) =>
    at !== undefined && elapsed(at, context.now) < pause_ms && elapsed(at, context.now) > -AHEAD_MS
  // The first read takes no lock: a caller that is too early need not wait for the one whose turn it is.
  if (isSoon(await notedAt(tx, name, false)) || isSoon(await notedAt(tx, name))) return false
  await tx.platform_facts.put({ name, value: context.now })
  return true
}

/** Whether the turn that was taken at this moment lasts, and keeps it until this work is done: nobody else has taken one since. */
export const holdsTurn = async (tx: Tx, name: string, taken_at: string): Promise<boolean> =>
  (await notedAt(tx, name)) === taken_at

/** The moment that was noted under a name. */
export async function notedAt(tx: ReadTx, name: string, lock = true): Promise<string | undefined> {
  const fact = lock
    ? await tx.platform_facts.get({ name })
    : await tx.platform_facts.first({ where: { name }, lock: false })
  return typeof fact?.value === 'string' ? fact.value : undefined
}
