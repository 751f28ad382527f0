import type { TicketDetails } from '../../store/transactions/support/support.ts'
import { oneLine, withoutLinks } from '../../domain/plain-text.ts'
import { formatMinute, type Deliver } from './delivery.ts'

type Fact = readonly [name: string, value: string]

/**
 * Returns the facts of a ticket that the support team reads before the user's message, each on one line: organizations choose names, which
 * must not look like further facts.
 */
export function ticketFacts({
  ticket,
  organization,
  workspace,
  owners,
}: TicketDetails): readonly Fact[] {
  const facts: readonly Fact[] = [
    ['Ticket', ticket.ticket_id],
    ['Priority', `${ticket.priority} (route: ${ticket.route})`],
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
    ['Reply to', replyTo(ticket.contact_email, owners)],
    ['Reply by', formatMinute(ticket.first_response_due_at)],
    ['Created', formatMinute(ticket.created_at)],
    ['Request', `${ticket.request_id ?? 'unknown'}, ${requestedBy(ticket.key_id)}`],
  ]
  return facts.map(([name, value]) => [name, oneLine(value)])
}

const requestedBy = (id: string | null): string =>
  id?.includes('@') ? `${id} (signed in)` : `API key ${id ?? 'unknown'}`

function replyTo(contact: string | null, owners: readonly string[]): string {
  if (contact !== null) return `${contact} (as entered; not verified)`
  return owners.length > 0
    ? `${owners.join(', ')} (owners; no contact was given)`
    : 'no one: no contact was given, and the organization has no owner'
}

/** Returns the addresses that a reply goes to: the contact, else the first owners. */
const replyAddresses = ({ ticket, owners }: TicketDetails): readonly string[] =>
  ticket.contact_email === null ? owners.slice(0, 5) : [ticket.contact_email]

/**
 * Confirms a ticket to its contact address. The address is unverified, so the e-mail contains nothing from the request, and its names
 * contain no links: nobody can use the registry to send a message to a stranger.
 */
export const supportAck: Deliver = async ({ store, mailer, support, public_url }, { payload }) => {
  const details = await store.findTicket({ ticket_id: String(payload['ticket_id']) })
  if (!details || details.ticket.contact_email === null) return { kind: 'skipped' }
  const {
    ticket: { ticket_id, channel, contact_email, first_response_due_at },
    organization,
  } = details
  const mailbox = (channel === 'csm' ? support.csm : undefined) ?? support.mail
  const name = withoutLinks(organization.name)
  return mailer.send({
    id: `${ticket_id}.received`,
    about: ticket_id,
    to: contact_email,
    subject: `We have your request: ${ticket_id}`,
    text: [
      `We have received a support request from ${name}. Its ticket is ${ticket_id}.`,
      '',
      `The support team will reply to this address by ${formatMinute(first_response_due_at)}.`,
      ...(mailbox === undefined
        ? []
        : ['To add information, reply to this e-mail without changing its subject.']),
      '',
      `The request was made for ${name} at the agent registry`,
      `${public_url}`,
      '',
      'If you did not make this request, someone else entered your address; you can ignore this e-mail.',
      '',
    ].join('\n'),
    ...(mailbox !== undefined && { reply_to: [mailbox] }),
  })
}

/** Mails a ticket to the mailbox of its channel. The user's message comes last, so that no part of it can be mistaken for a fact. */
export const supportMail: Deliver = async ({ store, mailer, support }, { payload }) => {
  const details = await store.findTicket({ ticket_id: String(payload['ticket_id']) })
  if (!details) return { kind: 'skipped' }
  const {
    ticket: { ticket_id, channel, route, subject, message },
  } = details
  const mailbox = (channel === 'csm' ? support.csm : undefined) ?? support.mail
  if (mailbox === undefined)
    return { kind: 'deferred', reason: 'no support mailbox is configured; set SVC_SUPPORT_MAIL' }
  const urgent = route === 'priority'
  return mailer.send({
    id: ticket_id,
    to: mailbox,
    subject: `[${ticket_id}]${urgent ? ' [urgent]' : ''} ${subject}`,
    text: [
      ...ticketFacts(details).map(([name, value]) => `${name}: ${value}`),
      '',
      `Subject: ${subject}`,
      '',
      message,
      '',
    ].join('\n'),
    reply_to: replyAddresses(details),
    urgent,
  })
}

/** Posts a ticket to the support team's chat. */
export const supportChat: Deliver = async ({ store, chat }, { payload }) => {
  const details = await store.findTicket({ ticket_id: String(payload['ticket_id']) })
  if (!details) return { kind: 'skipped' }
  const {
    ticket: { ticket_id, route, subject, message },
  } = details
  return chat.post({
    title: `${route === 'priority' ? 'Urgent: ' : ''}${subject}`,
    facts: ticketFacts(details),
    text: message,
    truncation_notice: `The message is truncated; read all of it with: svc-registry ticket show ${ticket_id}`,
  })
}
