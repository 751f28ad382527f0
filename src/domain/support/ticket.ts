import type { OutboxKind } from '../outbox.ts'
import { plus, type Timestamp } from '../time.ts'

/** Lists the four ways to ask for support (docs/specification/support.md#routes). */
export const SUPPORT_ROUTES = ['email', 'priority', 'chat', 'csm'] as const
export type SupportRoute = (typeof SUPPORT_ROUTES)[number]
/** Where a ticket can go; the inbox is the registry's own list of tickets. */
export type SupportChannel = 'email' | 'chat' | 'csm' | 'inbox'

/** A request for support, kept before anything is sent. Texts are cleaned, and hold no credential of the platform. */
export interface Ticket {
  ticket_id: string
  organization_id: string
  workspace_id: string | null
  route: SupportRoute
  channel: SupportChannel
  priority: 'normal' | 'high'
  /** Whether a channel took it: waiting, taken by one, or refused by all. */
  status: 'accepted' | 'delivered' | 'undelivered'
  category: string
  subject: string
  message: string
  /** Where to answer, as it was typed: nobody proved that it belongs to whoever asked. */
  contact_email: string | null
  /** The API key that asked, or the e-mail address of the person who did, and in which request. */
  key_id: string | null
  request_id: string | null
  created_at: Timestamp
  first_response_due_at: Timestamp
}

/** What the operator has set up for support. */
export interface SupportSettings {
  readonly channels: readonly Exclude<SupportChannel, 'inbox'>[]
  /** There is a mail server, so whoever asked can be sent a confirmation. */
  readonly confirms: boolean
  /** Hours until a first answer is promised. */
  readonly response_hours: Readonly<Record<SupportRoute, number>>
}

/** Hours that are promised where the operator says nothing else. */
export const RESPONSE_HOURS: SupportSettings['response_hours'] = {
  email: 48,
  priority: 4,
  chat: 8,
  csm: 8,
}

/** The channels of a route, the wanted one first. */
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
  /** What has to be sent so that the ticket arrives. */
  readonly deliveries: readonly OutboxKind[]
  /** The way that the ticket takes, as a sentence for whoever asked. */
  readonly message: string
}

/** Decides which way a ticket takes: the first channel of its route that is set up, and a chat beside the mail where it is urgent. */
export function planTicket(
  route: SupportRoute,
  settings: SupportSettings,
  now: Timestamp,
): TicketPlan {
  const [wanted] = CHANNELS[route]
  const channel =
    CHANNELS[route].find((candidate) => settings.channels.some((known) => known === candidate)) ??
    'inbox'
  const announced =
    route === 'priority' && channel === 'email' && settings.channels.includes('chat')
  const urgent = route === 'priority' ? ', marked as urgent' : ''
  const way = `${RECIPIENTS[channel]}${channel === 'email' ? urgent : ''}${announced ? ', and is announced in its chat' : ''}`
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
        : channel === wanted
          ? `The ticket is on its way to ${way}.`
          : `This registry has no ${MISSING_CHANNELS[wanted]}, so the ticket goes to ${way}.`,
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

/** Crockford's base 32: no letter that is taken for a digit on the telephone. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ticket id of 50 random bits that people can read to each other. @param random ten bytes */
export function ticketId(random: Uint8Array): string {
  const letters = [...random.subarray(0, 10)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
  return `SUP-${letters.slice(0, 5)}-${letters.slice(5)}`
}
