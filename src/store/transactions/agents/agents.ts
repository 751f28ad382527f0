import { verificationStatus, type Standing } from '../../../domain/agents/identity.ts'
import { LIVE } from '../../../domain/installations/installation.ts'
import { listingOf, type Listing } from '../../../domain/agents/listing.ts'
import { reaches, type Reach } from '../../../domain/organizations/reach.ts'
import type { Agent } from '../../../domain/records.ts'
import type { Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../act.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit, type Happening } from '../audit/records.ts'
import { keyOf, resolveAgent, shownAgent } from './registrations.ts'
import { noteMove } from './reputation-days.ts'

/** The agent, as far as this caller may see it. */
export const findAgent = (
  tx: ReadTx,
  { svc_id, reach }: { svc_id: string; reach: Reach },
): Promise<Agent | undefined> => resolveAgent(tx, { svc_id, organizations: reach.organizations })

/** The agent with the status that follows from everything else about it. */
export function withStatus(agent: Unlisted, now: Timestamp): Agent {
  const after = { ...agent, verification_status: verificationStatus(standingOf(agent)) }
  return { ...after, ...listingOf(after, now) }
}
type Unlisted = Omit<Agent, keyof Listing>

/** What the standing of an agent is decided by. */
export const standingOf = <Known extends Unlisted>(agent: Known): Known & Standing => ({
  ...agent,
  proven: agent.proven_at !== null,
  suspended: agent.suspended_at !== null,
  revoked: agent.revoked_at !== null,
  upheld_security_dispute: (agent.security_disputes_upheld ?? 0) > 0,
})

/** Registrations of an id whose status one transaction changes. */
const RESTATED_AT_ONCE = 100
export interface Suspension {
  readonly svc_id: string
  readonly suspended: boolean
  readonly reason: string
}

/**
 * Takes an agent out of use, or back into it: the operator's word on the id, for every registration of it, and later ones
 * (docs/specification/trust.md#registration). One step of that, which is the only one unless very many organizations claim the id.
 */
export async function setSuspended(
  tx: Tx,
  context: CallContext,
  { svc_id, suspended, reason, agent: begun }: Suspension & { readonly agent?: Agent },
): Promise<{ agent: Agent | undefined; more: boolean }> {
  if (!(await tx.agent_ids.get({ svc_id }))) return { agent: undefined, more: false }
  const suspended_at = suspended ? context.now : null
  await tx.agent_ids.update({ svc_id }, { suspended_at })
  const first = begun
    ? undefined
    : ((await shownAgent(tx, svc_id)) ??
      (await tx.agents.first({ where: { svc_id }, orderBy: ['organization_id'] })))
  const agent = first ? await suspend(tx, context, first, { suspended_at, reason }) : begun
  const others = await tx.agents.find({
    where: { svc_id, suspended_at: suspended ? null : { gt: '' } },
    orderBy: ['organization_id'],
    limit: RESTATED_AT_ONCE,
  })
  for (const other of others) await suspend(tx, context, other, { suspended_at, reason })
  return { agent, more: others.length === RESTATED_AT_ONCE }
}

async function suspend(
  tx: Tx,
  context: CallContext,
  agent: Agent,
  { suspended_at, reason }: { suspended_at: Timestamp | null; reason: string },
): Promise<Agent> {
  const after = await restated(tx, context, agent, { suspended_at })
  await auditAgent(
    tx,
    context,
    suspended_at === null ? 'agent.verified' : 'agent.suspended',
    agent,
    {
      reason,
      ...(suspended_at === null && { by: 'reinstatement' }),
    },
  )
  return after
}

/** Counts disputes of a registration; none is left where another organization proved to own the agent. */
export async function countDisputes(
  tx: Tx,
  context: CallContext,
  { svc_id, respondent_id }: { svc_id: string; respondent_id: string },
  by: { open: number; upheld: number; security: number },
): Promise<void> {
  const agent = await tx.agents.get({ svc_id, organization_id: respondent_id })
  if (!agent) return
  const after = await restated(tx, context, agent, {
    disputes_open: Math.max(0, agent.disputes_open + by.open),
    disputes_upheld: agent.disputes_upheld + by.upheld,
    security_disputes_upheld: (agent.security_disputes_upheld ?? 0) + by.security,
  })
  if (by.upheld > 0) await noteMove(tx, context, { before: agent, after, succeeded: null })
}

/** Whether the caller owns the agent or has it installed: then the platform vouches for it in headers. */
export async function ownsOrInstalled(tx: ReadTx, agent: Agent, reach: Reach): Promise<boolean> {
  if (reaches(reach, { organization_id: agent.organization_id })) return true
  for (const organization_id of reach.organizations) {
    const within = {
      organization_id,
      ...(reach.workspace_id !== null && { workspace_id: reach.workspace_id }),
    }
    if (
      await tx.installations.first({
        where: { agent_id: agent.svc_id, ...within, lifecycle: { in: LIVE } },
        glance: true,
      })
    )
      return true
  }
  return false
}

/** Changes an agent and derives its status anew. */
async function restated(
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

/** Puts on record what became of an agent. */
export const auditAgent = (
  tx: Tx,
  context: CallContext,
  event_type: Extract<Happening['event_type'], `agent.${string}`>,
  { organization_id, svc_id }: Agent,
  metadata: Record<string, string | boolean>,
) =>
  appendAudit(tx, context, {
    event_type,
    organization_id,
    target: { type: 'agent', id: svc_id },
    metadata,
  })
