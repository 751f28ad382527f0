import { isProvenOwner, isRestricted, type Access } from '../../../domain/agents/registration.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import type { Reach } from '../../../domain/organizations/access.ts'
import type { Agent, AgentDetails } from '../../../domain/records.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { appendAudits } from '../audit/records.ts'
import { agentEvent, checkDetailsQuota, withStatus } from './agents.ts'
import { saveRegistration } from './public-registration.ts'
import { logAgent } from '../transparency/entries.ts'
import { findAgent, findOwnAgent, findPublicRegistration } from './registrations.ts'

export interface AgentChanges {
  readonly details: AgentDetails
  readonly access: Access
  readonly deprecated: boolean
}
export type AgentUpdate =
  | QuotaExceeded
  | { readonly kind: 'not_found' | 'not_owner' | 'restriction_needs_proof' | 'exists' }
  | { readonly kind: 'updated'; readonly agent: Agent }

/**
 * Changes the details and access of an organization's registration (docs/specification/trust.md#ownership). Its ownership can only change
 * through a proof.
 */
export async function updateAgent(
  tx: Tx,
  context: CallContext,
  input: { svc_id: string; reach: Reach; changes: AgentChanges },
): Promise<AgentUpdate> {
  const {
    svc_id,
    reach,
    changes: { access, deprecated, ...changes },
  } = input
  const id = await tx.agent_ids.get({ svc_id })
  if (!id) return { kind: 'not_found' }
  const before = await findOwnAgent(tx, { svc_id, reach, lock: true })
  if (!before) return { kind: (await findAgent(tx, { svc_id, reach })) ? 'not_owner' : 'not_found' }
  if (isRestricted(access) && !isProvenOwner(before)) return { kind: 'restriction_needs_proof' }
  const details = { ...changes.details, ...bridgeOf(before.details) }
  const current = await findPublicRegistration(tx, svc_id)
  const other = current?.organization_id === before.organization_id ? undefined : current
  if (!access.private && before.private && other && isProvenOwner(other)) return { kind: 'exists' }
  const exceeded = await checkDetailsQuota(tx, context, before, details)
  if (exceeded) return exceeded
  const { category = null, llm_provider = null } = details
  const after = withStatus(
    { ...before, ...access, details, category, llm_provider, deprecated, updated_at: context.now },
    context.now,
  )
  const { agent, audits } = await saveRegistration(tx, context, { before, after, current })
  const { private: isPrivate, installable_by } = access
  if (before.private && !agent.private) await logAgent(tx, context, 'agent.published', agent)
  if (!before.deprecated && agent.deprecated) await logAgent(tx, context, 'agent.deprecated', agent)
  await appendAudits(tx, context, [
    ...audits,
    agentEvent('agent.updated', agent, { private: isPrivate, installable_by, deprecated }),
  ])
  return { kind: 'updated', agent }
}

/** A bridge represents the same foreign agent for as long as its identifier exists (docs/specification/bridge.md#registered). */
const bridgeOf = ({ bridge }: AgentDetails): AgentDetails => (bridge ? { bridge } : {})
