import type { components } from '../../generated/platform.ts'
import type { ApiKeyCaller } from '../auth/callers.ts'
import { isBarredFrom } from '../auth/callers.ts'
import { CONFIRMATIONS_PER_ADDRESS, CONFIRMATIONS_PER_ORGANIZATION } from '../auth/limits.ts'
import type { RequestFacts } from '../contract/typed.ts'
import type { Ticket } from '../domain/records.ts'
import type { SupportRoute } from '../domain/ticket.ts'
import type { Counted } from '../store/intents/rates.ts'
import type { SupportOutcome } from '../store/intents/support.ts'
import type { Handlers, Services } from './services.ts'

type Asked = components['schemas']['SupportRequest']
interface Call {
  readonly caller: ApiKeyCaller
  readonly request: RequestFacts
  readonly body: Asked
}

/** Asking the people behind the registry (Interface, Support): four routes that differ in where the ticket goes. */
export const support = {
  async emailSupport(call, services) {
    const outcome = await ask('email', call, services)
    return outcome.kind === 'accepted' ? call.reply(202, present(outcome)) : call.refuse(REFUSALS[outcome.kind])
  },
  async requestPrioritySupport(call, services) {
    const outcome = await ask('priority', call, services)
    return outcome.kind === 'accepted' ? call.reply(202, present(outcome)) : call.refuse(REFUSALS[outcome.kind])
  },
  async openSupportChat(call, services) {
    const outcome = await ask('chat', call, services)
    return outcome.kind === 'accepted' ? call.reply(202, present(outcome)) : call.refuse(REFUSALS[outcome.kind])
  },
  async contactCustomerSuccess(call, services) {
    const outcome = await ask('csm', call, services)
    return outcome.kind === 'accepted' ? call.reply(202, present(outcome)) : call.refuse(REFUSALS[outcome.kind])
  },
} satisfies Partial<Handlers>

const REFUSALS = {
  barred: 'WORKSPACE_NOT_ALLOWED',
  organization_not_found: 'ORGANIZATION_NOT_FOUND',
  workspace_not_found: 'WORKSPACE_NOT_FOUND',
} as const

/** A key that is bound to a workspace asks for that one, unless it names another. */
async function ask(route: SupportRoute, call: Call, services: Services): Promise<SupportOutcome | { kind: 'barred' }> {
  const { store, desk, act, count } = services
  const {
    caller: { reach, ...caller },
    body: { subject, message, category, contact_email, ...where },
  } = call
  if (isBarredFrom({ reach }, where.workspace_id)) return { kind: 'barred' }
  const outcome = await store.requestSupport(act(call), {
    reach,
    route,
    desk,
    subject,
    message,
    category: category ?? 'other',
    organization_id: where.organization_id ?? caller.organization_id,
    workspace_id: where.workspace_id ?? reach.workspace_id,
    contact_email: contact_email ?? null,
    confirm: contact_email !== undefined,
    confirmations: confirmationsOf(services, contact_email ?? '', caller.organization_id),
  })
  if (outcome.kind === 'accepted') count(outcome.ticket.channel === 'inbox' ? 'ticket_in_inbox' : 'ticket')
  return outcome
}

/** Whoever asks could type anybody's address, so few confirmations a day go to any, and few leave for any organization. */
const confirmationsOf = ({ limiter }: Services, email: string, organization_id: string): readonly Counted[] => [
  limiter.counted(CONFIRMATIONS_PER_ADDRESS, email.toLowerCase()),
  limiter.counted(CONFIRMATIONS_PER_ORGANIZATION, organization_id),
]

function present({ ticket, says }: { ticket: Ticket; says: string }): components['schemas']['SupportTicket'] {
  const { ticket_id, channel, priority, created_at, first_response_due_at } = ticket
  return { ticket_id, channel, status: 'accepted', priority, message: says, created_at, first_response_due_at }
}
