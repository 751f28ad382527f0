import type { components } from '../../../generated/platform.ts'
import { table } from '../../../generated/platform.table.ts'
import { isOutsideWorkspace, type ApiKeyCaller, type SessionCaller } from '../../auth/callers.ts'
import { fewestRemaining, rateLimitDetails } from '../../auth/gates.ts'
import {
  CONFIRMATIONS_PER_ADDRESS,
  CONFIRMATIONS_PER_ORGANIZATION,
  SUPPORT_REQUESTS,
} from '../../auth/limits.ts'
import type { PlanCode } from '../../auth/plan-gate.ts'
import { rateLimitHeaders, type RateDecision } from '../../auth/rate-limiter.ts'
import type { ProblemDetails, RequestInfo, TableEntry } from '../../contract/typed.ts'
import type { Ticket } from '../../domain/records.ts'
import type { SupportRoute } from '../../domain/support/ticket.ts'
import type { BucketLimit } from '../../store/transactions/rates.ts'
import { quotaProblem, type QuotaCode } from '../quota.ts'
import { resolveOrganization } from '../resolve-organization.ts'
import { membersOf } from '../members-of.ts'
import type { Handlers, Services } from '../services.ts'

type Schemas = components['schemas']

interface SupportCall {
  readonly caller: ApiKeyCaller | SessionCaller
  readonly request: RequestInfo
  readonly body: Schemas['SupportRequest']
}

/**
 * Handles requests for support. The four routes differ in the plan that they require and in where the ticket goes
 * (docs/specification/support.md#routes).
 */
export const support = {
  async emailSupport(call, services) {
    return acceptTicket('email', table.emailSupport, call, services)
  },
  async requestPrioritySupport(call, services) {
    return acceptTicket('priority', table.requestPrioritySupport, call, services)
  },
  async openSupportChat(call, services) {
    return acceptTicket('chat', table.openSupportChat, call, services)
  },
  async contactCustomerSuccess(call, services) {
    return acceptTicket('csm', table.contactCustomerSuccess, call, services)
  },
} satisfies Partial<Handlers>

type SupportProblemCode =
  | 'WORKSPACE_NOT_ALLOWED'
  | 'ROLE_REQUIRED'
  | 'RATE_LIMITED'
  | 'ORGANIZATION_NOT_FOUND'
  | 'WORKSPACE_NOT_FOUND'
  | PlanCode
  | QuotaCode
/** How each operation responds to a request for support. */
interface SupportResponses<Reply> {
  reply(
    status: 202,
    body: Schemas['SupportTicket'],
  ): { with(headers: Record<string, string>): Reply }
  refuse(code: SupportProblemCode, details?: ProblemDetails): Reply
}

/** Opens a ticket. If the request does not name a workspace, a key that is bound to one opens the ticket for that workspace. */
async function acceptTicket<Reply>(
  route: SupportRoute,
  operation: TableEntry,
  call: SupportCall & SupportResponses<Reply>,
  services: Services,
): Promise<Reply> {
  const { store, limiter, support_settings, contextFor, count, upgrade_url } = services
  const { caller, body, reply, refuse } = call
  const resolved = resolveOrganization(caller, body.organization_id, { operation, upgrade_url })
  if (resolved.kind === 'refused') return refuse(resolved.code, resolved.details)
  if (isOutsideWorkspace(caller, body.workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')
  const { organization_id } = resolved
  const rate = await countRequest(call, organization_id, services)
  if (!rate.allowed) return refuse('RATE_LIMITED', rateLimitDetails(rate))
  const headers = rateLimitHeaders(fewestRemaining(limiter, operation, caller, rate))
  const { subject, message, category = 'other', contact_email, workspace_id } = body
  const outcome = await store.requestSupport(contextFor(call), {
    reach: caller.reach,
    route,
    settings: support_settings,
    subject,
    message,
    category,
    organization_id,
    workspace_id: workspace_id ?? caller.reach.workspace_id,
    contact_email: contact_email ?? null,
    confirmations: confirmationLimits(services, contact_email ?? '', organization_id),
  })
  switch (outcome.kind) {
    case 'organization_not_found':
      return refuse('ORGANIZATION_NOT_FOUND', { headers })
    case 'workspace_not_found':
      return refuse('WORKSPACE_NOT_FOUND', { headers })
    case 'quota':
      return refuse(...quotaProblem(outcome, upgrade_url, headers))
    case 'accepted':
      count(outcome.ticket.channel === 'inbox' ? 'ticket_in_inbox' : 'ticket')
      return reply(202, present(outcome)).with(headers)
  }
}

/** Counts a request against the organization for which it opens a ticket (docs/specification/support.md#limits). */
const countRequest = (
  call: SupportCall,
  organization_id: string,
  { store, limiter, contextFor }: Services,
): Promise<RateDecision> =>
  store.countRequest(contextFor(call), {
    limits: [limiter.storedLimit(SUPPORT_REQUESTS, organization_id)],
  })

/**
 * Returns the limits for confirmation e-mails. The contact address is unverified, so the number of e-mails per day is limited for each
 * address and for each organization.
 */
const confirmationLimits = (
  { limiter }: Services,
  email: string,
  organization_id: string,
): readonly BucketLimit[] => [
  limiter.storedLimit(CONFIRMATIONS_PER_ADDRESS, email.toLowerCase()),
  limiter.storedLimit(CONFIRMATIONS_PER_ORGANIZATION, organization_id),
]

const present = ({
  ticket,
  notice,
}: {
  ticket: Ticket
  notice: string
}): Schemas['SupportTicket'] => ({
  ...membersOf(ticket, ['ticket_id', 'channel', 'priority', 'created_at', 'first_response_due_at']),
  status: 'accepted',
  message: notice,
})
