import { halfOf } from '../../domain/fair-share.ts'
import type { OutboxEnd, OutboxItem, OutboxKind } from '../../domain/records.ts'
import type { CallContext } from '../../store/context.ts'
import type { Store } from '../../store/store.ts'
import { adminPin } from './admin-pin.ts'
import type { Attempt, Deliver, DeliveryServices } from './delivery.ts'
import { invitation } from './invitation.ts'
import { supportAck } from './support-ack.ts'
import { supportChat } from './support-chat.ts'
import { supportMail } from './support-mail.ts'

/** How each kind of item is delivered. */
const KINDS: Readonly<Record<OutboxKind, Deliver>> = {
  admin_pin: adminPin,
  invitation,
  support_mail: supportMail,
  support_ack: supportAck,
  support_chat: supportChat,
}

/** What happened to an item, for logs and metrics; nothing of what it says. */
export interface DeliveryNote {
  readonly item: Pick<OutboxItem, 'outbox_id' | 'kind' | 'payload' | 'attempts'>
  readonly outcome: OutboxEnd | 'deferred'
  readonly reason?: string
}

export interface DelivererServices extends DeliveryServices {
  readonly store: Store
  readonly act: () => CallContext
  readonly onError: (cause: unknown) => void
  readonly onDelivery: (note: DeliveryNote) => void
}

/** Deliveries of one kind that are under way at once; of one party half as many at most. */
const AT_ONCE = 6
/** A lane ends here and goes on with the next pass. */
const MOST = 50

/**
 * Delivers what is due of one kind: at least once, outside any transaction. Items are taken up when there is a hand free for them, so
 * that none waits while its hold runs. Returns how many items were closed or put back.
 */
export async function deliver(services: DelivererServices, kind: OutboxKind): Promise<number> {
  let taken = 0
  /** What is being delivered, and for which party. */
  const underWay = new Map<Promise<void>, string>()
  const room = (party: string) =>
    halfOf(AT_ONCE) - [...underWay.values()].filter((one) => one === party).length
  const begin = (item: OutboxItem) => {
    const delivery: Promise<void> = deliverOne(services, item).finally(() =>
      underWay.delete(delivery),
    )
    underWay.set(delivery, item.party)
  }
  /** Begins what there is room for and waits until a delivery has ended. Returns whether there may be more. */
  const step = async (): Promise<boolean> => {
    const isIdle = underWay.size === 0
    const limit = Math.min(AT_ONCE - underWay.size, MOST - taken)
    const items =
      limit > 0 ? await services.store.claimOutbox(services.act(), { kind, limit, room }) : []
    taken += items.length
    items.forEach(begin)
    if (underWay.size > 0) await Promise.race(underWay.keys())
    // A party may have had no room for what is due while others of its items were under way.
    return !isIdle || items.length > 0
  }
  try {
    for (let more = true; more;) more = await step()
  } finally {
    await Promise.all(underWay.keys())
  }
  return taken
}

async function deliverOne(services: DelivererServices, item: OutboxItem): Promise<void> {
  const attempt = await KINDS[item.kind](services, item).catch((cause: unknown): Attempt => {
    services.onError(cause)
    return { kind: 'deferred', reason: 'the platform failed; its log says more' }
  })
  try {
    services.onDelivery(await noted(services, item, attempt))
  } catch (cause) {
    services.onError(cause) // Delivered or not, it is tried again when its hold is over: the store did not take the note.
  }
}

async function noted(
  { store, act }: DelivererServices,
  item: OutboxItem,
  attempt: Attempt,
): Promise<DeliveryNote> {
  const { outbox_id } = item
  if (attempt.kind === 'sent' || attempt.kind === 'pointless') {
    const reason = attempt.kind === 'pointless' ? attempt.reason : undefined
    await store.noteDelivered(act(), { outbox_id, pointless: attempt.kind === 'pointless', reason })
    return {
      item,
      outcome: attempt.kind === 'sent' ? 'delivered' : 'pointless',
      ...(reason !== undefined && { reason }),
    }
  }
  const final = attempt.kind === 'refused'
  const { ended } = await store.noteUndelivered(act(), {
    item,
    error: attempt.reason,
    final,
    ...(!final && { retry_after_ms: attempt.retry_after_ms }),
  })
  return { item, outcome: ended ?? 'deferred', reason: attempt.reason }
}
