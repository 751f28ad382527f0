import { AVAILABLE, OPERATIVE_LIFECYCLES } from '../../../domain/installations/installation.ts'
import { MAX_COUNTED_ROWS, MAX_REPUTATION_DAYS } from '../../../domain/limits.ts'
import { firstDay, type ReputationDay } from '../../../domain/agents/reputation-history.ts'
import { isProvenOwner } from '../../../domain/agents/registration.ts'
import type { Reach } from '../../../domain/organizations/access.ts'
import type { Agent, Installation } from '../../../domain/records.ts'
import type { Timestamp } from '../../../domain/time.ts'
import type { ReadTx, Where } from '../../database.ts'
import { findAgent } from './registrations.ts'

/**
 * The numbers of installations of an agent within the caller's reach: those that have not ended, and among these those that are available.
 */
export interface InstallationCounts {
  readonly current: number
  readonly living: number
}

/** Selects the installations that have not ended. */
const CURRENT = { lifecycle: { in: OPERATIVE_LIFECYCLES } }

/** Returns an agent, if the caller may see it, with the numbers of its installations within the caller's reach. */
export async function readAgent(
  tx: ReadTx,
  query: { svc_id: string; reach: Reach },
): Promise<{ agent: Agent; installations: InstallationCounts } | undefined> {
  const { reach } = query
  const agent = await findAgent(tx, query)
  return (
    agent && {
      agent,
      installations: {
        current: await countInstallations(tx, agent, reach, CURRENT),
        living: await countInstallations(tx, agent, reach, AVAILABLE),
      },
    }
  )
}

async function countInstallations(
  tx: ReadTx,
  { svc_id: agent_id }: Agent,
  { organizations, workspace_id }: Reach,
  filter: Where<Installation>,
): Promise<number> {
  if (workspace_id !== null)
    return tx.installations.count({ workspace_id, agent_id, ...filter }, MAX_COUNTED_ROWS)
  let sum = 0
  for (const organization_id of organizations)
    sum += await tx.installations.count({ organization_id, agent_id, ...filter })
  return sum
}

export interface ReputationHistory {
  readonly agent: Agent
  readonly days: readonly ReputationDay[]
  readonly now: Timestamp
}
export interface HistoryQuery {
  readonly svc_id: string
  readonly reach: Reach
  readonly now: Timestamp
  readonly days: number
}

/** Returns an agent, if the caller may see it, and the changes in its reputation on each of the last `days` days. */
export async function readReputationDays(
  tx: ReadTx,
  { svc_id, reach, now, days }: HistoryQuery,
): Promise<ReputationHistory | undefined> {
  const agent = await findAgent(tx, { svc_id, reach })
  if (!agent) return undefined
  const where = {
    svc_id,
    organization_id: agent.organization_id,
    day: { gte: firstDay(now, days) },
  }
  return {
    agent,
    now,
    days: await tx.reputation_days.find({ where, orderBy: ['day'], limit: MAX_REPUTATION_DAYS }),
  }
}

const MAX_VERSIONS = 20
/** Limits the registrations that are examined for versions that the caller may see. */
const MAX_VERSIONS_EXAMINED = 100

/**
 * Returns the versions of an agent that the caller may see, newest first: the proven registrations of the same organization under the same
 * name (docs/specification/agents.md#agent-versions). An agent whose ownership is not proven is returned alone. Returns undefined if the
 * caller may not see the agent itself.
 */
export async function readAgentVersions(
  tx: ReadTx,
  query: { svc_id: string; reach: Reach },
): Promise<readonly Agent[] | undefined> {
  const agent = await findAgent(tx, query)
  if (!agent) return undefined
  if (!isProvenOwner(agent)) return [agent]
  const { organization_id, name } = agent
  const versions: Agent[] = []
  const candidates = await tx.agents.select(['svc_id'], {
    where: { organization_id, name, content_addressed: true, proven_at: { gt: '' } },
    orderBy: ['registered_at', 'svc_id'],
    descending: true,
    limit: MAX_VERSIONS_EXAMINED,
  })
  for (const { svc_id } of candidates) {
    if (versions.length === MAX_VERSIONS) break
    const visible = await findAgent(tx, { svc_id, reach: query.reach })
    if (visible?.organization_id === organization_id) versions.push(visible)
  }
  return versions
}

/** Lists the agents of an organization for the operator, in the order of their names. */
export const listAgentsAsOperator = (
  tx: ReadTx,
  { organization_id, limit }: { organization_id: string; limit: number },
): Promise<readonly Agent[]> =>
  tx.agents.find({
    where: { organization_id },
    orderBy: ['name', 'registered_at', 'svc_id'],
    limit,
  })

/** Lists the registrations of an identifier for the operator: one of each organization that registered it. */
export const listRegistrationsAsOperator = (
  tx: ReadTx,
  { svc_id, limit }: { svc_id: string; limit: number },
): Promise<readonly Agent[]> =>
  tx.agents.find({ where: { svc_id }, orderBy: ['organization_id'], limit })
