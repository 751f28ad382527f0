import type { Agent } from '../records.ts'
import { searchWords } from './words.ts'

export type AgentOrder = 'name' | 'reputation' | 'registered'

/** The criteria of a search, all of which must hold. */
export interface AgentCriteria {
  /** Prefixes of words, as `searchWords` returns them. */
  readonly words: readonly string[]
  readonly skill?: string | undefined
  readonly category?: string | undefined
  readonly llm_provider?: string | undefined
  readonly verified_only: boolean
  readonly min_reputation: number
}

/** Filters for which the search returns options with counts. */
export type FilterOption = 'category' | 'llm_provider' | 'verified'

/** Lists the columns that determine whether an agent matches and its position in the order. */
export const EXAMINED_COLUMNS = [
  'svc_id',
  'name',
  'listed',
  'score',
  'category',
  'llm_provider',
  'name_key',
  'registered_at',
] as const
export type ExaminedAgent = Pick<Agent, (typeof EXAMINED_COLUMNS)[number]> & {
  readonly details: Pick<Agent['details'], 'capabilities'>
}

/** Returns which optional filters an agent does not match, or undefined if it does not match another criterion. */
export function missedOptions(
  agent: ExaminedAgent,
  { words, skill, category, llm_provider, verified_only, min_reputation }: AgentCriteria,
): readonly FilterOption[] | undefined {
  if (agent.listed !== 'verified' && agent.listed !== 'public') return undefined
  if (agent.score < min_reputation) return undefined
  if (skill !== undefined && !agent.details.capabilities?.includes(skill)) return undefined
  if (words.length > 0 && !hasWords(agent.name, words)) return undefined
  const missed: readonly (FilterOption | false)[] = [
    category !== undefined && agent.category !== category && 'category',
    llm_provider !== undefined && agent.llm_provider !== llm_provider && 'llm_provider',
    verified_only && agent.listed !== 'verified' && 'verified',
  ]
  return missed.filter((option) => option !== false)
}

function hasWords(name: string, prefixes: readonly string[]): boolean {
  const words = searchWords(name)
  return prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)))
}

/** The position of an agent in an order, from which a list can be continued. */
export type Position = readonly [value: string | number, svc_id: string]

export const ORDERS: {
  readonly [Order in AgentOrder]: {
    readonly field: 'name_key' | 'score' | 'registered_at'
    readonly descending: boolean
  }
} = {
  name: { field: 'name_key', descending: false },
  reputation: { field: 'score', descending: true },
  registered: { field: 'registered_at', descending: true },
}

export const positionOf = (agent: Omit<ExaminedAgent, 'details'>, order: AgentOrder): Position => [
  agent[ORDERS[order].field],
  agent.svc_id,
]

/** Compares two positions: negative if `a` comes first in the order. */
export function comparePositions(a: Position, b: Position, order: AgentOrder): number {
  const index = a[0] === b[0] ? 1 : 0
  const ascending = a[index] === b[index] ? 0 : a[index]! < b[index]! ? -1 : 1
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
interface OptionCount {
  readonly name: string
  readonly agents: number
}

/** Limits how many options of each kind are returned. */
export const MAX_OPTIONS = 20

/** Counts the options among the examined agents. */
export function countOptions(
  agents: readonly ExaminedAgent[],
  criteria: AgentCriteria,
  counted: SearchCounts['counted'],
): SearchCounts {
  const examined = agents.map((agent) => ({ agent, missed: missedOptions(agent, criteria) }))
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
  return counts
    .toSorted((a, b) => b.agents - a.agents || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_OPTIONS)
}
