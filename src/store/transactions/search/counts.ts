import {
  countOptions,
  MAX_OPTIONS,
  type AgentCriteria,
  type AgentOrder,
  type SearchCounts,
} from '../../../domain/search/agents.ts'
import type { ReadTx } from '../../database.ts'
import { cellOf } from '../../counts.ts'
import { readInOrder, termOf } from './index-reads.ts'
import { largestCounts } from './network.ts'

/** Returns the maintained counts, or undefined if the search has criteria other than the options, for which there are no counts. */
export async function storedCounts(
  tx: ReadTx,
  { words, skill, min_reputation, category, llm_provider, verified_only }: AgentCriteria,
): Promise<SearchCounts | undefined> {
  if (words.length > 0 || skill !== undefined || min_reputation > 0) return undefined
  const where = {
    resolves_publicly: true,
    ...(category !== undefined && { category }),
    ...(llm_provider !== undefined && { llm_provider }),
  }
  const prefix = verified_only ? 'agents.verified' : 'agents.public'
  const verified = await tx.agents.count({ ...where, verification_status: 'verified' })
  const countsOfOptions = (
    option: 'category' | 'llm_provider',
    other: 'category' | 'llm_provider',
    chosen: string | undefined,
  ) =>
    chosen === undefined
      ? largestCounts(tx, { count: `${prefix}.${option}`, limit: MAX_OPTIONS })
      : largestCounts(tx, {
          count: `${prefix}.${other}.${option}`,
          grouping: cellOf([chosen, '']).grouping,
          limit: MAX_OPTIONS,
        })
  return {
    counted: 'exact',
    total: verified_only ? verified : await tx.agents.count(where),
    verified,
    categories: await countsOfOptions('category', 'llm_provider', llm_provider),
    llm_providers: await countsOfOptions('llm_provider', 'category', category),
  }
}

/** Counts matching agents and options in the first agents of the order, regardless of the chosen options. */
export async function examinedCounts(
  tx: ReadTx,
  search: AgentCriteria & { readonly order: AgentOrder },
  bound: number,
): Promise<SearchCounts> {
  const { words, skill, min_reputation, order } = search
  const examined = await readInOrder(
    tx,
    { words, skill, min_reputation, verified_only: false },
    { order: termOf(search) === undefined ? order : 'name', after: undefined, limit: bound },
  )
  return countOptions(examined, search, examined.length < bound ? 'exact' : 'at_least')
}
