import { useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { queryClient, invalidate, SESSION_KEY } from './query-client.ts'

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
