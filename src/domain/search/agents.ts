import { compareRanks, compareText } from '../order.ts'
import type { Agent } from '../records.ts'
import { relevanceOf, type Relevance, type SearchQuery } from './query.ts'
import { hasSkill } from './text.ts'

/** An order of agents. `relevance` orders agents by their class of relevance, and by name within each class. */
export type AgentOrder = 'relevance' | 'name' | 'reputation' | 'registered'

/** The criteria of a search, all of which must hold. */
export interface AgentCriteria {
  readonly query?: SearchQuery | undefined
  readonly skill?: string | undefined
  /** The key of the publisher's name, from `publisherKey`. */
  readonly publisher_key?: string | undefined
  /** An agent must have one of these values; an empty list does not exclude any agent. */
  readonly categories: readonly string[]
  readonly llm_providers: readonly string[]
  readonly verified_only: boolean
  readonly min_reputation: number
  /** The organizations to which the agent must belong. */
  readonly owners?: readonly string[] | undefined
  /** Where the agent must be installed. */
  readonly installed?: InstalledIn | undefined
}

/** Organizations, or one workspace, in which an agent is installed. */
export interface InstalledIn {
  readonly organizations: readonly string[]
  /** A workspace of one of the organizations. */
  readonly workspace_id?: string | undefined
}

/** Filters for which the search returns options with counts. */
export type FilterOption = 'category' | 'llm_provider' | 'verified'

/** Lists the columns that determine whether an agent matches and where it is in the order. */
export const EXAMINED_COLUMNS = [
  'svc_id',
  'organization_id',
  'name',
  'listed',
  'score',
  'category',
  'llm_provider',
  'name_key',
  'registered_at',
  'search_words',
  'publisher_key',
] as const
export type ExaminedAgent = Pick<Agent, (typeof EXAMINED_COLUMNS)[number]>

/** The facts that a search needs in addition to its criteria and the columns of an agent. */
export interface SearchFacts {
  /** The hash of the requested skill. */
  readonly skill?: string | undefined
  /** The agents whose identifier begins with the query. */
  readonly byId: ReadonlySet<string>
  /** The agents that are installed where the criteria require it; undefined if the criteria do not require an installation. */
  readonly installed?: ReadonlySet<string> | undefined
}

/** Returns which optional filters an agent does not match, or undefined if it fails any other criterion. */
export function missedOptions(
  agent: ExaminedAgent,
  criteria: AgentCriteria,
  { byId, installed, skill }: SearchFacts,
): readonly FilterOption[] | undefined {
  const { query, publisher_key, owners, verified_only, min_reputation } = criteria
  if (agent.listed !== 'verified' && agent.listed !== 'public') return undefined
  if (agent.score < min_reputation) return undefined
  if (skill !== undefined && !hasSkill(agent.search_words, skill)) return undefined
  if (publisher_key !== undefined && agent.publisher_key !== publisher_key) return undefined
  if (owners && !owners.includes(agent.organization_id)) return undefined
  if (installed && !installed.has(agent.svc_id)) return undefined
  if (query && relevanceOf(agent, query, byId) === undefined) return undefined
  const missed: readonly (FilterOption | false)[] = [
    lacks(criteria.categories, agent.category) && 'category',
    lacks(criteria.llm_providers, agent.llm_provider) && 'llm_provider',
    verified_only && agent.listed !== 'verified' && 'verified',
  ]
  return missed.filter((option) => option !== false)
}

const lacks = (wanted: readonly string[], value: string | null): boolean =>
  wanted.length > 0 && (value === null || !wanted.includes(value))

/** The position of an agent in an order, from which a list can be continued. */
export type Position =
  | readonly [value: string | number, svc_id: string]
  | readonly [relevance: number, name_key: string, svc_id: string]

export const ORDERS: {
  readonly [Order in AgentOrder]: {
    readonly field: 'name_key' | 'score' | 'registered_at'
    readonly descending: boolean
  }
} = {
  relevance: { field: 'name_key', descending: false },
  name: { field: 'name_key', descending: false },
  reputation: { field: 'score', descending: true },
  registered: { field: 'registered_at', descending: true },
}

/** Returns the position of an agent. `relevance` matters only in the order of that name; without a query it is the same for all agents. */
export const positionOf = (
  agent: Pick<Agent, 'svc_id' | (typeof ORDERS)[AgentOrder]['field']>,
  order: AgentOrder,
  relevance: Relevance = 0,
): Position =>
  order === 'relevance'
    ? [relevance, agent.name_key, agent.svc_id]
    : [agent[ORDERS[order].field], agent.svc_id]

/** Compares two positions: negative if `a` comes first in the order. */
export function comparePositions(a: Position, b: Position, order: AgentOrder): number {
  const ascending = compareRanks(a, b)
  return ORDERS[order].descending ? -ascending : ascending
}

/** The number of matching agents, and how many would match if another option were chosen. */
export interface SearchCounts {
  readonly counted: 'exact' | 'at_least'
  readonly total: number
  readonly verified: number
  readonly categories: readonly OptionCount[]
  readonly llm_providers: readonly OptionCount[]
}
export interface OptionCount {
  readonly name: string
  readonly agents: number
}

/** Compares two options: the one that more agents have comes first. */
export const compareOptions = (a: OptionCount, b: OptionCount): number =>
  b.agents - a.agents || compareText(a.name, b.name)

/** Limits how many options of each kind are returned. */
export const MAX_OPTIONS = 20

/** Counts the options among the examined agents. */
export function countOptions(
  agents: readonly ExaminedAgent[],
  { criteria, facts }: { criteria: AgentCriteria; facts: SearchFacts },
  counted: SearchCounts['counted'],
): SearchCounts {
  const examined = agents.map((agent) => ({
    agent,
    missed: missedOptions(agent, criteria, facts),
  }))
  const matchingExcept = (option: FilterOption) =>
    examined
      .filter(({ missed }) => missed?.every((missedOption) => missedOption === option))
      .map(({ agent }) => agent)
  return {
    counted,
    total: examined.filter(({ missed }) => missed?.length === 0).length,
    verified: matchingExcept('verified').filter(({ listed }) => listed === 'verified').length,
    categories: countByName(matchingExcept('category').map(({ category }) => category)),
    llm_providers: countByName(
      matchingExcept('llm_provider').map(({ llm_provider }) => llm_provider),
    ),
  }
}

function countByName(names: readonly (string | null)[]): readonly OptionCount[] {
  const present = names.filter((name) => name !== null)
  const counts = [...Map.groupBy(present, (name) => name)].map(([name, { length }]) => ({
    name,
    agents: length,
  }))
  return counts.toSorted(compareOptions).slice(0, MAX_OPTIONS)
}
