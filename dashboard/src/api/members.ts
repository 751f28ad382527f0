import { useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { invalidate } from './query-client.ts'

export type Member = Schemas['Member']
export type Role = Schemas['Role']
export const ROLES: readonly Role[] = ['owner', 'admin', 'developer', 'auditor', 'viewer']

const MEMBERS = '/orgs/{org_id}/members'
const MEMBER = '/orgs/{org_id}/members/{user_id}'

/** A change of role can withdraw invitations, so both lists are read again. */
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
