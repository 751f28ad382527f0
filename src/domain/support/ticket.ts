import type { OutboxKind } from '../outbox.ts'
import { plus, type Timestamp } from '../time.ts'

/** Lists the four ways to ask for support (docs/specification/support.md#routes). */
export const SUPPORT_ROUTES = ['email', 'priority', 'chat', 'csm'] as const
export type SupportRoute = (typeof SUPPORT_ROUTES)[number]
/** The channels that a ticket can go to; the inbox is the registry's own list of tickets. */
type SupportChannel = 'email' | 'chat' | 'csm' | 'inbox'

/**
 * A support request, which is stored before anything is sent. Its text contains no credentials of the platform, and no control characters
 * except line feeds and tabs in the message.
 */
export interface Ticket {
  ticket_id: string
  organization_id: string
  workspace_id: string | null
  route: SupportRoute
  channel: SupportChannel
  priority: 'normal' | 'high'
  /** Whether no channel has accepted it yet, one has accepted it, or all have rejected it. */
  status: 'accepted' | 'delivered' | 'undelivered'
  category: string
  subject: string
  message: string
  /** The address to reply to, as it was entered; it is not verified. */
  contact_email: string | null
  /** The API key of the request, or the e-mail address of the person who sent it. */
  key_id: string | null
  request_id: string | null
  created_at: Timestamp
  first_response_due_at: Timestamp
}

/** The operator's configuration of support. */
export interface SupportSettings {
  readonly channels: readonly Exclude<SupportChannel, 'inbox'>[]
  /** Whether a mail server is configured, so that confirmations can be sent. */
  readonly confirms: boolean
  /** Hours within which a first response is promised. */
  readonly response_hours: Readonly<Record<SupportRoute, number>>
}

/** Sets the hours that are promised unless the operator configures others. */
export const RESPONSE_HOURS: SupportSettings['response_hours'] = {
  email: 48,
  priority: 4,
  chat: 8,
  csm: 8,
}

/** Lists the channels of a route, the preferred one first. */
const CHANNELS: Readonly<Record<SupportRoute, readonly [SupportChannel, ...SupportChannel[]]>> = {
  email: ['email', 'chat'],
  priority: ['email', 'chat'],
  chat: ['chat', 'email'],
  csm: ['csm', 'email', 'chat'],
}
const PRIORITIES = { email: 'normal', priority: 'high', chat: 'normal', csm: 'high' } as const

export interface TicketPlan {
  readonly channel: SupportChannel
  readonly priority: Ticket['priority']
  readonly first_response_due_at: Timestamp
  /** The messages that deliver the ticket. */
  readonly deliveries: readonly OutboxKind[]
  /** A sentence that tells the requester where the ticket is sent. */
  readonly message: string
}

/**
 * Plans the delivery of a ticket. It goes to the first configured channel of its route. A priority request that goes by mail is also
 * announced in the chat, if there is one.
 */
export function planTicket(
  route: SupportRoute,
  settings: SupportSettings,
  now: Timestamp,
): TicketPlan {
  const [preferred] = CHANNELS[route]
  const channel =
    CHANNELS[route].find((candidate) =>
      settings.channels.some((configured) => configured === candidate),
    ) ?? 'inbox'
  const announced =
    route === 'priority' && channel === 'email' && settings.channels.includes('chat')
  const urgent = route === 'priority' ? ', marked as urgent' : ''
  const recipient = `${RECIPIENTS[channel]}${channel === 'email' ? urgent : ''}${announced ? ', and is announced in its chat' : ''}`
  return {
    channel,
    priority: PRIORITIES[route],
    first_response_due_at: plus(now, settings.response_hours[route] * 60 * 60_000),
    deliveries: [
      ...(channel === 'inbox'
        ? []
        : ([channel === 'chat' ? 'support_chat' : 'support_mail'] as const)),
      ...(announced ? (['support_chat'] as const) : []),
    ],
    message:
      channel === 'inbox'
        ? INBOX_MESSAGE
        : channel === preferred
          ? `The ticket is being sent to ${recipient}.`
          : `This registry has no ${MISSING_CHANNELS[preferred]}, so the ticket goes to ${recipient}.`,
  }
}

const RECIPIENTS: Readonly<Record<SupportChannel, string>> = {
  email: 'the support team by e-mail',
  chat: 'the chat of the support team',
  csm: 'customer success by e-mail',
  inbox: '',
}
const MISSING_CHANNELS: Readonly<Record<SupportChannel, string>> = {
  email: 'support mailbox',
  chat: 'support chat',
  csm: 'mailbox for customer success',
  inbox: '',
}
const INBOX_MESSAGE =
  'This registry has neither a support mailbox nor a chat, so the ticket waits in the inbox of its operator.'

/** Crockford's base 32, which has no letters that can be mistaken for digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Returns a ticket identifier of 50 random bits that can be read aloud.
 * @param random ten bytes
 */
export function ticketId(random: Uint8Array): string {
  const letters = [...random.subarray(0, 10)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
  return `SUP-${letters.slice(0, 5)}-${letters.slice(5)}`
}
