import { useMutation, useQuery } from '@tanstack/preact-query'
import { serverNow } from './clock.ts'
import { unwrap, api, type Schemas } from './client.ts'
import { DEFAULT_POLL_MS, invalidate, queryClient, SESSION_KEY } from './query-client.ts'

export type OrganizationState = Schemas['OrganizationState']
export type QuotaUsage = Schemas['QuotaUsage']
export type Plan = Schemas['Plan']
/** The plans, each of which includes what those before it include. */
export const PLANS: readonly Plan[] = ['free', 'starter', 'professional', 'enterprise']

/** Returns whether a plan includes a feature whose lowest plan is `lowest`. */
export const planIncludes = (plan: Plan, lowest: Plan): boolean =>
  PLANS.indexOf(plan) >= PLANS.indexOf(lowest)

/** Reads an organization with its plan and usage. */
export const useOrganizationState = (org_id: string) =>
  useQuery({
    queryKey: ['organization', org_id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/orgs/{org_id}', { params: { path: { org_id } }, signal })),
    refetchInterval: 6 * DEFAULT_POLL_MS,
  })

/** Sets the retention of audit records, in days. */
export const useSetRetention = (org_id: string) =>
  useMutation({
    mutationFn: (audit_log_retention_days: number) =>
      unwrap(
        api.PUT('/enterprise/orgs/{org_id}/retention', {
          params: { path: { org_id } },
          body: { audit_log_retention_days },
        }),
      ),
    onSuccess: invalidate('organization', org_id),
  })

export type Member = Schemas['Member']
export type Role = Schemas['Role']
export const ROLES: readonly Role[] = ['owner', 'admin', 'developer', 'auditor', 'viewer']

const MEMBERS = '/orgs/{org_id}/members'
const MEMBER = '/orgs/{org_id}/members/{user_id}'

/** A role change can withdraw invitations, so both lists are read again. */
const invalidateMembers = (org_id: string) => () =>
  Promise.all([invalidate('members', org_id)(), invalidate('invitations', org_id)()])

/** Lists the members of an organization in the order in which they joined. */
export const useMembers = (org_id: string, cursor: string | undefined) =>
  useQuery({
    queryKey: ['members', org_id, cursor],
    queryFn: ({ signal }) =>
      unwrap(api.GET(MEMBERS, { params: { path: { org_id }, query: { cursor } }, signal })),
  })

export const useSetRole = (org_id: string) =>
  useMutation({
    mutationFn: ({ user_id, role }: Pick<Member, 'user_id' | 'role'>) =>
      unwrap(api.PUT(MEMBER, { params: { path: { org_id, user_id } }, body: { role } })),
    onSuccess: invalidateMembers(org_id),
  })

export const useRemoveMember = (org_id: string) =>
  useMutation({
    mutationFn: (user_id: string) =>
      unwrap(api.DELETE(MEMBER, { params: { path: { org_id, user_id } } })),
    onSuccess: invalidateMembers(org_id),
  })

export type Invitation = Schemas['Invitation']
export type OwnInvitation = Schemas['OwnInvitation']

const INVITATIONS = '/orgs/{org_id}/invitations'

/** Lists the open invitations of an organization, oldest first. */
export const useInvitations = (org_id: string, cursor: string | undefined) =>
  useQuery({
    queryKey: ['invitations', org_id, cursor],
    queryFn: ({ signal }) =>
      unwrap(api.GET(INVITATIONS, { params: { path: { org_id }, query: { cursor } }, signal })),
  })

export const useInviteMember = (org_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['InviteMemberRequest']) =>
      unwrap(api.POST(INVITATIONS, { params: { path: { org_id } }, body })),
    onSuccess: invalidate('invitations', org_id),
  })

export const useWithdrawInvitation = (org_id: string) =>
  useMutation({
    mutationFn: (invitation_id: string) =>
      unwrap(
        api.DELETE('/orgs/{org_id}/invitations/{invitation_id}', {
          params: { path: { org_id, invitation_id } },
        }),
      ),
    onSuccess: invalidate('invitations', org_id),
  })

/** The session contains the memberships and invitations of the user. */
const invalidateSession = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: SESSION_KEY })

export const useAcceptInvitation = () =>
  useMutation({
    mutationFn: (invitation_id: string) =>
      unwrap(
        api.POST('/admin/invitations/{invitation_id}/accept', {
          params: { path: { invitation_id } },
        }),
      ),
    onSuccess: invalidateSession,
  })

export const useDeclineInvitation = () =>
  useMutation({
    mutationFn: (invitation_id: string) =>
      unwrap(
        api.POST('/admin/invitations/{invitation_id}/decline', {
          params: { path: { invitation_id } },
        }),
      ),
    onSuccess: invalidateSession,
  })

export const useLeaveOrganization = () =>
  useMutation({
    mutationFn: (org_id: string) =>
      unwrap(api.DELETE('/admin/memberships/{org_id}', { params: { path: { org_id } } })),
    onSuccess: invalidateSession,
  })

export type ApiKey = Schemas['ApiKeyRecord']
export type NewApiKey = Schemas['NewApiKey']
/** One of the permissions that API keys and roles grant. */
export type Scope = Schemas['Scope']

interface KeyQuery {
  readonly cursor?: string | undefined
  readonly key_id?: string
  readonly expires_before?: string
  readonly created_by_key?: string
}

const KEYS = '/orgs/{org_id}/api-keys'
const listKeys = (org_id: string, query: KeyQuery, signal: AbortSignal) =>
  unwrap(api.GET(KEYS, { params: { path: { org_id }, query }, signal }))

/** Lists the API keys of an organization, newest first, including revoked ones. */
export const useApiKeys = (org_id: string, cursor: string | undefined) =>
  useQuery({
    queryKey: ['api-keys', org_id, cursor],
    queryFn: ({ signal }) => listKeys(org_id, { cursor }, signal),
  })

/** Reads an API key, even a revoked one, and keeps it for five minutes, because its name does not change. */
export const useCachedApiKey = (org_id: string, key_id: string, enabled: boolean) =>
  useQuery({
    queryKey: ['api-key-name', org_id, key_id],
    queryFn: async ({ signal }) => (await listKeys(org_id, { key_id }, signal)).items[0] ?? null,
    staleTime: 5 * 60_000,
    enabled,
  })

/** Reads the keys that are valid and expire within a period. */
export const useExpiringKeys = (org_id: string, within_ms: number) =>
  useQuery({
    queryKey: ['api-keys', org_id, 'expiring', within_ms],
    queryFn: ({ signal }) => {
      const expires_before = new Date(serverNow() + within_ms).toISOString()
      return listKeys(org_id, { expires_before }, signal)
    },
  })

/** Reads the newest keys that a key created. */
export const useCreatedKeys = (org_id: string, created_by_key: string) =>
  useQuery({
    queryKey: ['api-keys', org_id, 'created', created_by_key],
    queryFn: ({ signal }) => listKeys(org_id, { created_by_key }, signal),
  })

/** Creates a key. Only this response contains the complete key. */
export const useCreateApiKey = (org_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['CreateApiKeyRequest']) =>
      unwrap(api.POST(KEYS, { params: { path: { org_id } }, body })),
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
