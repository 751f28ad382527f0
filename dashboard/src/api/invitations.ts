import { useMutation, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { queries, renew, SESSION_KEY } from './queries.ts'

export type Invitation = Schemas['Invitation']
export type OwnInvitation = Schemas['OwnInvitation']

const INVITATIONS = '/orgs/{org_id}/invitations'

/** The open invitations of an organization, earliest first. */
export const useInvitations = (org_id: string, cursor: string | undefined) =>
  useQuery({
    queryKey: ['invitations', org_id, cursor],
    queryFn: ({ signal }) =>
      answer(api.GET(INVITATIONS, { params: { path: { org_id }, query: { cursor } }, signal })),
  })

export const useInvite = (org_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['InviteMemberRequest']) =>
      answer(api.POST(INVITATIONS, { params: { path: { org_id } }, body })),
    onSuccess: renew('invitations', org_id),
  })

export const useWithdraw = (org_id: string) =>
  useMutation({
    mutationFn: (invitation_id: string) =>
      answer(
        api.DELETE('/orgs/{org_id}/invitations/{invitation_id}', {
          params: { path: { org_id, invitation_id } },
        }),
      ),
    onSuccess: renew('invitations', org_id),
  })

/** Which organizations a person belongs to, and is invited to, stands in the session. */
const renewSession = (): Promise<void> => queries.invalidateQueries({ queryKey: SESSION_KEY })

export const useAccept = () =>
  useMutation({
    mutationFn: (invitation_id: string) =>
      answer(
        api.POST('/admin/invitations/{invitation_id}/accept', {
          params: { path: { invitation_id } },
        }),
      ),
    onSuccess: renewSession,
  })

export const useDecline = () =>
  useMutation({
    mutationFn: (invitation_id: string) =>
      answer(
        api.POST('/admin/invitations/{invitation_id}/decline', {
          params: { path: { invitation_id } },
        }),
      ),
    onSuccess: renewSession,
  })

export const useLeave = () =>
  useMutation({
    mutationFn: (org_id: string) =>
      answer(api.DELETE('/admin/memberships/{org_id}', { params: { path: { org_id } } })),
    onSuccess: renewSession,
  })
