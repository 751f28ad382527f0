import { halfOf } from '../domain/fair-share.ts'
import type { OutboxEnd, OutboxItem, OutboxKind } from '../domain/records.ts'
import type { Act } from '../store/act.ts'
import type { Store } from '../store/store.ts'
import { adminPin } from './delivery/admin-pin.ts'
import type { Attempt, Deliver, DeliveryServices } from './delivery/delivery.ts'
import { invitation } from './delivery/invitation.ts'
import { supportAck } from './delivery/support-ack.ts'
import { supportChat } from './delivery/support-chat.ts'
import { supportMail } from './delivery/support-mail.ts'

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
  readonly act: () => Act
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
  const busy = new Map<string, number>()
  const room = (party: string) => halfOf(AT_ONCE) - (busy.get(party) ?? 0)
  const workers = new Set<Promise<void>>()
  // One claim at a time, so that none counts workers that another one is about to give away.
  let claiming: Promise<unknown> = Promise.resolve()
  const fill = (): Promise<void> => {
    const filled = claiming.then(async () => {
      const limit = Math.min(AT_ONCE - workers.size, MOST - taken)
      const items = limit > 0 ? await services.store.claimOutbox(services.act(), { kind, limit, room }) : []
      taken += items.length
      for (const item of items) begin(item)
    })
    claiming = filled.catch(() => undefined)
    return filled
  }
  const faults: unknown[] = []
  const begin = (item: OutboxItem) => {
    busy.set(item.party, (busy.get(item.party) ?? 0) + 1)
    const worker: Promise<void> = deliverOne(services, item).then(() => {
      busy.set(item.party, busy.get(item.party)! - 1)
      workers.delete(worker)
      return fill()
    }).catch((cause: unknown) => { faults.push(cause) })
    workers.add(worker)
    begun.push(worker)
  }
  const begun: Promise<void>[] = []
  await fill()
  for (let done = 0; done < begun.length; done += 1) await begun[done]
  if (faults.length > 0) throw faults[0]
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

async function noted({ store, act }: DelivererServices, item: OutboxItem, attempt: Attempt): Promise<DeliveryNote> {
  const { outbox_id } = item
  if (attempt.kind === 'sent' || attempt.kind === 'pointless') {
    const reason = attempt.kind === 'pointless' ? attempt.reason : undefined
    await store.noteDelivered(act(), { outbox_id, pointless: attempt.kind === 'pointless', reason })
    return { item, outcome: attempt.kind === 'sent' ? 'delivered' : 'pointless', ...(reason !== undefined && { reason }) }
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
