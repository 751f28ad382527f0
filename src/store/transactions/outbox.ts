import { compareRanks } from '../../domain/order.ts'
import { DELIVERY_CLAIM_MS, RETRY_POLICIES, retryDelay } from '../../domain/outbox.ts'
import type { JsonObject, OutboxFinalState, OutboxItem, OutboxKind } from '../../domain/records.ts'
import { plus, type Timestamp } from '../../domain/time.ts'
import { newId } from '../../domain/uuid.ts'
import type { CallContext } from '../context.ts'
import type { ReadTx, Tx } from '../database.ts'
import { takeRoundRobin } from './round-robin.ts'

const MAX_ERROR_LENGTH = 500
/** The final states from which an operator may retry an item. */
const FAILED = ['bounced', 'given_up'] as const satisfies readonly OutboxFinalState[]
/** The maximum number of failed items that one transaction schedules again. */
const RETRIES_PER_STEP = 500
/** The final state of the items that a step schedules again, and the creation time and identifier of the last item that was scheduled. */
export interface RetryPosition {
  readonly ended: (typeof FAILED)[number]
  readonly after?: readonly [created_at: Timestamp, outbox_id: string]
}
export const FIRST_FAILED: RetryPosition = { ended: FAILED[0] }

/**
 * Inserts an item into the outbox, in the transaction that causes the delivery. The payload contains no text and no address, because the
 * message is composed when it is delivered. Items of different parties are claimed in turn.
 */
export function queueDelivery(
  tx: Tx,
  context: CallContext,
  kind: OutboxKind,
  payload: JsonObject,
  party: string,
): Promise<void> {
  return tx.outbox.insert({
    outbox_id: newId(context),
    kind,
    party,
    payload,
    created_at: context.now,
    attempts: 0,
    next_attempt_at: context.now,
    delivered_at: null,
    last_error: null,
    ended: null,
    give_up_at: plus(context.now, RETRY_POLICIES[kind].give_up_ms),
    claim: null,
  })
}

export interface OutboxClaim {
  readonly kind: OutboxKind
  readonly limit: number
  /** How many more items of a party the caller can take; unlimited by default. */
  readonly capacity?: (party: string) => number
}

/**
 * Claims items that are due: the parties take turns, and the item of a party that has been due longest comes first. A claim is exclusive
 * among all processes until it expires; an item that was neither completed nor put back by then can be claimed again.
 */
export async function claimOutbox(
  tx: Tx,
  context: CallContext,
  { kind, limit, capacity = () => Infinity }: OutboxClaim,
): Promise<readonly OutboxItem[]> {
  const open = { kind, delivered_at: null } as const
  const due = { ...open, next_attempt_at: { lte: context.now } }
  if (!(await tx.outbox.first({ where: due, orderBy: ['next_attempt_at'], lock: false }))) return []
  return takeRoundRobin<OutboxItem>(tx, {
    name: kind,
    limit,
    capacity,
    partyOf: ({ party }) => party,
    next: (party) =>
      tx.outbox.first({
        where: { ...open, party: { gt: party } },
        orderBy: ['party', 'next_attempt_at'],
        lock: false,
      }),
    async take({ outbox_id }) {
      const item = await tx.outbox.get({ outbox_id })
      if (item?.delivered_at !== null || item.next_attempt_at > context.now) return undefined
      const changes = {
        claim: newId(context),
        next_attempt_at: plus(context.now, DELIVERY_CLAIM_MS),
      }
      await tx.outbox.update({ outbox_id }, changes)
      return { ...item, ...changes }
    },
  })
}

/**
 * Closes an item that was delivered or no longer needs to be, even if another caller has claimed it. If somebody expects the delivery,
 * `reason` states why the item is not delivered.
 */
export async function recordDelivery(
  tx: Tx,
  context: CallContext,
  {
    outbox_id,
    skipped = false,
    reason,
  }: { outbox_id: string; skipped?: boolean; reason?: string | undefined },
): Promise<void> {
  const item = await tx.outbox.get({ outbox_id })
  if (item?.delivered_at !== null) return
  await closeItem(tx, context, item, {
    ended: skipped ? 'skipped' : 'delivered',
    last_error: reason ?? item.last_error,
  })
}

export interface DeliveryFailure {
  readonly item: OutboxItem
  /** A message for the operator. It must not contain text of an e-mail, a PIN or a credential. */
  readonly error: string
  /** Whether the receiver refused the item permanently, so that a retry is useless. */
  readonly final?: boolean
  /** The delay that the receiver requested before a retry. */
  readonly retry_after_ms?: number | undefined
}

/**
 * Schedules a retry with exponential backoff, or ends the item: at once if the failure is final, otherwise when the next attempt would
 * exceed the time limit of the item. Does nothing if the item was closed or claimed by another caller in the meantime. Returns the final
 * state that this call gave the item, or null if it gave none.
 */
export async function recordDeliveryFailure(
  tx: Tx,
  context: CallContext,
  { item, error, final = false, retry_after_ms }: DeliveryFailure,
): Promise<{ ended: OutboxFinalState | null }> {
  // An operator may have reset its attempts and its time limit since it was claimed.
  const stored = await tx.outbox.get({ outbox_id: item.outbox_id })
  if (stored?.delivered_at !== null || stored.claim !== item.claim) return { ended: null }
  const { kind, attempts, give_up_at, created_at } = stored
  const last_error = error.slice(0, MAX_ERROR_LENGTH)
  const next_attempt_at = plus(
    context.now,
    retryDelay(kind, attempts, context.random(1)[0]! / 256, retry_after_ms),
  )
  const isTooLate =
    next_attempt_at > (give_up_at ?? plus(created_at, RETRY_POLICIES[kind].give_up_ms))
  const ended = final ? 'bounced' : isTooLate ? 'given_up' : null
  if (ended) await closeItem(tx, context, stored, { ended, last_error, attempts: attempts + 1 })
  else
    await tx.outbox.update(
      { outbox_id: item.outbox_id },
      { attempts: attempts + 1, last_error, next_attempt_at, claim: null },
    )
  return { ended }
}

async function closeItem(
  tx: Tx,
  context: CallContext,
  { outbox_id, kind, payload }: OutboxItem,
  changes: Partial<OutboxItem> & { ended: OutboxFinalState },
): Promise<void> {
  await tx.outbox.update({ outbox_id }, { ...changes, delivered_at: context.now, claim: null })
  if (kind === 'support_mail' || kind === 'support_chat')
    await updateTicket(tx, context, String(payload['ticket_id']), kind, changes.ended)
}

/**
 * Updates the ticket of a delivery that has ended. If a chat message fails, an e-mail is queued in its place, unless the ticket was sent by
 * mail as well.
 */
async function updateTicket(
  tx: Tx,
  context: CallContext,
  ticket_id: string,
  kind: OutboxKind,
  ended: OutboxFinalState,
): Promise<void> {
  const ticket = await tx.tickets.get({ ticket_id })
  if (!ticket || ended === 'skipped') return
  if (ended === 'delivered') return tx.tickets.update({ ticket_id }, { status: 'delivered' })
  if (kind === 'support_chat')
    return ticket.channel === 'chat'
      ? queueDelivery(tx, context, 'support_mail', { ticket_id }, ticket.organization_id)
      : undefined
  if (ticket.status === 'accepted')
    await tx.tickets.update({ ticket_id }, { status: 'undelivered' })
}

/** Lists the outbox for the operator, newest first: pending and failed items, or all that are still stored. */
export async function listOutbox(
  tx: ReadTx,
  { all, limit }: { all: boolean; limit: number },
): Promise<readonly OutboxItem[]> {
  const page = { orderBy: ['created_at', 'outbox_id'] as const, descending: true, limit }
  if (all) return tx.outbox.find(page)
  const [waiting, failed] = [
    await tx.outbox.find({ ...page, where: { delivered_at: null } }),
    await tx.outbox.find({ ...page, where: { ended: { in: FAILED } } }),
  ]
  return [...waiting, ...failed]
    .toSorted((a, b) => compareRanks([b.created_at, b.outbox_id], [a.created_at, a.outbox_id]))
    .slice(0, limit)
}

/** Schedules one item for an immediate retry with a new time limit. Returns undefined if it is not waiting and has not failed. */
export async function retryItem(
  tx: Tx,
  context: CallContext,
  { outbox_id }: { outbox_id: string },
): Promise<OutboxItem | undefined> {
  const item = await tx.outbox.get({ outbox_id })
  const isRetriable =
    item && (item.delivered_at === null || FAILED.some((state) => state === item.ended))
  if (!isRetriable) return undefined
  await scheduleRetry(tx, context, item)
  return item
}

/** Schedules the next failed items, at most `RETRIES_PER_STEP`, for an immediate retry. Returns where the next step begins. */
export async function retryFailedItems(
  tx: Tx,
  context: CallContext,
  { ended, after }: RetryPosition,
): Promise<{ retried: readonly OutboxItem[]; next: RetryPosition | undefined }> {
  const retried = await tx.outbox.find({
    where: { ended },
    orderBy: ['created_at', 'outbox_id'],
    limit: RETRIES_PER_STEP,
    ...(after && { after }),
  })
  for (const item of retried) await scheduleRetry(tx, context, item)
  if (retried.length === RETRIES_PER_STEP) {
    const { created_at, outbox_id } = retried.at(-1)!
    return { retried, next: { ended, after: [created_at, outbox_id] } }
  }
  const following = FAILED[FAILED.indexOf(ended) + 1]
  return { retried, next: following && { ended: following } }
}

const scheduleRetry = (
  tx: Tx,
  context: CallContext,
  { outbox_id, kind, claim, next_attempt_at }: OutboxItem,
): Promise<void> =>
  tx.outbox.update(
    { outbox_id },
    {
      attempts: 0,
      // An item that is being delivered must not be delivered a second time.
      next_attempt_at: claim === null ? context.now : next_attempt_at,
      delivered_at: null,
      ended: null,
      give_up_at: plus(context.now, RETRY_POLICIES[kind].give_up_ms),
    },
  )
