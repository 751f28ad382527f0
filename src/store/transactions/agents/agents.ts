import { verificationStatus } from '../../../domain/agents/identity.ts'
import { listingOf, type Listing } from '../../../domain/agents/agent.ts'
import { verificationFactsOf } from '../../../domain/agents/registration.ts'
import type { Dispute } from '../../../domain/agents/dispute.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import type { Agent, AgentDetails } from '../../../domain/records.ts'
import type { Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudits, type AuditEntry } from '../audit/records.ts'
import { checkStoredBytes } from '../organizations/quotas.ts'
import { logAgent } from '../transparency/entries.ts'
import { keyOf, findPublicRegistration } from './registrations.ts'
import { recordReputationChange } from './reputation.ts'

/** Returns the agent with the verification status and the listing that follow from its other fields. */
export function withStatus(agent: AgentWithoutListing, now: Timestamp): Agent {
  const after = { ...agent, verification_status: verificationStatus(verificationFactsOf(agent)) }
  return { ...after, ...listingOf(after, now) }
}
type AgentWithoutListing = Omit<Agent, keyof Listing>

/** Limits the registrations of an identifier that one transaction suspends or reinstates. */
const SUSPENSION_BATCH = 100
export interface Suspension {
  readonly svc_id: string
  readonly suspended: boolean
  readonly reason: string
}

/**
 * Suspends or reinstates an agent for the operator. This applies to all registrations of its identifier, including later ones
 * (docs/specification/trust.md#registration). Each call is one bounded step. If `more` is true, another step is needed, to which the
 * returned `agent` is passed. One step is enough unless more than a hundred organizations have registered the identifier.
 */
export async function setSuspended(
  tx: Tx,
  context: CallContext,
  { svc_id, suspended, reason, agent: previous }: Suspension & { readonly agent?: Agent },
): Promise<{ agent: Agent | undefined; more: boolean }> {
  if (!(await tx.agent_ids.get({ svc_id }))) return { agent: undefined, more: false }
  const suspended_at = suspended ? context.now : null
  await tx.agent_ids.update({ svc_id }, { suspended_at })
  const first = previous
    ? undefined
    : ((await findPublicRegistration(tx, svc_id)) ??
      (await tx.agents.first({ where: { svc_id }, orderBy: ['organization_id'] })))
  const agent = first ? await updateStatus(tx, context, first, { suspended_at }) : previous
  // One entry for each registration would show how many there are, and connect a private one with its id.
  if (first && agent)
    await logAgent(tx, context, suspended ? 'agent.suspended' : 'agent.reinstated', agent)
  const others = await tx.agents.find({
    where: { svc_id, suspended_at: suspended ? null : { gt: '' } },
    orderBy: ['organization_id'],
    limit: SUSPENSION_BATCH,
  })
  for (const other of others) await updateStatus(tx, context, other, { suspended_at })
  await appendAudits(
    tx,
    context,
    [...(first ? [first] : []), ...others].map((registration) =>
      agentEvent(suspended ? 'agent.suspended' : 'agent.verified', registration, {
        reason,
        ...(!suspended && { by: 'reinstatement' }),
      }),
    ),
  )
  return { agent, more: others.length === SUSPENSION_BATCH }
}

type DisputeRef = Pick<Dispute, 'svc_id' | 'respondent_id' | 'opened_at'>

/** Returns whether a dispute is about this registration, and not about an earlier one by the same organization that was replaced. */
export const isDisputed = (
  { registered_at }: Pick<Agent, 'registered_at'>,
  { opened_at }: Pick<Dispute, 'opened_at'>,
): boolean => registered_at <= opened_at

/** Returns the registration that a dispute is about, or undefined if it no longer exists. */
export async function findDisputedAgent(
  tx: ReadTx,
  dispute: DisputeRef,
): Promise<Agent | undefined> {
  const { svc_id, respondent_id: organization_id } = dispute
  const agent = await tx.agents.get({ svc_id, organization_id })
  return agent && isDisputed(agent, dispute) ? agent : undefined
}

/**
 * Updates the dispute counts of a registration. If another registration has replaced it, nothing changes
 * (docs/specification/agents.md#dispute-effect).
 */
export async function updateDisputeCounts(
  tx: Tx,
  context: CallContext,
  dispute: DisputeRef,
  delta: { open: number; upheld: number; security: number },
): Promise<void> {
  const agent = await findDisputedAgent(tx, dispute)
  if (!agent) return
  const after = await updateStatus(tx, context, agent, {
    disputes_open: Math.max(0, agent.disputes_open + delta.open),
    disputes_upheld: agent.disputes_upheld + delta.upheld,
    security_disputes_upheld: (agent.security_disputes_upheld ?? 0) + delta.security,
  })
  if (delta.upheld > 0)
    await recordReputationChange(tx, context, { before: agent, after, succeeded: null })
}

/** Changes an agent and recomputes its verification status and listing. */
async function updateStatus(
  tx: Tx,
  context: CallContext,
  agent: Agent,
  changes: Partial<Agent>,
): Promise<Agent> {
  const after = withStatus({ ...agent, ...changes, updated_at: context.now }, context.now)
  const { verification_status, updated_at, listed, score, score_changes_at } = after
  await tx.agents.update(keyOf(agent), {
    ...changes,
    verification_status,
    updated_at,
    ...(agent.listed !== null && { listed, score, score_changes_at }),
  })
  return after
}

/** Returns the audit entry for an event of an agent. */
export const agentEvent = (
  event_type: Extract<AuditEntry['event_type'], `agent.${string}`>,
  { organization_id, svc_id }: Agent,
  metadata: Record<string, string | boolean>,
): AuditEntry => ({
  event_type,
  organization_id,
  target: { type: 'agent', id: svc_id },
  metadata,
})

/**
 * Returns a refusal, and records it in the audit log, if the details of a registration grow although the organization has used all its
 * storage. Without this check, each of its registrations could grow from a few bytes to hundreds of kilobytes.
 */
export const checkDetailsQuota = async (
  tx: Tx,
  context: CallContext,
  before: Agent,
  details: AgentDetails,
): Promise<QuotaExceeded | undefined> =>
  sizeOf(details) > sizeOf(before.details)
    ? checkStoredBytes(tx, context, before.organization_id)
    : undefined

const sizeOf = (details: AgentDetails): number => Buffer.byteLength(JSON.stringify(details))
