import { keepPreviousData, useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'
import { queryClient, invalidate } from './query-client.ts'

export type Policy = Schemas['WorkspacePolicy']
export type PolicyAction = Schemas['PolicyActionInput']
export type PolicyDecision = Schemas['PolicyDecision']
export type PolicyContent = Schemas['PolicyContentInput']

/** The polling interval in milliseconds: other users may change the policy. */
const POLL_MS = 15_000
const pathOf = (workspace_id: string) => ({ path: { workspace_id } })

/** Reads the active policy. */
export const usePolicy = (workspace_id: string) =>
  useQuery({
    queryKey: ['policy', workspace_id, 'current'],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/workspaces/{workspace_id}/policy', { params: pathOf(workspace_id), signal }),
      ),
    refetchInterval: POLL_MS,
  })

/** Lists the versions that are kept, newest first, without their rules. */
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

/** Reads a version with its rules, which never change. */
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

/**
 * Saves the next version, based on version `from`. If another version was saved first, it fails with the code `POLICY_CHANGED`. `onSaved`
 * is called even if the component was removed or the mutation was reset in the meantime.
 */
export const useSetPolicy = (
  workspace_id: string,
  onSaved: (saved: Policy, sent: PolicyContent) => void,
) =>
  useMutation({
    mutationFn: ({ content, from }: { readonly content: PolicyContent; readonly from: number }) =>
      unwrap(
        api.PUT('/workspaces/{workspace_id}/policy', {
          params: { ...pathOf(workspace_id), header: { 'If-Match': `"${from}"` } },
          body: { content },
        }),
      ),
    onSuccess(saved, { content }) {
      onSaved(saved, content)
      queryClient.setQueryData(['policy', workspace_id, 'current'], saved)
    },
    onSettled: invalidate('policy', workspace_id),
  })

/** Asks what the active policy, or a draft, decides about an action. */
export const useEvaluatePolicy = (workspace_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['EvaluatePolicyRequest']) =>
      unwrap(
        api.POST('/workspaces/{workspace_id}/policy/evaluate', {
          params: pathOf(workspace_id),
          body,
        }),
      ),
  })
