import type { Facts } from '../../contract/typed.ts'
import type { components } from '../../../generated/platform.ts'
import { table } from '../../../generated/platform.table.ts'
import { isBarredFrom, type ApiKeyCaller, type SessionCaller } from '../../auth/callers.ts'
import { CONFIRMATIONS_PER_ADDRESS, CONFIRMATIONS_PER_ORGANIZATION } from '../../auth/limits.ts'
import type { RequestFacts } from '../../contract/typed.ts'
import type { Ticket } from '../../domain/records.ts'
import type { SupportRoute } from '../../domain/support/ticket.ts'
import type { Counted } from '../../store/transactions/rates.ts'
import type { SupportOutcome } from '../../store/transactions/support/support.ts'
import { actingFor } from '../acting-for.ts'
import type { Handlers, Services } from '../services.ts'
import { overQuota, type QuotaCode } from '../quota.ts'

type Asked = components['schemas']['SupportRequest']
interface Call {
  readonly caller: ApiKeyCaller | SessionCaller
  readonly request: RequestFacts
  readonly body: Asked
}

/**
 * Handles requests for support. The four routes differ in the plan that they require and in where the ticket goes
 * (docs/specification/support.md#routes).
 */
export const support = {
  async emailSupport(call, services) {
    const acting = actingFor(call.caller, call.body.organization_id, {
      operation: table.emailSupport,
      upgrade_url: services.upgrade_url,
    })
    if (acting.kind === 'refused') return call.refuse(acting.code, acting.facts)
    const outcome = await ask('email', acting.organization_id, call, services)
    return outcome.kind === 'accepted'
      ? call.reply(202, present(outcome))
      : call.refuse(...refusalOf(outcome, services))
  },
  async requestPrioritySupport(call, services) {
    const acting = actingFor(call.caller, call.body.organization_id, {
      operation: table.requestPrioritySupport,
      upgrade_url: services.upgrade_url,
    })
    if (acting.kind === 'refused') return call.refuse(acting.code, acting.facts)
    const outcome = await ask('priority', acting.organization_id, call, services)
    return outcome.kind === 'accepted'
      ? call.reply(202, present(outcome))
      : call.refuse(...refusalOf(outcome, services))
  },
  async openSupportChat(call, services) {
    const acting = actingFor(call.caller, call.body.organization_id, {
      operation: table.openSupportChat,
      upgrade_url: services.upgrade_url,
    })
    if (acting.kind === 'refused') return call.refuse(acting.code, acting.facts)
    const outcome = await ask('chat', acting.organization_id, call, services)
    return outcome.kind === 'accepted'
      ? call.reply(202, present(outcome))
      : call.refuse(...refusalOf(outcome, services))
  },
  async contactCustomerSuccess(call, services) {
    const acting = actingFor(call.caller, call.body.organization_id, {
      operation: table.contactCustomerSuccess,
      upgrade_url: services.upgrade_url,
    })
    if (acting.kind === 'refused') return call.refuse(acting.code, acting.facts)
    const outcome = await ask('csm', acting.organization_id, call, services)
    return outcome.kind === 'accepted'
      ? call.reply(202, present(outcome))
      : call.refuse(...refusalOf(outcome, services))
  },
} satisfies Partial<Handlers>

type RefusedSupport = Exclude<SupportOutcome, { kind: 'accepted' }> | { kind: 'barred' }
const refusalOf = (
  outcome: RefusedSupport,
  { upgrade_url }: Services,
): readonly [QuotaCode | (typeof REFUSALS)[keyof typeof REFUSALS], Facts] =>
  outcome.kind === 'quota' ? overQuota(outcome, upgrade_url) : [REFUSALS[outcome.kind], {}]

const REFUSALS = {
  barred: 'WORKSPACE_NOT_ALLOWED',
  organization_not_found: 'ORGANIZATION_NOT_FOUND',
  workspace_not_found: 'WORKSPACE_NOT_FOUND',
} as const

/** A key that is bound to a workspace asks for that one, unless it names another. */
async function ask(
  route: SupportRoute,
  organization_id: string,
  call: Call,
  services: Services,
): Promise<SupportOutcome | { kind: 'barred' }> {
  const { store, desk, act, count } = services
  const {
    caller: { reach },
    body: { subject, message, category, contact_email, workspace_id },
  } = call
  if (isBarredFrom({ reach }, workspace_id)) return { kind: 'barred' }
  const outcome = await store.requestSupport(act(call), {
    reach,
    route,
    desk,
    subject,
    message,
    category: category ?? 'other',
    organization_id,
    workspace_id: workspace_id ?? reach.workspace_id,
    contact_email: contact_email ?? null,
    confirm: contact_email !== undefined,
    confirmations: confirmationsOf(services, contact_email ?? '', organization_id),
  })
  if (outcome.kind === 'accepted')
    count(outcome.ticket.channel === 'inbox' ? 'ticket_in_inbox' : 'ticket')
  return outcome
}

/** Whoever asks could type anybody's address, so few confirmations a day go to any, and few leave for any organization. */
const confirmationsOf = (
  { limiter }: Services,
  email: string,
  organization_id: string,
): readonly Counted[] => [
  limiter.counted(CONFIRMATIONS_PER_ADDRESS, email.toLowerCase()),
  limiter.counted(CONFIRMATIONS_PER_ORGANIZATION, organization_id),
]

function present({
  ticket,
  says,
}: {
  ticket: Ticket
  says: string
}): components['schemas']['SupportTicket'] {
  const { ticket_id, channel, priority, created_at, first_response_due_at } = ticket
  return {
    ticket_id,
    channel,
    status: 'accepted',
    priority,
    message: says,
    created_at,
    first_response_due_at,
  }
}
