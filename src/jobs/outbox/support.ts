import type { TicketDetails } from '../../store/transactions/support/support.ts'
import { formatMinute, type Deliver } from './delivery.ts'

type Fact = readonly [name: string, value: string]

/** Returns the facts of a ticket that the support team reads before the user's message. */
export function ticketFacts({
  ticket,
  organization,
  workspace,
  owners,
}: TicketDetails): readonly Fact[] {
  return [
    ['Ticket', ticket.ticket_id],
    ['Priority', `${ticket.priority}, by the route ${ticket.route}`],
    ['Category', ticket.category],
    [
      'Organization',
      `${organization.name} (${organization.organization_id}), ${organization.plan} plan`,
    ],
    ...(ticket.workspace_id === null
      ? []
      : [
          [
            'Workspace',
            workspace ? `${workspace.name} (${workspace.workspace_id})` : ticket.workspace_id,
          ] as const,
        ]),
    ['Answer to', replyTo(ticket.contact_email, owners)],
    ['Answer by', formatMinute(ticket.first_response_due_at)],
    ['Asked', formatMinute(ticket.created_at)],
    ['Request', `${ticket.request_id ?? 'unknown'}, ${requestedBy(ticket.key_id)}`],
  ]
}

const requestedBy = (id: string | null): string =>
  id?.includes('@') ? `${id} (signed in)` : `API key ${id ?? 'unknown'}`

function replyTo(contact: string | null, owners: readonly string[]): string {
  if (contact !== null) return `${contact} (as it was typed; not verified)`
  return owners.length > 0
    ? `${owners.join(', ')} (owners; no contact was given)`
    : 'no one: no contact was given, and the organization has no owner'
}

/** Whom an answer goes to. */
const replyAddresses = ({ ticket, owners }: TicketDetails): readonly string[] =>
  ticket.contact_email === null ? owners.slice(0, 5) : [ticket.contact_email]

/**
 * Confirms a ticket to the address that was typed with it. The address is unverified, so the mail contains nothing of the request: nobody
 * can make the registry send a message of theirs to a stranger.
 */
export const supportAck: Deliver = async ({ store, mailer, support, public_url }, { payload }) => {
  const file = await store.findTicket({ ticket_id: String(payload['ticket_id']) })
  if (!file || file.ticket.contact_email === null) return { kind: 'pointless' }
  const {
    ticket: { ticket_id, channel, contact_email, first_response_due_at },
    organization,
  } = file
  const answers = (channel === 'csm' ? support.csm : undefined) ?? support.mail
  return mailer.send({
    id: `${ticket_id}.received`,
    about: ticket_id,
    to: contact_email,
    subject: `We have your request: ${ticket_id}`,
    text: [
      `A request for support from ${organization.name} has arrived. Its ticket is ${ticket_id}.`,
      '',
      `People will read it, and answer to this address by ${formatMinute(first_response_due_at)}.`,
      ...(answers === undefined
        ? []
        : ['To add something, answer this mail and leave its subject as it is.']),
      '',
      `The request was made for ${organization.name} at the agent registry`,
      `${public_url}`,
      '',
      'If you know nothing of it, somebody typed your address; you need not do anything.',
      '',
    ].join('\n'),
    ...(answers !== undefined && { reply_to: [answers] }),
  })
}

/** Mails a ticket to the mailbox of its channel. The user's message comes last, so that no part of it can be mistaken for a fact. */
export const supportMail: Deliver = async ({ store, mailer, support }, { payload }) => {
  const file = await store.findTicket({ ticket_id: String(payload['ticket_id']) })
  if (!file) return { kind: 'pointless' }
  const {
    ticket: { ticket_id, channel, priority, subject, message },
  } = file
  const to = (channel === 'csm' ? support.csm : undefined) ?? support.mail
  if (to === undefined)
    return { kind: 'deferred', reason: 'no support mailbox is configured; set SVC_SUPPORT_MAIL' }
  const urgent = priority === 'high'
  return mailer.send({
    id: ticket_id,
    to,
    subject: `[${ticket_id}]${urgent ? ' [urgent]' : ''} ${subject}`,
    text: [
      ...ticketFacts(file).map(([name, value]) => `${name}: ${value}`),
      '',
      `Subject: ${subject}`,
      '',
      message,
      '',
    ].join('\n'),
    reply_to: replyAddresses(file),
    urgent,
  })
}

/** Posts a ticket to the support team's chat. */
export const supportChat: Deliver = async ({ store, chat }, { payload }) => {
  const file = await store.findTicket({ ticket_id: String(payload['ticket_id']) })
  if (!file) return { kind: 'pointless' }
  const {
    ticket: { ticket_id, priority, subject, message },
  } = file
  return chat.post({
    title: `${priority === 'high' ? 'Urgent: ' : ''}${subject}`,
    facts: ticketFacts(file),
    text: message,
    truncation_notice: `The rest is in the registry: svc-registry ticket show ${ticket_id}`,
  })
}
