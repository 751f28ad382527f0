import { fairShare } from '../../domain/limits.ts'
import type { OutboxFinalState, OutboxItem, OutboxKind } from '../../domain/records.ts'
import type { JobContext } from '../job-loop.ts'
import { adminPin, apiKeyExpiring, invitation } from './organizations.ts'
import type { Attempt, Deliver, DeliveryServices } from './delivery.ts'
import { supportAck, supportChat, supportMail } from './support.ts'

/** The deliverer of each kind of item. */
const DELIVERERS: Readonly<Record<OutboxKind, Deliver>> = {
  admin_pin: adminPin,
  invitation,
  api_key_expiring: apiKeyExpiring,
  support_mail: supportMail,
  support_ack: supportAck,
  support_chat: supportChat,
}

/** The outcome of an attempt to deliver an item, for logs and metrics. It does not include the content. */
export interface DeliveryReport {
  readonly item: Pick<OutboxItem, 'outbox_id' | 'kind' | 'payload' | 'attempts'>
  readonly outcome: OutboxFinalState | 'deferred'
  readonly reason?: string
}

export interface DelivererServices extends DeliveryServices, JobContext {
  readonly store: JobContext['store']
  readonly onDelivery: (report: DeliveryReport) => void
}

/** Maximum number of concurrent deliveries of one kind. One organization, or person without one, gets at most half of them. */
const MAX_CONCURRENT = 6
/** The maximum number of items in one pass; the next pass continues. */
const MAX_PER_PASS = 50

/**
 * Delivers the due items of one kind at least once, outside any transaction. Items are claimed only when they can be delivered at once, so
 * that no claim expires while its item waits. Returns how many items were claimed.
 */
export async function deliver(services: DelivererServices, kind: OutboxKind): Promise<number> {
  let taken = 0
  /** The running deliveries, each with its party. */
  const running = new Map<Promise<void>, string>()
  const capacity = (party: string) =>
    fairShare(MAX_CONCURRENT) - [...running.values()].filter((other) => other === party).length
  const begin = (item: OutboxItem) => {
    const delivery: Promise<void> = deliverOne(services, item).finally(() =>
      running.delete(delivery),
    )
    running.set(delivery, item.party)
  }
  /** Starts as many deliveries as there is capacity for, and waits until one has ended. Returns whether there may be more. */
  const step = async (): Promise<boolean> => {
    const isIdle = running.size === 0
    const limit = Math.min(MAX_CONCURRENT - running.size, MAX_PER_PASS - taken)
    const items =
      limit > 0
        ? await services.store.claimOutbox(services.platformContext(), { kind, limit, capacity })
        : []
    taken += items.length
    items.forEach(begin)
    if (running.size > 0) await Promise.race(running.keys())
    // More due items of a party that was at its limit can be claimed once one of its deliveries has ended.
    return !isIdle || items.length > 0
  }
  try {
    for (let more = true; more;) more = await step()
  } finally {
    await Promise.all(running.keys())
  }
  return taken
}

async function deliverOne(services: DelivererServices, item: OutboxItem): Promise<void> {
  const attempt = await DELIVERERS[item.kind](services, item).catch((cause: unknown): Attempt => {
    services.onError(cause)
    return { kind: 'deferred', reason: 'internal error; see the log of the platform' }
  })
  try {
    services.onDelivery(await recordAttempt(services, item, attempt))
  } catch (cause) {
    services.onError(cause) // The result could not be stored, so the item is retried when its claim expires, delivered or not.
  }
}

async function recordAttempt(
  { store, platformContext }: DelivererServices,
  item: OutboxItem,
  attempt: Attempt,
): Promise<DeliveryReport> {
  const { outbox_id } = item
  if (attempt.kind === 'sent' || attempt.kind === 'skipped') {
    const reason = attempt.kind === 'skipped' ? attempt.reason : undefined
    await store.recordDelivery(platformContext(), {
      outbox_id,
      skipped: attempt.kind === 'skipped',
      reason,
    })
    return {
      item,
      outcome: attempt.kind === 'sent' ? 'delivered' : 'skipped',
      ...(reason !== undefined && { reason }),
    }
  }
  const final = attempt.kind === 'refused'
  const { ended } = await store.recordDeliveryFailure(platformContext(), {
    item,
    error: attempt.reason,
    final,
    ...(!final && { retry_after_ms: attempt.retry_after_ms }),
  })
  return { item, outcome: ended ?? 'deferred', reason: attempt.reason }
}
