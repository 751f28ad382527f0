import { keepPreviousData, useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'
import { DEFAULT_POLL_MS, invalidate } from './query-client.ts'

export type InstallToken = Schemas['InstallToken']
export type TokenRecord = Schemas['InstallTokenRecord']

const TOKENS = '/workspaces/{workspace_id}/install-tokens'
const TOKEN = '/workspaces/{workspace_id}/install-tokens/{token_id}'

/** Lists the records of install tokens in a workspace, newest first. The tokens themselves are shown only once. */
export const useInstallTokens = (workspace_id: string, cursor: string | undefined, limit = 50) =>
  useQuery({
    queryKey: ['install-tokens', workspace_id, cursor, limit],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET(TOKENS, { params: { path: { workspace_id }, query: { limit, cursor } }, signal }),
      ),
    refetchInterval: DEFAULT_POLL_MS,
    placeholderData: keepPreviousData,
  })

export const useCreateInstallToken = (workspace_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['CreateInstallTokenRequest']) =>
      unwrap(api.POST(TOKENS, { params: { path: { workspace_id } }, body })),
    onSuccess: invalidate('install-tokens'),
  })

/** Revokes an unused token. The list is read again even after an error, because the token may have been used since. */
export const useRevokeInstallToken = (workspace_id: string) =>
  useMutation({
    mutationFn: (token_id: string) =>
      unwrap(api.DELETE(TOKEN, { params: { path: { workspace_id, token_id } } })),
    onSettled: invalidate('install-tokens'),
  })
