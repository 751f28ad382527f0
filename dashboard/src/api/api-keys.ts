import { useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { invalidate } from './query-client.ts'

export type ApiKey = Schemas['ApiKeyRecord']
export type NewApiKey = Schemas['NewApiKey']
export type Scope = Schemas['Scope']

/** Lists the API keys of an organization, newest first, including revoked ones. */
export const useApiKeys = (org_id: string, cursor: string | undefined) =>
  useQuery({
    queryKey: ['api-keys', org_id, cursor],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/orgs/{org_id}/api-keys', {
          params: { path: { org_id }, query: { cursor } },
          signal,
        }),
      ),
  })

/** Creates a key. Only this response contains the complete key. */
export const useCreateApiKey = (org_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['CreateApiKeyRequest']) =>
      unwrap(api.POST('/orgs/{org_id}/api-keys', { params: { path: { org_id } }, body })),
    onSuccess: invalidate('api-keys', org_id),
  })

export const useRevokeApiKey = (org_id: string) =>
  useMutation({
    mutationFn: (key_id: string) =>
      unwrap(
        api.DELETE('/orgs/{org_id}/api-keys/{key_id}', { params: { path: { org_id, key_id } } }),
      ),
    onSuccess: invalidate('api-keys', org_id),
  })
