import type { OutboxItem } from '../../domain/records.ts'
import type { Timestamp } from '../../domain/time.ts'
import type { Mailer } from '../../ports/mailer.ts'
import type { Chat } from '../../ports/support/chat.ts'
import type { Store } from '../../store/store.ts'

/** Where support lives; what is undefined is not set up. */
export interface SupportAddresses {
  readonly mail: string | undefined
  readonly csm: string | undefined
}

/** What it takes to turn an outbox item into something that leaves. */
export interface DeliveryServices {
  readonly store: Pick<Store, 'findChallenge' | 'findInvitation' | 'findTicket'>
  readonly mailer: Mailer
  readonly chat: Chat
  readonly support: SupportAddresses
  /** Where the registry is, for people who read mail. */
  readonly public_url: string
  readonly master_key: Uint8Array
  readonly now: () => Timestamp
}

/** How one attempt ended. Reasons are for the operator and hold no PIN and nothing that anybody wrote. */
export type Attempt =
  | { readonly kind: 'sent' }
  /** There is nobody to send it to any more; or no way, and the reason says what there is instead. */
  | { readonly kind: 'pointless'; readonly reason?: string }
  | { readonly kind: 'deferred'; readonly reason: string; readonly retry_after_ms?: number }
  | { readonly kind: 'refused'; readonly reason: string }

/** Delivers one item of a kind. What is sent is made here and nowhere kept. */
export type Deliver = (services: DeliveryServices, item: OutboxItem) => Promise<Attempt>

/** A moment for people, to the minute. */
export const inWords = (moment: Timestamp): string =>
  `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`
