import type { JsonObject } from './json.ts'
import { backoff, DAY_MS, MINUTE_MS, SECOND_MS, type Timestamp } from './time.ts'

/** The kinds of messages; `src/jobs/outbox` has a function that delivers each. */
export type OutboxKind =
  | 'admin_pin'
  | 'invitation'
  | 'api_key_expiring'
  | 'support_mail'
  | 'support_ack'
  | 'support_chat'

/** The final states of an item: accepted, no longer needed or impossible, permanently rejected, or given up after its time limit. */
export type OutboxFinalState = 'delivered' | 'skipped' | 'bounced' | 'given_up'

/** A message to deliver, which is committed together with the change that caused it. */
export interface OutboxItem {
  outbox_id: string
  kind: OutboxKind
  /** Who caused the message: the organization, or a hash of the e-mail address if there is no organization. Parties are served in turn. */
  party: string
  /** Identifiers only. The text is composed at delivery, so that no PIN and no user-written text is stored here. */
  payload: JsonObject
  created_at: Timestamp
  attempts: number
  next_attempt_at: Timestamp
  /** When the item was closed, whatever the result; null while it is open. */
  delivered_at: Timestamp | null
  last_error: string | null
  /** Null while the item is open, or if an earlier version closed it. */
  ended: OutboxFinalState | null
  /** When delivery is given up; null in rows of earlier versions. */
  give_up_at: Timestamp | null
  /**
   * Identifies the attempt in progress; null if there is none. The claim of an attempt that does not report a result expires at
   * `next_attempt_at`.
   */
  claim: string | null
}

/** Limits how long one attempt may claim an item. A slow mail server may need most of this time. */
export const DELIVERY_CLAIM_MS = 2 * MINUTE_MS

/** How long delivery is attempted before it is given up, and the longest delay between two attempts, in milliseconds. */
export interface RetryPolicy {
  readonly give_up_ms: number
  readonly max_delay_ms: number
}

/**
 * Sets the retry policy of each kind. An e-mail with a PIN is skipped once the PIN has expired, after five minutes, so its limit only has
 * to be longer. E-mails about invitations and tickets are retried long enough to survive a weekend without a mail server. A chat message is
 * given up early, because an e-mail is sent instead.
 */
export const RETRY_POLICIES: Readonly<Record<OutboxKind, RetryPolicy>> = {
  admin_pin: { give_up_ms: 10 * MINUTE_MS, max_delay_ms: 2 * MINUTE_MS },
  invitation: { give_up_ms: 3 * DAY_MS, max_delay_ms: 30 * MINUTE_MS },
  api_key_expiring: { give_up_ms: 2 * DAY_MS, max_delay_ms: 30 * MINUTE_MS },
  support_mail: { give_up_ms: 3 * DAY_MS, max_delay_ms: 30 * MINUTE_MS },
  support_ack: { give_up_ms: 3 * DAY_MS, max_delay_ms: 30 * MINUTE_MS },
  support_chat: { give_up_ms: 60 * MINUTE_MS, max_delay_ms: 5 * MINUTE_MS },
}
export const OUTBOX_KINDS = Object.keys(RETRY_POLICIES) as OutboxKind[]

const FIRST_DELAY_MS = 2 * SECOND_MS

/**
 * Returns the milliseconds until the next attempt. A receiver can request a longer delay, up to the longest of the policy.
 * @param attempts the number of earlier attempts, without the one that just failed
 * @param jitter from 0 to 1
 * @param requested_ms the delay that the receiver requested
 */
export function retryDelay(
  kind: OutboxKind,
  attempts: number,
  jitter: number,
  requested_ms = 0,
): number {
  const { max_delay_ms } = RETRY_POLICIES[kind]
  const delay_ms = backoff(FIRST_DELAY_MS, max_delay_ms, attempts, jitter)
  return Math.max(delay_ms, Math.min(requested_ms, max_delay_ms))
}
