import { OPERATIVE_LIFECYCLES } from '../../../domain/installations/installation.ts'
import type { Agent } from '../../../domain/records.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx } from '../../database.ts'
import { resolveAgent } from '../agents/registrations.ts'

interface RequesterQuery {
  readonly organization_id: string
  readonly workspace_id: string
  readonly requester_id: string
}

/** The requester that a request names: the organizations behind it, and whom the credential acts for where it acts for another. */
interface NamedRequester {
  readonly organizations: readonly string[]
  readonly acting_for?: string
}

/**
 * Finds the named requester: the credential itself or its organization, which is no delegation, else a member, or an agent that the
 * organization owns or runs in the workspace. Undefined for any other, whether or not it exists elsewhere.
 */
export async function findRequester(
  tx: ReadTx,
  { actor }: CallContext,
  input: RequesterQuery,
): Promise<NamedRequester | undefined> {
  const { organization_id, requester_id } = input
  const isCaller =
    requester_id === organization_id ||
    requester_id.startsWith(`${organization_id}/`) ||
    (actor.type === 'api_key' && actor.id === requester_id)
  if (isCaller) return { organizations: [organization_id] }
  const byEmail = { where: { organization_id, email: requester_id.toLowerCase() } }
  const member =
    (await tx.members.get({ user_id: requester_id })) ?? (await tx.members.first(byEmail))
  if (member?.organization_id === organization_id)
    return { organizations: [organization_id], acting_for: member.email }
  // The agent is not locked, so tasks in the name of one agent do not wait for one another.
  const agent = await resolveAgent(tx, {
    svc_id: requester_id,
    organizations: [organization_id],
    lock: false,
  })
  return agent && (await ownsOrRuns(tx, agent, input))
    ? { organizations: [organization_id, agent.organization_id], acting_for: agent.svc_id }
    : undefined
}

/** Returns whether the organization owns an agent, or runs it in this workspace. */
async function ownsOrRuns(
  tx: ReadTx,
  agent: Agent,
  { organization_id, workspace_id }: RequesterQuery,
): Promise<boolean> {
  if (agent.organization_id === organization_id) return true
  const live = { workspace_id, agent_id: agent.svc_id, lifecycle: { in: OPERATIVE_LIFECYCLES } }
  return (await tx.installations.first({ where: live, lock: false })) !== undefined
}
