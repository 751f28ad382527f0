import { COUNTED_MOST, PAGE_MOST } from '../../../domain/limits.ts'
import type { Agent } from '../../../domain/records.ts'
import type { ReadTx } from '../../database.ts'
import { LIVING } from '../agents/profile.ts'

export interface NetworkQuery {
  category?: string | undefined
  verified_only: boolean
  limit: number
  offset: number
  after?: string | undefined
}

/** Public agents in order of their id. */
export async function listNetworkAgents(
  tx: ReadTx,
  query: NetworkQuery,
): Promise<{ items: readonly Agent[]; total: number; limit: number; next?: string }> {
  const limit = Math.min(query.limit, PAGE_MOST)
  const where = {
    resolves_publicly: true,
    ...(query.verified_only && { verification_status: 'verified' as const }),
    ...(query.category !== undefined && { category: query.category }),
  }
  const rows = await tx.agents.find({
    where,
    orderBy: ['svc_id'],
    limit: limit + 1,
    ...(query.after === undefined ? { offset: query.offset } : { after: [query.after] }),
  })
  const items = rows.slice(0, limit)
  return {
    items,
    total: await tx.agents.count(where),
    limit,
    ...(rows.length > limit && { next: items.at(-1)!.svc_id }),
  }
}

export interface NetworkSummary {
  total_agents: number
  verified_agents: number
  categories: readonly NamedCount[]
  llm_providers: readonly NamedCount[]
  average_reputation: number
  active_installations: number
}
export interface NamedCount {
  readonly name: string
  readonly agents: number
}

/** A summary names the largest groups only. */
const MOST_NAMES = 1000

interface SummaryQuery {
  readonly organization_id: string
  /** That of a credential which is bound to one. */
  readonly workspace_id?: string | null
}

/** The public network in numbers; installations are the caller's own: of the workspace that the credential is bound to, else of the organization. */
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
    categories: await largest(tx, { count: 'agents.public.category', most: MOST_NAMES }),
    llm_providers: await largest(tx, { count: 'agents.public.llm_provider', most: MOST_NAMES }),
    average_reputation: await averageScore(tx),
    active_installations:
      workspace_id === null
        ? await tx.installations.count({ organization_id, ...LIVING })
        : await tx.installations.count({ workspace_id, ...LIVING }, COUNTED_MOST),
  }
}

/** The largest numbers of a count, most first; `grouping` as in its counters. */
export async function largest(
  tx: ReadTx,
  { count, grouping = '', most }: { count: string; grouping?: string; most: number },
): Promise<readonly NamedCount[]> {
  const counters = await tx.counters.find({
    where: { name: count, grouping, rows: { gt: 0 } },
    orderBy: ['rows', 'value'],
    descending: true,
    limit: most,
    glance: true,
  })
  return counters
    .map(({ value, rows }) => ({ name: value, agents: rows }))
    .toSorted((a, b) => b.agents - a.agents || (a.name < b.name ? -1 : 1))
}

/** The mean of all scores: there are a hundred different ones. */
async function averageScore(tx: ReadTx): Promise<number> {
  const counters = await tx.counters.find({
    where: { name: 'agents.public.score', grouping: '' },
    glance: true,
  })
  const agents = counters.reduce((sum, { rows }) => sum + rows, 0)
  const scores = counters.reduce((sum, { value, rows }) => sum + Number(value) * rows, 0)
  return agents === 0 ? 0 : Math.round(scores / agents)
}
