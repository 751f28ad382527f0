import type { OutboxItem } from '../../domain/records.ts'
import type { Timestamp } from '../../domain/time.ts'
import type { Mailer } from '../../ports/mailer.ts'
import type { Chat } from '../../ports/chat.ts'
import type { MasterKeys } from '../../domain/trust/master-keys.ts'
import type { Store } from '../../store/store.ts'

/** The mailboxes of support. An undefined one is not configured. */
interface SupportAddresses {
  readonly mail: string | undefined
  readonly csm: string | undefined
}

/** The services that deliveries use. */
export interface DeliveryServices {
  readonly store: Pick<
    Store,
    'findChallenge' | 'findExpiryNotice' | 'findInvitation' | 'findTicket'
  >
  readonly mailer: Mailer
  readonly chat: Chat
  readonly support: SupportAddresses
  /** The address of the registry in e-mails. */
  readonly public_url: string
  readonly master_keys: MasterKeys
  readonly now: () => Timestamp
}

/**
 * The result of one attempt. Reasons are for the operator, and contain nothing from the message. They may quote a mail server, and so the
 * address of the recipient.
 */
export type Attempt =
  | { readonly kind: 'sent' }
  /** There is no recipient any more, or no channel; the reason then names the alternative. */
  | { readonly kind: 'skipped'; readonly reason?: string }
  | { readonly kind: 'deferred'; readonly reason: string; readonly retry_after_ms?: number }
  | { readonly kind: 'refused'; readonly reason: string }

/** Delivers one item of its kind. The content is created here and never stored. */
export type Deliver = (services: DeliveryServices, item: OutboxItem) => Promise<Attempt>

/** Formats a timestamp for people, to the minute. */
export const formatMinute = (moment: Timestamp): string =>
  `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`
