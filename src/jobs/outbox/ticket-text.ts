import type { TicketDetails } from '../../store/transactions/support/support.ts'
import { inWords } from './delivery.ts'

type Fact = readonly [name: string, value: string]

/** What the support team is told of a ticket before it reads what was written. */
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
    ['Answer to', answerTo(ticket.contact_email, owners)],
    ['Answer by', inWords(ticket.first_response_due_at)],
    ['Asked', inWords(ticket.created_at)],
    ['Request', `${ticket.request_id ?? 'unknown'}, ${askedBy(ticket.key_id)}`],
  ]
}

const askedBy = (id: string | null): string =>
  id?.includes('@') ? `${id} (signed in)` : `API key ${id ?? 'unknown'}`

function answerTo(contact: string | null, owners: readonly string[]): string {
  if (contact !== null) return `${contact} (as it was typed; nobody has proved that it is theirs)`
  return owners.length > 0
    ? `${owners.join(', ')} (owners; no contact was given)`
    : 'nobody: no contact was given, and the organization has no owner'
}

/** Whom an answer goes to. */
export const answersGoTo = ({ ticket, owners }: TicketDetails): readonly string[] =>
  ticket.contact_email === null ? owners.slice(0, 5) : [ticket.contact_email]
