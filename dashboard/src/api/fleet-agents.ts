import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'

/** An agent by its identifier; names change rarely. */
export const useAgentOf = (svc_id: string, enabled = true) =>
  useQuery({
    queryKey: ['agent-of', svc_id],
    queryFn: ({ signal }) => answer(api.GET('/agents/{svc_id}', { params: { path: { svc_id } }, signal })),
    staleTime: 5 * 60_000,
    enabled,
  })

/** The public agents that words find, the best reputation first: anybody may give an agent any name. */
export const useAgentSearch = (q: string) =>
  useQuery({
    queryKey: ['agent-picker', q],
    queryFn: ({ signal }) => answer(api.GET('/registry/network/search', { params: { query: { ...(q !== '' && { q }), sort: 'reputation', limit: 8 } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
