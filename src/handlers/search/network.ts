import type { components } from '../../../generated/platform.ts'
import { table } from '../../../generated/platform.table.ts'
import type { AgentOrder, Position } from '../../domain/search/agents.ts'
import { did } from '../../domain/agents/identity.ts'
import type { Agent } from '../../domain/records.ts'
import { score } from '../../domain/agents/reputation.ts'
import { searchWords } from '../../domain/search/words.ts'
import type { Timestamp } from '../../domain/time.ts'
import { resolveOrganization } from '../resolve-organization.ts'
import { ownershipOf } from '../agents/agents.ts'
import { isOfOtherOrder, nextCursor, readCursor, type PositionIn } from '../cursor.ts'
import type { Handlers } from '../services.ts'

/** Handles the registry network, the public part of the registry (docs/specification/search.md#access). */
export const network = {
  async getNetworkSummary({ query, caller, reply, refuse }, { store, upgrade_url, now }) {
    const acting = resolveOrganization(caller, query.organization_id, {
      operation: table.getNetworkSummary,
      upgrade_url,
    })
    if (acting.kind === 'refused') return refuse(acting.code, acting.details)
    const { categories, llm_providers, ...summary } = await store.summarizeNetwork({
      organization_id: acting.organization_id,
      workspace_id: caller.reach.workspace_id,
    })
    return reply(200, {
      ...summary,
      categories: [...categories],
      llm_providers: [...llm_providers],
      updated_at: now(),
    })
  },

  async listNetworkAgents({ query, reply }, { store, now }) {
    const { category, verified_only, limit, offset } = query
    const after = readCursor('listNetworkAgents~id', query.cursor)?.[0]
    const page = await store.listNetworkAgents({ category, verified_only, limit, offset, after })
    return reply(200, {
      items: page.items.map((agent) => present(agent, now())),
      total: page.total,
      limit: page.limit,
      offset,
      ...nextCursor('listNetworkAgents~id', page.next === undefined ? undefined : [page.next]),
    })
  },

  async searchAgents({ query, reply, refuse }, { store }) {
    const { q = '', sort: order, cursor, ...filters } = query
    if (isOfOtherOrder(`searchAgents~${order}`, cursor)) return refuse('CURSOR_MISMATCH')
    const after: Position | undefined = readCursor(`searchAgents~${order}`, cursor)
    const { items, limit, next, counts } = await store.searchAgents({
      ...filters,
      words: searchWords(q),
      order,
      after,
    })
    return reply(200, {
      items: items.map((agent) => presentAt(agent, agent.score)),
      limit,
      // The type of a position does not say to which order it belongs.
      ...nextCursor(`searchAgents~${order}`, next as PositionIn<`searchAgents~${AgentOrder}`>),
      ...(counts && {
        counts: {
          ...counts,
          categories: [...counts.categories],
          llm_providers: [...counts.llm_providers],
        },
      }),
    })
  },
} satisfies Partial<Handlers>

const present = (agent: Agent, now: Timestamp) =>
  presentAt(agent, score(agent.reputation, agent.disputes_upheld, now))

const presentAt = (
  agent: Agent,
  reputation_score: number,
): components['schemas']['NetworkAgent'] => {
  const {
    svc_id,
    name,
    version,
    verification_status,
    deprecated,
    registered_at,
    details: { description, publisher, category, llm_provider, capabilities = [] },
  } = agent
  return {
    svc_id,
    did: did(svc_id),
    name,
    version,
    verification_status,
    ownership: ownershipOf(agent),
    deprecated,
    reputation_score,
    capabilities,
    registered_at,
    ...(description !== undefined && { description }),
    ...(publisher !== undefined && { publisher }),
    ...(category !== undefined && { category }),
    ...(llm_provider !== undefined && { llm_provider }),
  }
}
