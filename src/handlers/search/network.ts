import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { components } from '../../../generated/platform.ts'
import { table } from '../../../generated/platform.table.ts'
import type { Caller } from '../../auth/callers.ts'
import type { AgentCriteria, AgentOrder, Position } from '../../domain/search/agents.ts'
import { did } from '../../domain/agents/identity.ts'
import type { Agent } from '../../domain/records.ts'
import { score } from '../../domain/agents/reputation.ts'
import { matchesOf, type AgentMatch } from '../../domain/search/matches.ts'
import { searchQuery, type SearchQuery } from '../../domain/search/query.ts'
import { publisherKey } from '../../domain/search/words.ts'
import type { Timestamp } from '../../domain/time.ts'
import { resolveOrganization } from '../resolve-organization.ts'
import { ownershipOf } from '../agents/agents.ts'
import {
  isOfOtherOrder,
  nextCursor,
  presentPageOf,
  readCursor,
  type PositionIn,
} from '../cursor.ts'
import { membersOf } from '../members-of.ts'
import type { Handlers } from '../services.ts'

type Schemas = components['schemas']

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
    const after = readCursor('listNetworkAgents~id', query.cursor)
    const page = await store.listNetworkAgents({ category, verified_only, limit, offset, after })
    return reply(
      200,
      presentPageOf('listNetworkAgents~id', page, offset, (agent) => present(agent, now())),
    )
  },

  async searchAgents({ query, caller, reply, refuse }, { store, upgrade_url }) {
    const { q = '', cursor, limit: wanted, ...filters } = query
    if (filters.organization_id !== undefined) {
      const acting = resolveOrganization(caller, filters.organization_id, {
        operation: table.searchAgents,
        upgrade_url,
      })
      if (acting.kind === 'refused') return refuse(acting.code, acting.details)
    }
    const searched = searchQuery(q)
    const order = filters.sort
    if (isOfOtherOrder(`searchAgents~${order}`, cursor)) return refuse('CURSOR_MISMATCH')
    const after: Position | undefined = readCursor(`searchAgents~${order}`, cursor)
    const { items, limit, next, counts, suggestions } = await store.searchAgents({
      query: searched,
      skill: filters.skill,
      publisher_key: filters.publisher === undefined ? undefined : publisherKey(filters.publisher),
      categories: withOne(filters.categories, filters.category),
      llm_providers: withOne(filters.llm_providers, filters.llm_provider),
      verified_only: filters.verified_only,
      min_reputation: filters.min_reputation,
      ...scopeOf(filters, caller),
      limit: wanted,
      order,
      after,
    })
    return reply(200, {
      items: await presentFound(items, searched),
      limit,
      ...(suggestions && { suggestions: [...suggestions] }),
      // The type of a position does not show which order the position belongs to.
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

/** Returns the values of a filter for which a request can give a list, one value, or both. */
const withOne = (list: readonly string[] = [], one: string | undefined): readonly string[] =>
  one === undefined || list.includes(one) ? list : [...list, one]

interface ScopeFilters {
  readonly own: boolean
  readonly installed: boolean
  readonly installed_in?: string | undefined
  readonly organization_id?: string | undefined
}

/** Returns the organizations and the workspace to which the filters refer. A named organization has been resolved for the caller. */
function scopeOf(
  { own, installed, installed_in, organization_id }: ScopeFilters,
  { reach }: Pick<Caller, 'reach'>,
): Pick<AgentCriteria, 'owners' | 'installed'> {
  const organizations = organization_id === undefined ? reach.organizations : [organization_id]
  const workspace_id = installed_in ?? reach.workspace_id
  const isReached = reach.workspace_id === null || reach.workspace_id === workspace_id
  return {
    ...(own && { owners: organizations }),
    ...((installed || installed_in !== undefined) && {
      installed: {
        organizations: isReached ? organizations : [],
        ...(workspace_id !== null && { workspace_id }),
      },
    }),
  }
}

/** The number of agents whose matches are determined before other requests proceed; their descriptions can be long. */
const EXPLAINED_TOGETHER = 10

/** Returns the records of the agents that a search has found, with the reasons why they match if the search had a query. */
async function presentFound(
  agents: readonly Agent[],
  query: SearchQuery | undefined,
): Promise<Schemas['NetworkAgent'][]> {
  const found: Schemas['NetworkAgent'][] = []
  for (const agent of agents) {
    const matched = query && presentMatches(matchesOf(agent, query))
    found.push({ ...presentAt(agent, agent.score), ...(matched && { matched }) })
    if (query && found.length % EXPLAINED_TOGETHER === 0) await yieldToEventLoop()
  }
  return found
}

const presentMatches = (matches: readonly AgentMatch[]) =>
  matches.map(({ words, ...match }) => ({ ...match, words: [...words] }))

const present = (agent: Agent, now: Timestamp) =>
  presentAt(agent, score(agent.reputation, agent.disputes_upheld, now))

const presentAt = (agent: Agent, reputation_score: number): Schemas['NetworkAgent'] => ({
  ...membersOf(agent, MEMBERS),
  did: did(agent.svc_id),
  ownership: ownershipOf(agent),
  reputation_score,
  capabilities: agent.details.capabilities ?? [],
  ...membersOf(agent.details, DETAILS),
})
const MEMBERS = [
  'svc_id',
  'name',
  'version',
  'verification_status',
  'deprecated',
  'registered_at',
] as const satisfies readonly (keyof Schemas['NetworkAgent'])[]
const DETAILS = [
  'description',
  'publisher',
  'category',
  'llm_provider',
] as const satisfies readonly (keyof Schemas['NetworkAgent'])[]
