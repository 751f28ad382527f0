import type { JsonObject } from './crypto/jcs.ts'
import type { Timestamp } from './time.ts'

/** What kind of thing is to be told to the outside world; src/jobs/delivery has a file for each. */
export type OutboxKind =
  'admin_pin' | 'invitation' | 'support_mail' | 'support_ack' | 'support_chat'

/** How a delivery ended: taken, for nobody to take any more or without a way there, refused for good, or given up after its time. */
export type OutboxEnd = 'delivered' | 'pointless' | 'bounced' | 'given_up'

/** What must still be told to the outside world; committed with the change that caused it. */
export interface OutboxItem {
  outbox_id: string
  kind: OutboxKind
  /** Who caused it: the organization, or a hash of the e-mail address where no organization is known. Parties take turns. */
  party: string
  /** Identifiers only: what is said is made at delivery, so no PIN and no text of anybody lies here. */
  payload: JsonObject
  created_at: Timestamp
  attempts: number
  next_attempt_at: Timestamp
  /** When it was closed, however it ended; null while it waits. */
  delivered_at: Timestamp | null
  last_error: string | null
  /** How it ended; null while it waits, and where an earlier version closed it. */
  ended: OutboxEnd | null
  /** Until when it is tried; null where an earlier version wrote it. */
  give_up_at: Timestamp | null
  /** Names the attempt that is under way; null while there is none. An attempt that falls silent loses the item at `next_attempt_at`. */
  claim: string | null
}

/** How long whoever delivers an item may take before it counts as dead. A mail server that answers slowly may need most of it. */
export const DELIVERY_CLAIM_MS = 2 * 60_000

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/** How long a delivery is tried before it is given up, and how long at most between two tries; milliseconds. */
export interface RetryPolicy {
  readonly give_up_ms: number
  readonly max_delay_ms: number
}

/**
 * A PIN lives five minutes: what is late is worth nothing. A mail about an invitation or a ticket outlives a weekend without a mail server; a chat that
 * is down is soon followed by a mail.
 */
export const RETRY_POLICIES: Readonly<Record<OutboxKind, RetryPolicy>> = {
  admin_pin: { give_up_ms: 10 * MINUTE, max_delay_ms: 2 * MINUTE },
  invitation: { give_up_ms: 3 * DAY, max_delay_ms: 30 * MINUTE },
  support_mail: { give_up_ms: 3 * DAY, max_delay_ms: 30 * MINUTE },
  support_ack: { give_up_ms: 3 * DAY, max_delay_ms: 30 * MINUTE },
  support_chat: { give_up_ms: 60 * MINUTE, max_delay_ms: 5 * MINUTE },
}
export const OUTBOX_KINDS = Object.keys(RETRY_POLICIES) as OutboxKind[]

const FIRST_DELAY_MS = 2 * SECOND

/**
 * Milliseconds until the next try: doubled each time, of which the upper half is left to chance so that what failed together does not
 * come back together. A receiver that asks for more gets it.
 * @param attempts tries so far, without the one that just failed
 * @param chance 0 to 1
 * @param asked_ms what the receiver asked for
 */
export function retryDelay(
  kind: OutboxKind,
  attempts: number,
  chance: number,
  asked_ms = 0,
): number {
  const { max_delay_ms: longest_pause_ms } = RETRY_POLICIES[kind]
  const longest = Math.min(longest_pause_ms, FIRST_DELAY_MS * 2 ** Math.min(attempts, 30))
  return Math.max(Math.round((longest / 2) * (1 + chance)), Math.min(asked_ms, longest_pause_ms))
}
