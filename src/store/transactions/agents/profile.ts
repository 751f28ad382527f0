import { LIVE } from '../../../domain/installations/installation.ts'
import { COUNTED_MOST, REPUTATION_DAYS_MOST } from '../../../domain/limits.ts'
import { firstDay, type ReputationDay } from '../../../domain/agents/reputation-history.ts'
import type { Reach } from '../../../domain/organizations/reach.ts'
import type { Agent, Installation } from '../../../domain/records.ts'
import type { Timestamp } from '../../../domain/time.ts'
import type { ReadTx, Where } from '../../database.ts'
import { findAgent } from './agents.ts'

/** How often a caller has an agent installed. */
export interface OwnInstallations {
  readonly current: number
  readonly living: number
}

const CURRENT = { lifecycle: { in: LIVE } }
/** Installations that work: active, and heard from in time. */
export const LIVING = { lifecycle: 'active', health: { in: ['online', 'unhealthy'] } } as const

/** An agent as far as this caller may see it, with the number of installations within the caller's reach. */
export async function readAgent(
  tx: ReadTx,
  query: { svc_id: string; reach: Reach },
): Promise<{ agent: Agent; installations: OwnInstallations } | undefined> {
  const { reach } = query
  const agent = await findAgent(tx, query)
  return (
    agent && {
      agent,
      installations: {
        current: await installed(tx, agent, reach, CURRENT),
        living: await installed(tx, agent, reach, LIVING),
      },
    }
  )
}

async function installed(
  tx: ReadTx,
  { svc_id: agent_id }: Agent,
  { organizations, workspace_id }: Reach,
  only: Where<Installation>,
): Promise<number> {
  if (workspace_id !== null)
    return tx.installations.count({ workspace_id, agent_id, ...only }, COUNTED_MOST)
  let sum = 0
  for (const organization_id of organizations)
    sum += await tx.installations.count({ organization_id, agent_id, ...only })
  return sum
}

export interface ReadHistory {
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

/** An agent as far as this caller may see it, and what moved its reputation on the last days. */
export async function readReputationDays(
  tx: ReadTx,
  { svc_id, reach, now, days }: HistoryQuery,
): Promise<ReadHistory | undefined> {
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
    days: await tx.reputation_days.find({ where, orderBy: ['day'], limit: REPUTATION_DAYS_MOST }),
  }
}
