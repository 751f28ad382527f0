import { AVAILABLE } from '../../../domain/installations/installation.ts'
import { MAX_COUNTED_ROWS } from '../../../domain/limits.ts'
import type { Agent } from '../../../domain/records.ts'
import { compareOptions, type OptionCount } from '../../../domain/search/agents.ts'
import type { ReadTx } from '../../database.ts'
import { pageOf, type Page, type Paging } from '../page.ts'

type Position = readonly [svc_id: string]
export interface NetworkQuery extends Paging<Position> {
  readonly category?: string | undefined
  readonly verified_only: boolean
}

/** Lists the public agents in the order of their ids. */
export async function listNetworkAgents(
  tx: ReadTx,
  { category, verified_only, ...paging }: NetworkQuery,
): Promise<Page<Agent, Position>> {
  const where = {
    resolves_publicly: true,
    ...(verified_only && { verification_status: 'verified' as const }),
    ...(category !== undefined && { category }),
  }
  const total = await tx.agents.count(where)
  return pageOf<Agent, Position>(tx.agents, { where, orderBy: ['svc_id'] }, { ...paging, total })
}

export interface NetworkSummary {
  total_agents: number
  verified_agents: number
  categories: readonly OptionCount[]
  llm_providers: readonly OptionCount[]
  average_reputation: number
  active_installations: number
}

/** Limits the groups in a summary; the largest ones are listed. */
const MAX_GROUPS = 1000

interface SummaryQuery {
  readonly organization_id: string
  /** The workspace that the credential is bound to, if any. */
  readonly workspace_id?: string | null
}

/**
 * Returns counts of the public network. Installations are those of the caller: those of the workspace to which the credential is bound, or
 * else of the organization.
 */
export async function summarizeNetwork(
  tx: ReadTx,
  { organization_id, workspace_id = null }: SummaryQuery,
): Promise<NetworkSummary> {
  return {
    total_agents: await tx.agents.count({ resolves_publicly: true }),
    verified_agents: await tx.agents.count({
      resolves_publicly: true,
      verification_status: 'verified',
    }),
    categories: await largestCounts(tx, { count: 'agents.public.category', limit: MAX_GROUPS }),
    llm_providers: await largestCounts(tx, {
      count: 'agents.public.llm_provider',
      limit: MAX_GROUPS,
    }),
    average_reputation: await averageScore(tx),
    active_installations:
      workspace_id === null
        ? await tx.installations.count({ organization_id, ...AVAILABLE })
        : await tx.installations.count({ workspace_id, ...AVAILABLE }, MAX_COUNTED_ROWS),
  }
}

/** Returns the largest groups of a maintained count, largest first. `grouping` is that of its counters. */
export async function largestCounts(
  tx: ReadTx,
  { count, grouping = '', limit }: { count: string; grouping?: string; limit: number },
): Promise<readonly OptionCount[]> {
  const counters = await tx.counters.find({
    where: { name: count, grouping, rows: { gt: 0 } },
    orderBy: ['rows', 'value'],
    descending: true,
    limit,
    lock: false,
  })
  return counters.map(({ value, rows }) => ({ name: value, agents: rows })).toSorted(compareOptions)
}

/**
 * Returns the mean score of all public agents, from the counters of the scores. Their number is bounded: a score is an integer from 0 to
 * 100, and each score has one counter for each shard.
 */
async function averageScore(tx: ReadTx): Promise<number> {
  const counters = await tx.counters.find({
    where: { name: 'agents.public.score', grouping: '' },
    lock: false,
  })
  const agents = counters.reduce((sum, { rows }) => sum + rows, 0)
  const scores = counters.reduce((sum, { value, rows }) => sum + Number(value) * rows, 0)
  return agents === 0 ? 0 : Math.round(scores / agents)
}
