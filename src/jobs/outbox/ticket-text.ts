import type { TicketDetails } from '../../store/transactions/support/support.ts'
import { formatMinute } from './delivery.ts'

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
export const replyAddresses = ({ ticket, owners }: TicketDetails): readonly string[] =>
  ticket.contact_email === null ? owners.slice(0, 5) : [ticket.contact_email]
