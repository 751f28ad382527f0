import { lines, oneLine } from '../../../domain/plain-text.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Organization, Ticket, Workspace } from '../../../domain/records.ts'
import {
  planTicket,
  ticketId,
  type SupportSettings,
  type SupportRoute,
} from '../../../domain/support/ticket.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'
import { queueDelivery } from '../outbox.ts'
import { checkStoredBytes } from '../organizations/quotas.ts'
import { countRequest, type BucketLimit } from '../rates.ts'

export interface SupportRequest {
  readonly reach: Reach
  readonly organization_id: string
  readonly workspace_id: string | null
  readonly route: SupportRoute
  readonly settings: SupportSettings
  readonly subject: string
  readonly message: string
  readonly category: string
  readonly contact_email: string | null
  /** Rate limits on confirmations. Beyond them no confirmation is sent. */
  readonly confirmations?: readonly BucketLimit[]
}
export type SupportOutcome =
  | QuotaExceeded
  | { kind: 'organization_not_found' }
  | { kind: 'workspace_not_found' }
  | { kind: 'accepted'; ticket: Ticket; notice: string }

/**
 * Stores a support ticket and queues its deliveries to the support team. The audit record contains no text of the ticket except its
 * category.
 */
export async function requestSupport(
  tx: Tx,
  context: CallContext,
  input: SupportRequest,
): Promise<SupportOutcome> {
  const { reach, organization_id, workspace_id, route, category, contact_email } = input
  if (!reaches(reach, { organization_id })) return { kind: 'organization_not_found' }
  const workspace = workspace_id === null ? undefined : await tx.workspaces.get({ workspace_id })
  if (
    workspace_id !== null &&
    (workspace?.organization_id !== organization_id || !reaches(reach, workspace))
  )
    return { kind: 'workspace_not_found' }
  const exceeded = await checkStoredBytes(tx, context, organization_id, { reserve: true })
  if (exceeded) return exceeded

  const {
    channel,
    priority,
    first_response_due_at,
    deliveries,
    message: notice,
  } = planTicket(route, input.settings, context.now)
  const ticket: Ticket = {
    ticket_id: ticketId(context.random(10)),
    organization_id,
    workspace_id,
    route,
    channel,
    priority,
    status: 'accepted',
    category: oneLine(category) || 'other',
    subject: oneLine(input.subject) || '(no subject)',
    message: lines(input.message) || '(no message)',
    contact_email,
    key_id: context.actor.id,
    request_id: context.request_id,
    created_at: context.now,
    first_response_due_at,
  }
  await tx.tickets.insert(ticket)
  const { ticket_id } = ticket
  for (const kind of deliveries)
    await queueDelivery(tx, context, kind, { ticket_id }, organization_id)
  const confirmed = await queueConfirmation(tx, context, input, ticket)
  await appendAudit(tx, context, {
    event_type: 'support.requested',
    organization_id,
    workspace_id,
    target: { type: 'ticket', id: ticket_id },
    metadata: { route, channel, priority, category: ticket.category },
  })
  return {
    kind: 'accepted',
    ticket,
    notice: confirmed ? `${notice} A confirmation will be sent to contact_email.` : notice,
  }
}

/** Queues a confirmation to the contact if it is possible and is within the rate limits. Returns whether it was queued. */
async function queueConfirmation(
  tx: Tx,
  context: CallContext,
  { settings, confirmations }: SupportRequest,
  { ticket_id, organization_id, contact_email, channel }: Ticket,
): Promise<boolean> {
  const isPossible = settings.confirms && contact_email !== null && channel !== 'inbox'
  const confirmed =
    isPossible &&
    (!confirmations || (await countRequest(tx, context, { limits: confirmations })).allowed)
  if (confirmed) await queueDelivery(tx, context, 'support_ack', { ticket_id }, organization_id)
  return confirmed
}

/** A ticket with all data for an e-mail about it. */
export interface TicketDetails {
  readonly ticket: Ticket
  readonly organization: Organization
  readonly workspace: Workspace | undefined
  /** E-mail addresses of the owners, who get the reply if the ticket names no contact. */
  readonly owners: readonly string[]
}

/** Returns a ticket, or undefined if it does not exist or has been deleted after its retention. */
export async function findTicket(
  tx: ReadTx,
  { ticket_id }: { ticket_id: string },
): Promise<TicketDetails | undefined> {
  const ticket = await tx.tickets.get({ ticket_id })
  const organization =
    ticket && (await tx.organizations.get({ organization_id: ticket.organization_id }))
  if (!ticket || !organization) return undefined
  const workspace =
    ticket.workspace_id === null
      ? undefined
      : await tx.workspaces.get({ workspace_id: ticket.workspace_id })
  const members = await tx.members.find({
    where: { organization_id: ticket.organization_id, role: 'owner' },
    orderBy: ['joined_at', 'user_id'],
  })
  return { ticket, organization, workspace, owners: members.map(({ email }) => email) }
}

/** Lists the tickets of one organization, or of all organizations if `organization_id` is null, newest first. */
export const listTickets = (
  tx: ReadTx,
  { organization_id, limit }: { organization_id: string | null; limit: number },
): Promise<readonly Ticket[]> =>
  tx.tickets.find({
    ...(organization_id !== null && { where: { organization_id } }),
    orderBy: ['created_at', 'ticket_id'],
    descending: true,
    limit,
  })
