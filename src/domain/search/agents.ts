import type { Agent } from '../records.ts'
import { searchWords } from './words.ts'

export type AgentOrder = 'name' | 'reputation' | 'registered'

/** What is searched for; all that is given must hold. */
export interface AgentCriteria {
  /** Beginnings of words, as `searchWords` makes them. */
  readonly words: readonly string[]
  readonly skill?: string | undefined
  readonly category?: string | undefined
  readonly llm_provider?: string | undefined
  readonly verified_only: boolean
  readonly min_reputation: number
}

/** Filters that are offered as options, with counts beside them. */
export type FilterOption = 'category' | 'llm_provider' | 'verified'

/** What has to be known of an agent to tell whether it is found, and where it stands. */
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

/** The filters that an agent misses among those that are options, or undefined where it misses another one. */
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

function hasWords(name: string, wanted: readonly string[]): boolean {
  const words = searchWords(name)
  return wanted.every((beginning) => words.some((word) => word.startsWith(beginning)))
}

/** Where an agent stands in an order: continuing behind it needs no more. */
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

/** Below zero when `a` comes first in the order. */
export function comparePositions(a: Position, b: Position, order: AgentOrder): number {
  const at = a[0] === b[0] ? 1 : 0
  const ascending = a[at] === b[at] ? 0 : a[at]! < b[at]! ? -1 : 1
  return ORDERS[order].descending ? -ascending : ascending
}

/** How many agents were found, and how many each option would leave in place of the one that is chosen. */
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

/** Options that are shown of each kind. */
export const MAX_OPTIONS = 20

/** Counts among agents that were examined. */
export function countOptions(
  agents: readonly ExaminedAgent[],
  criteria: AgentCriteria,
  counted: SearchCounts['counted'],
): SearchCounts {
  const judged = agents.map((agent) => ({ agent, missed: missedOptions(agent, criteria) }))
  const butFor = (option: FilterOption) =>
    judged.filter(({ missed }) => missed?.every((one) => one === option)).map(({ agent }) => agent)
  return {
    counted,
    total: judged.filter(({ missed }) => missed?.length === 0).length,
    verified: butFor('verified').filter(({ listed }) => listed === 'verified').length,
    categories: countByName(butFor('category').map(({ category }) => category)),
    llm_providers: countByName(butFor('llm_provider').map(({ llm_provider }) => llm_provider)),
  }
}

function countByName(names: readonly (string | null)[]): readonly OptionCount[] {
  const known = names.filter((name) => name !== null)
  const counts = [...Map.groupBy(known, (name) => name)].map(([name, { length }]) => ({
    name,
    agents: length,
  }))
  return counts
    .toSorted((a, b) => b.agents - a.agents || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_OPTIONS)
}
