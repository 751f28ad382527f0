import { useMutation, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { queries } from './queries.ts'

export type ApiKey = Schemas['ApiKeyRecord']
export type NewApiKey = Schemas['NewApiKey']
export type Scope = Schemas['Scope']

const keyOf = (org_id: string) => ['api-keys', org_id]
const again = (org_id: string) => () => queries.invalidateQueries({ queryKey: keyOf(org_id) })

/** The API keys of an organization, newest first, revoked ones too. */
export const useApiKeys = (org_id: string, cursor: string | undefined) =>
  useQuery({
    queryKey: [...keyOf(org_id), cursor],
    queryFn: ({ signal }) => answer(api.GET('/orgs/{org_id}/api-keys', { params: { path: { org_id }, query: { cursor } }, signal })),
  })

export const useCreateApiKey = (org_id: string) =>
  useMutation({ mutationFn: (body: Schemas['CreateApiKeyRequest']) => answer(api.POST('/orgs/{org_id}/api-keys', { params: { path: { org_id } }, body })), onSuccess: again(org_id) })

export const useRevokeApiKey = (org_id: string) =>
  useMutation({
    mutationFn: (key_id: string) => answer(api.DELETE('/orgs/{org_id}/api-keys/{key_id}', { params: { path: { org_id, key_id } } })),
    onSuccess: again(org_id),
  })
