import { keepPreviousData, useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { queryClient, invalidate } from './query-client.ts'

export type Policy = Schemas['WorkspacePolicy']
export type PolicyContent = Schemas['PolicyContentInput']

/** Somebody else may write too: asked for again this often, in milliseconds. */
const POLL_MS = 15_000
const pathOf = (workspace_id: string) => ({ path: { workspace_id } })

/** The policy in force. */
export const usePolicy = (workspace_id: string) =>
  useQuery({
    queryKey: ['policy', workspace_id, 'current'],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/workspaces/{workspace_id}/policy', { params: pathOf(workspace_id), signal }),
      ),
    refetchInterval: POLL_MS,
  })

/** All versions, the newest first, without their rules. */
export const usePolicyVersions = (workspace_id: string, cursor: string | undefined) =>
  useQuery({
    queryKey: ['policy', workspace_id, 'versions', cursor],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/workspaces/{workspace_id}/policy/versions', {
          params: { ...pathOf(workspace_id), query: { limit: 20, cursor } },
          signal,
        }),
      ),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  })

/** One version with its rules, which never change. */
export const usePolicyVersion = (workspace_id: string, version: number) =>
  useQuery({
    queryKey: ['policy-version', workspace_id, version],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/workspaces/{workspace_id}/policy/versions/{version}', {
          params: { path: { workspace_id, version } },
          signal,
        }),
      ),
    staleTime: Infinity,
  })

/** Writes the next version, made from `from`; somebody who was faster makes it a `Problem` with the code `POLICY_CHANGED`. */
export const useSetPolicy = (workspace_id: string) =>
  useMutation({
    mutationFn: ({ content, from }: { readonly content: PolicyContent; readonly from: number }) =>
      unwrap(
        api.PUT('/workspaces/{workspace_id}/policy', {
          params: { ...pathOf(workspace_id), header: { 'If-Match': `"${from}"` } },
          body: { content },
        }),
      ),
    onSuccess: (written) => queryClient.setQueryData(['policy', workspace_id, 'current'], written),
    onSettled: invalidate('policy', workspace_id),
  })
