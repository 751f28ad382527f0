import { keepPreviousData, useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'

export type Agent = Schemas['AgentProfile']
export type Verdict = Schemas['TrustVerification']
export const RANGES = [30, 90, 365] as const

const pathOf = (svc_id: string) => ({ path: { svc_id } })
const readAgent = (svc_id: string, signal: AbortSignal) =>
  unwrap(api.GET('/agents/{svc_id}', { params: pathOf(svc_id), signal }))

/** All that may be known about an agent. */
export const useAgent = (svc_id: string) =>
  useQuery({ queryKey: ['agent', svc_id], queryFn: ({ signal }) => readAgent(svc_id, signal) })

/** The same for pages that only name it; names change rarely. */
export const useCachedAgent = (svc_id: string, enabled = true) =>
  useQuery({
    queryKey: ['agent', svc_id],
    queryFn: ({ signal }) => readAgent(svc_id, signal),
    staleTime: 5 * 60_000,
    enabled,
  })

/** The public agents that words find, the best reputation first: anybody may give an agent any name. */
export const useAgentSuggestions = (q: string) =>
  useQuery({
    queryKey: ['agent-search', q],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/registry/network/search', {
          params: { query: { q: q || undefined, sort: 'reputation', limit: 8 } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** Its reputation on each of the last days, the oldest first. */
export const useReputation = (svc_id: string, days: number) =>
  useQuery({
    queryKey: ['agent', svc_id, 'reputation', days],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/agents/{svc_id}/reputation', {
          params: { ...pathOf(svc_id), query: { days } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

const LIST_LENGTH = 10

/** Disputes about it: those the organization opened, or for its own agent those it received. */
export const useAgentDisputes = (
  organization_id: string,
  svc_id: string,
  side: 'made' | 'received',
) =>
  useQuery({
    queryKey: ['disputes', 'agent', organization_id, svc_id, side],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/disputes', {
          params: { query: { organization_id, agent_id: svc_id, side, limit: LIST_LENGTH } },
          signal,
        }),
      ),
  })

/** Its newest tasks in a workspace. */
export const useAgentTasks = (svc_id: string, workspace_id: string | undefined) =>
  useQuery({
    queryKey: ['tasks', 'agent', svc_id, workspace_id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/tasks', {
          params: {
            header: { 'X-Workspace-ID': workspace_id! },
            query: { agent_id: svc_id, limit: LIST_LENGTH },
          },
          signal,
        }),
      ),
    enabled: workspace_id !== undefined,
  })

/** The organization's images, each with its latest scan. */
export const useNewestImages = (organization_id: string) =>
  useQuery({
    queryKey: ['images', 'newest', organization_id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/images', { params: { query: { organization_id, limit: LIST_LENGTH } }, signal }),
      ),
  })

/** Asks the registry about a signature. */
export const useVerifySignature = () =>
  useMutation({
    mutationFn: (body: Schemas['VerifyTrustRequest']) =>
      unwrap(api.POST('/trust/verify', { body })),
  })
