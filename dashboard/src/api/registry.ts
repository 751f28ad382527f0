import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'

export type NetworkAgent = Schemas['NetworkAgent']
export type AgentMatch = Schemas['AgentMatch']
export type SearchCounts = Schemas['AgentSearchCounts']
type SearchPage = Schemas['AgentSearchPage']
export const SORT_ORDERS = ['relevance', 'name', 'reputation', 'registered'] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

/** The filters of a search. An empty string or list matches every agent. */
export interface AgentSearch {
  readonly q: string
  readonly categories: readonly string[]
  readonly llm_providers: readonly string[]
  readonly skill: string
  readonly publisher: string
  readonly verified_only: boolean
  readonly min_reputation: number
  /** Whether the agent must belong to the organization. */
  readonly own: boolean
  /** Whether the agent must be installed in the organization. */
  readonly installed: boolean
  /** The workspace in which the agent must be installed. */
  readonly installed_in: string
  /** The organization for which the user acts. */
  readonly organization_id: string
  readonly sort: SortOrder
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

function findAgents(search: AgentSearch, signal: AbortSignal): Promise<SearchPage> {
  const { verified_only, min_reputation, own, installed, installed_in, sort, cursor } = search
  const query = {
    q: search.q || undefined,
    categories: nonEmpty(search.categories),
    llm_providers: nonEmpty(search.llm_providers),
    skill: search.skill || undefined,
    publisher: search.publisher || undefined,
    verified_only,
    min_reputation,
    ...(own && { own }),
    ...(installed && { installed }),
    ...(installed_in !== '' && { installed_in }),
    ...((own || installed || installed_in !== '') && { organization_id: search.organization_id }),
    sort,
    cursor,
    limit: PAGE_SIZE,
  }
  return unwrap(api.GET('/registry/network/search', { params: { query }, signal }))
}

const nonEmpty = (values: readonly string[]): string[] | undefined =>
  values.length === 0 ? undefined : [...values]
