import { DELIVERY_HOLD_MS, PATIENCE, pause } from '../../domain/outbox.ts'
import type { JsonObject, OutboxEnd, OutboxItem, OutboxKind } from '../../domain/records.ts'
import { plus } from '../../domain/time.ts'
import { newId, type CallContext } from '../context.ts'
import type { ReadTx, Tx } from '../database.ts'
import { takeTurns } from './turns.ts'

const LONGEST_ERROR = 500

/** Puts something into the outbox, in the transaction of what caused it. The payload holds identifiers only. Parties take turns. */
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
    give_up_at: plus(context.now, PATIENCE[kind].gives_up_ms),
    claim: null,
  })
}

export interface OutboxClaim {
  readonly kind: OutboxKind
  readonly limit: number
  /** How many more items of a party the caller takes; as many as there are where it does not say. */
  readonly room?: (party: string) => number
}

/**
 * Hands out what is due: parties take turns, and of each the longest due is first. Each item goes to one caller: of all processes of
 * a store one delivers it. Of whoever is not heard of until the hold is over, others take it up.
 */
export async function claimOutbox(
  tx: Tx,
  context: CallContext,
  { kind, limit, room = () => Infinity }: OutboxClaim,
): Promise<readonly OutboxItem[]> {
  const open = { kind, delivered_at: null } as const
  const due = { ...open, next_attempt_at: { lte: context.now } }
  if (!(await tx.outbox.first({ where: due, orderBy: ['next_attempt_at'], lock: false }))) return []
  return takeTurns<OutboxItem>(tx, {
    name: kind,
    limit,
    room,
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
      const held = { claim: newId(context), next_attempt_at: plus(context.now, DELIVERY_HOLD_MS) }
      await tx.outbox.update({ outbox_id }, held)
      return { ...item, ...held }
    },
  })
}

/**
 * Closes an item that was taken, or that is pointless, whoever holds it: what is sent is sent. The reason says why it is pointless
 * although somebody waits.
 */
export async function noteDelivered(
  tx: Tx,
  context: CallContext,
  {
    outbox_id,
    pointless = false,
    reason,
  }: { outbox_id: string; pointless?: boolean; reason?: string | undefined },
): Promise<void> {
  const item = await tx.outbox.get({ outbox_id })
  if (item?.delivered_at !== null) return
  await close(tx, context, item, {
    ended: pointless ? 'pointless' : 'delivered',
    last_error: reason ?? item.last_error,
  })
}

export interface Failure {
  readonly item: OutboxItem
  /** For the operator: no text of a mail, no PIN, no credential. */
  readonly error: string
  /** Refused for good: trying again would change nothing. */
  readonly final?: boolean
  /** How long the receiver asked to be left alone. */
  readonly retry_after_ms?: number | undefined
}

/**
 * Puts an item back with a growing pause, or ends it: at once when it was refused for good, else when its time is over. An item that
 * somebody else has taken up meanwhile is theirs.
 */
export async function noteUndelivered(
  tx: Tx,
  context: CallContext,
  { item, error, final = false, retry_after_ms }: Failure,
): Promise<{ ended: OutboxEnd | null }> {
  const kept = await tx.outbox.get({ outbox_id: item.outbox_id })
  if (kept?.delivered_at !== null || kept.claim !== item.claim) return { ended: null }
  const last_error = error.slice(0, LONGEST_ERROR)
  const next_attempt_at = plus(
    context.now,
    pause(item.kind, item.attempts, context.random(1)[0]! / 256, retry_after_ms),
  )
  const late =
    next_attempt_at > (item.give_up_at ?? plus(item.created_at, PATIENCE[item.kind].gives_up_ms))
  const ended = final ? 'bounced' : late ? 'given_up' : null
  if (ended) await close(tx, context, item, { ended, last_error, attempts: item.attempts + 1 })
  else
    await tx.outbox.update(
      { outbox_id: item.outbox_id },
      { attempts: item.attempts + 1, last_error, next_attempt_at, claim: null },
    )
  return { ended }
}

async function close(
  tx: Tx,
  context: CallContext,
  { outbox_id, kind, payload }: OutboxItem,
  changes: Partial<OutboxItem> & { ended: OutboxEnd },
): Promise<void> {
  await tx.outbox.update({ outbox_id }, { ...changes, delivered_at: context.now, claim: null })
  if (kind === 'support_mail' || kind === 'support_chat')
    await tell(tx, context, String(payload['ticket_id']), kind, changes.ended)
}

/** What the end of a delivery means for its ticket. A chat that failed is followed by a mail, unless there was one beside it. */
async function tell(
  tx: Tx,
  context: CallContext,
  ticket_id: string,
  kind: OutboxKind,
  ended: OutboxEnd,
): Promise<void> {
  const ticket = await tx.tickets.get({ ticket_id })
  if (!ticket || ended === 'pointless') return
  if (ended === 'delivered') return tx.tickets.update({ ticket_id }, { status: 'delivered' })
  if (kind === 'support_chat')
    return ticket.channel === 'chat'
      ? queueDelivery(tx, context, 'support_mail', { ticket_id }, ticket.organization_id)
      : undefined
  if (ticket.status === 'accepted')
    await tx.tickets.update({ ticket_id }, { status: 'undelivered' })
}

/** The outbox as the operator sees it, the newest first: what waits and what failed, or all that is still known. */
export async function listOutbox(
  tx: ReadTx,
  { all, limit }: { all: boolean; limit: number },
): Promise<readonly OutboxItem[]> {
  const page = { orderBy: ['created_at', 'outbox_id'] as const, descending: true, limit }
  if (all) return tx.outbox.find(page)
  const [waiting, failed] = [
    await tx.outbox.find({ ...page, where: { delivered_at: null } }),
    await tx.outbox.find({ ...page, where: { ended: { in: ['bounced', 'given_up'] } } }),
  ]
  return [...waiting, ...failed]
    .toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
    .slice(0, limit)
}

/** Tries again what waits or failed, at once and with the whole patience of its kind: one item, or all that failed. */
export async function retryOutbox(
  tx: Tx,
  context: CallContext,
  { outbox_id }: { outbox_id: string | null },
): Promise<{ retried: readonly OutboxItem[] }> {
  const items =
    outbox_id === null
      ? await tx.outbox.find({ where: { ended: { in: ['bounced', 'given_up'] } } })
      : [await tx.outbox.get({ outbox_id })]
  const retried = items
    .filter((item) => item !== undefined)
    .filter(
      ({ ended, delivered_at }) =>
        delivered_at === null || ended === 'bounced' || ended === 'given_up',
    )
  const anew = ({ kind, claim, next_attempt_at }: OutboxItem) => ({
    attempts: 0,
    // What is being delivered right now must not leave twice.
    next_attempt_at: claim === null ? context.now : next_attempt_at,
    delivered_at: null,
    ended: null,
    give_up_at: plus(context.now, PATIENCE[kind].gives_up_ms),
  })
  for (const item of retried) await tx.outbox.update({ outbox_id: item.outbox_id }, anew(item))
  return { retried }
}
