import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'

export type NetworkAgent = Schemas['NetworkAgent']
export type SearchCounts = Schemas['AgentSearchCounts']
type SearchPage = Schemas['AgentSearchPage']
export const SORT_ORDERS = ['name', 'reputation', 'registered'] as const

/** The filters of a search. An empty string matches every agent. */
export interface AgentSearch {
  readonly q: string
  readonly category: string
  readonly llm_provider: string
  readonly skill: string
  readonly verified_only: boolean
  readonly min_reputation: number
  readonly sort: (typeof SORT_ORDERS)[number]
  readonly cursor: string | undefined
}
const PAGE_SIZE = 25

/** Finds a page of agents. A newer search cancels an older one, whose result is never shown. */
export const useRegistrySearch = (search: AgentSearch) =>
  useQuery({
    queryKey: ['registry', search],
    queryFn: ({ signal }) => findAgents(search, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** Reads the counts of the first page, because later pages have none. */
export const useSearchCounts = (search: AgentSearch) => {
  const first = { ...search, cursor: undefined }
  return useQuery({
    queryKey: ['registry', first],
    queryFn: ({ signal }) => findAgents(first, signal),
    staleTime: 30_000,
    select: ({ counts }) => counts,
    enabled: search.cursor !== undefined,
  })
}

const findAgents = (
  { q, category, llm_provider, skill, ...exact }: AgentSearch,
  signal: AbortSignal,
): Promise<SearchPage> => {
  const texts = {
    q: q || undefined,
    category: category || undefined,
    llm_provider: llm_provider || undefined,
    skill: skill || undefined,
  }
  return unwrap(
    api.GET('/registry/network/search', {
      params: { query: { ...texts, ...exact, limit: PAGE_SIZE } },
      signal,
    }),
  )
}
