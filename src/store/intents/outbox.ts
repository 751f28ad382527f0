import type { OutboxItem } from '../../domain/records.ts'
import { plus, type Timestamp } from '../../domain/time.ts'
import type { Act } from '../act.ts'
import type { ReadTx, Tx } from '../database.ts'

const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 10 * 60_000
/** A PIN lives five minutes: what could not be delivered by then is worth nothing. */
const GIVE_UP_AFTER_MS = 10 * 60_000

/** What waits for delivery, the longest due first. */
export const dueOutbox = (tx: ReadTx, { now, limit }: { now: Timestamp; limit: number }): Promise<readonly OutboxItem[]> =>
  tx.outbox.find({ where: { delivered_at: null, next_attempt_at: { lte: now } }, orderBy: ['next_attempt_at'], limit })

/** Closes an item; nothing is left to send. */
export const noteDelivered = (tx: Tx, act: Act, { outbox_id }: { outbox_id: string }) => tx.outbox.update({ outbox_id }, { delivered_at: act.now })

/** Puts an item back with a growing pause, or gives it up. The error is kept for the operator. */
export async function noteUndelivered(tx: Tx, act: Act, { item, error }: { item: OutboxItem; error: string }): Promise<void> {
  const pause = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** item.attempts)
  const next_attempt_at = plus(act.now, pause)
  const given_up = next_attempt_at > plus(item.created_at, GIVE_UP_AFTER_MS)
  await tx.outbox.update({ outbox_id: item.outbox_id }, { attempts: item.attempts + 1, last_error: error.slice(0, 500), next_attempt_at, ...(given_up && { delivered_at: act.now }) })
}
