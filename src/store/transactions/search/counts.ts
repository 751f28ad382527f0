import {
  compareOptions,
  countOptions,
  MAX_OPTIONS,
  type AgentCriteria,
  type AgentOrder,
  type OptionCount,
  type SearchCounts,
  type SearchFacts,
} from '../../../domain/search/agents.ts'
import type { Agent } from '../../../domain/records.ts'
import type { ReadTx, Where } from '../../database.ts'
import { cellOf } from '../../counts.ts'
import { filterTerms, withInstalled } from './candidates.ts'
import { largestCounts } from './network.ts'
import { stagesOf } from './walks.ts'

/**
 * Returns the maintained counts; undefined if the search has criteria other than the options, or if there are too many options to add up.
 */
export async function storedCounts(
  tx: ReadTx,
  criteria: AgentCriteria,
): Promise<SearchCounts | undefined> {
  const { categories, llm_providers, verified_only } = criteria
  if (hasOtherCriteria(criteria)) return undefined
  const prefix = verified_only ? 'agents.verified' : 'agents.public'
  const verified = await countWith(tx, criteria, { verification_status: 'verified' })
  const optionsOf = (option: Option, other: Option, chosen: readonly string[]) =>
    chosen.length === 0
      ? largestCounts(tx, { count: `${prefix}.${option}`, limit: MAX_OPTIONS })
      : optionsWith(tx, `${prefix}.${other}.${option}`, chosen)
  const [categoryOptions, providerOptions] = [
    await optionsOf('category', 'llm_provider', llm_providers),
    await optionsOf('llm_provider', 'category', categories),
  ]
  return categoryOptions && providerOptions
    ? {
        counted: 'exact',
        total: verified_only ? verified : await countWith(tx, criteria),
        verified,
        categories: categoryOptions,
        llm_providers: providerOptions,
      }
    : undefined
}
type Option = 'category' | 'llm_provider'

/** Adds up the counts of the chosen categories, because none is maintained for several categories together with several providers. */
async function countWith(
  tx: ReadTx,
  { categories, llm_providers }: AgentCriteria,
  status: Pick<Where<Agent>, 'verification_status'> = {},
): Promise<number> {
  const where = {
    resolves_publicly: true,
    ...status,
    ...(llm_providers.length > 0 && { llm_provider: { in: llm_providers } }),
  }
  if (categories.length === 0) return tx.agents.count(where)
  let sum = 0
  for (const category of new Set(categories)) sum += await tx.agents.count({ ...where, category })
  return sum
}

const hasOtherCriteria = ({
  query,
  skill,
  publisher_key,
  min_reputation,
  owners,
  installed,
}: AgentCriteria): boolean =>
  [query, skill, publisher_key, owners, installed].some((one) => one !== undefined) ||
  min_reputation > 0

/** Limits the options of each chosen value that are added up. */
const MAX_ADDED = 1000

/** Returns the largest options with any of the chosen values of another filter, or undefined if there are too many to add up. */
async function optionsWith(
  tx: ReadTx,
  count: string,
  chosen: readonly string[],
): Promise<readonly OptionCount[] | undefined> {
  const limit = chosen.length === 1 ? MAX_OPTIONS : MAX_ADDED
  const sums = new Map<string, number>()
  for (const value of new Set(chosen)) {
    const options = await largestCounts(tx, {
      count,
      grouping: cellOf([value, '']).grouping,
      limit,
    })
    if (chosen.length > 1 && options.length === limit) return undefined
    for (const { name, agents } of options) sums.set(name, (sums.get(name) ?? 0) + agents)
  }
  return [...sums]
    .map(([name, agents]) => ({ name, agents }))
    .toSorted(compareOptions)
    .slice(0, MAX_OPTIONS)
}

/** Counts matching agents and options among a bounded number of agents, which are examined regardless of the chosen options. */
export async function examinedCounts(
  tx: ReadTx,
  {
    search,
    facts,
    bound,
  }: {
    readonly search: AgentCriteria & { readonly order: AgentOrder }
    readonly facts: SearchFacts
    readonly bound: number
  },
): Promise<SearchCounts> {
  const anyOption = { ...search, categories: [], llm_providers: [], verified_only: false }
  const byTerm = search.query !== undefined || filterTerms(search).length > 0
  const order = byTerm ? 'name' : search.order
  const [stage] = stagesOf(tx, anyOption, { order, byId: facts.byId })
  const examined = await (await stage!.walk())(undefined, bound)
  const known = await withInstalled(tx, { search, facts, agents: examined })
  return countOptions(
    examined,
    { criteria: search, facts: known },
    examined.length < bound ? 'exact' : 'at_least',
  )
}
