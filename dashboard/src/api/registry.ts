import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'

export type Agent = Schemas['NetworkAgent']
export type Counts = Schemas['AgentSearchCounts']
export type SearchPage = Schemas['AgentSearchPage']
export const ORDERS = ['name', 'reputation', 'registered'] as const

/** What is looked for; an empty text excludes nothing. */
export interface Search {
  readonly q: string
  readonly category: string
  readonly llm_provider: string
  readonly skill: string
  readonly verified_only: boolean
  readonly min_reputation: number
  readonly sort: (typeof ORDERS)[number]
  readonly cursor: string | undefined
}
const PAGE = 25

/** A page of agents. A search that is overtaken by another is cancelled, and its answer never shown. */
export const useSearch = (search: Search) =>
  useQuery({
    queryKey: ['registry', search],
    queryFn: ({ signal }) => find(search, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** Counts come with the first page only; later pages show those of theirs. */
export const useCounts = (search: Search) => {
  const first = { ...search, cursor: undefined }
  return useQuery({
    queryKey: ['registry', first],
    queryFn: ({ signal }) => find(first, signal),
    staleTime: 30_000,
    select: ({ counts }) => counts,
    enabled: search.cursor !== undefined,
  })
}

const find = (
  { q, category, llm_provider, skill, ...exact }: Search,
  signal: AbortSignal,
): Promise<SearchPage> => {
  const named = {
    q: q || undefined,
    category: category || undefined,
    llm_provider: llm_provider || undefined,
    skill: skill || undefined,
  }
  return answer(
    api.GET('/registry/network/search', {
      params: { query: { ...named, ...exact, limit: PAGE } },
      signal,
    }),
  )
}
