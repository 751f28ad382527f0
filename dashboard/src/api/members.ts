import { useMutation, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { renew } from './queries.ts'

export type Member = Schemas['Member']
export type Role = Schemas['Role']
export const ROLES: readonly Role[] = ['owner', 'admin', 'developer', 'auditor', 'viewer']

const MEMBERS = '/orgs/{org_id}/members'
const MEMBER = '/orgs/{org_id}/members/{user_id}'

/** Whoever loses a role loses the invitations that went with it. */
const renewPeople = (org_id: string) => () =>
  Promise.all([renew('members', org_id)(), renew('invitations', org_id)()])

/** The people of an organization, in the order in which they joined. */
export const useMembers = (org_id: string, cursor: string | undefined) =>
  useQuery({
    queryKey: ['members', org_id, cursor],
    queryFn: ({ signal }) =>
      answer(api.GET(MEMBERS, { params: { path: { org_id }, query: { cursor } }, signal })),
  })

export const useSetRole = (org_id: string) =>
  useMutation({
    mutationFn: ({ user_id, role }: Pick<Member, 'user_id' | 'role'>) =>
      answer(api.PUT(MEMBER, { params: { path: { org_id, user_id } }, body: { role } })),
    onSuccess: renewPeople(org_id),
  })

export const useRemoveMember = (org_id: string) =>
  useMutation({
    mutationFn: (user_id: string) =>
      answer(api.DELETE(MEMBER, { params: { path: { org_id, user_id } } })),
    onSuccess: renewPeople(org_id),
  })
