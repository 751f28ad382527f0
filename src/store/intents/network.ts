import { PAGE_MOST } from '../../domain/limits.ts'
import { score } from '../../domain/reputation.ts'
import type { Agent } from '../../domain/records.ts'
import type { Timestamp } from '../../domain/time.ts'
import type { ReadTx } from '../database.ts'

export interface NetworkQuery { category?: string | undefined; verified_only: boolean; limit: number; offset: number; after?: string | undefined }

/** Public agents in order of their id. */
export async function listNetworkAgents(tx: ReadTx, query: NetworkQuery): Promise<{ items: readonly Agent[]; total: number; limit: number; next?: string }> {
  const limit = Math.min(query.limit, PAGE_MOST)
  const where = { private: false, ...(query.category !== undefined && { category: query.category }), ...(query.verified_only && { verification_status: 'verified' as const }) }
  const rows = await tx.agents.find({ where, orderBy: ['svc_id'], limit: limit + 1, ...(query.after === undefined ? { offset: query.offset } : { after: [query.after] }) })
  const items = rows.slice(0, limit)
  return { items, total: await tx.agents.count(where), limit, ...(rows.length > limit && { next: items.at(-1)!.svc_id }) }
}

export interface NetworkSummary {
  total_agents: number
  verified_agents: number
  categories: Readonly<Record<string, number>>
  llm_providers: Readonly<Record<string, number>>
  average_reputation: number
  active_installations: number
}

/** The public network in numbers; installations are the caller's own, since those of others are nobody else's business. */
export async function summarizeNetwork(tx: ReadTx, { organization_id, now }: { organization_id: string; now: Timestamp }): Promise<NetworkSummary> {
  const agents = await tx.agents.find({ where: { private: false } })
  const scores = agents.map((agent) => score(agent.reputation, agent.disputes_upheld, now))
  return {
    total_agents: agents.length,
    verified_agents: agents.filter((agent) => agent.verification_status === 'verified').length,
    categories: tally(agents.map((agent) => agent.category)),
    llm_providers: tally(agents.map((agent) => agent.llm_provider)),
    average_reputation: agents.length === 0 ? 0 : Math.round(scores.reduce((sum, one) => sum + one, 0) / agents.length),
    active_installations: await tx.installations.count({ organization_id, lifecycle: 'active', health: { in: ['online', 'unhealthy'] } }),
  }
}

/** A summary names the largest groups only. */
const MOST_NAMES = 1000

function tally(names: readonly (string | null)[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  const largestFirst = [...counts].toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
  return Object.fromEntries(largestFirst.slice(0, MOST_NAMES))
}
