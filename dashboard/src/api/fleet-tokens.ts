import { keepPreviousData, useMutation, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { LIVE_MS, queries } from './queries.ts'

export type InstallToken = Schemas['InstallToken']
export type TokenRecord = Schemas['InstallTokenRecord']

const forget = () => queries.invalidateQueries({ queryKey: ['install-tokens'] })

/** What is on record about the install tokens of a workspace, the newest first. The tokens themselves are shown once. */
export const useInstallTokens = (workspace_id: string, cursor: string | undefined, limit = 50) =>
  useQuery({
    queryKey: ['install-tokens', workspace_id, cursor, limit],
    queryFn: ({ signal }) => answer(api.GET('/workspaces/{workspace_id}/install-tokens', { params: { path: { workspace_id }, query: { limit, ...(cursor !== undefined && { cursor }) } }, signal })),
    refetchInterval: LIVE_MS,
    placeholderData: keepPreviousData,
  })

export const useCreateInstallToken = (workspace_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['CreateInstallTokenRequest']) => answer(api.POST('/workspaces/{workspace_id}/install-tokens', { params: { path: { workspace_id } }, body })),
    onSuccess: forget,
  })

export const useRevokeInstallToken = (workspace_id: string) =>
  useMutation({
    mutationFn: (token_id: string) => answer(api.DELETE('/workspaces/{workspace_id}/install-tokens/{token_id}', { params: { path: { workspace_id, token_id } } })),
    onSettled: forget,
  })
