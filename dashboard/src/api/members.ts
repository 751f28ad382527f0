import { useMutation, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { queries } from './queries.ts'

export type Member = Schemas['Member']
export type Role = Schemas['Role']
export const ROLES: readonly Role[] = ['owner', 'admin', 'developer', 'auditor', 'viewer']

const keyOf = (org_id: string) => ['members', org_id]
const again = (org_id: string) => () => queries.invalidateQueries({ queryKey: keyOf(org_id) })

/** The people of an organization, in the order in which they joined. */
export const useMembers = (org_id: string, cursor: string | undefined) =>
  useQuery({
    queryKey: [...keyOf(org_id), cursor],
    queryFn: ({ signal }) => answer(api.GET('/orgs/{org_id}/members', { params: { path: { org_id }, query: { cursor } }, signal })),
  })

export const useAddMember = (org_id: string) =>
  useMutation({ mutationFn: (body: Schemas['CreateMemberRequest']) => answer(api.POST('/orgs/{org_id}/members', { params: { path: { org_id } }, body })), onSuccess: again(org_id) })

export const useSetRole = (org_id: string) =>
  useMutation({
    mutationFn: ({ user_id, role }: { user_id: string; role: Role }) => answer(api.PUT('/orgs/{org_id}/members/{user_id}', { params: { path: { org_id, user_id } }, body: { role } })),
    onSuccess: again(org_id),
  })

export const useRemoveMember = (org_id: string) =>
  useMutation({
    mutationFn: (user_id: string) => answer(api.DELETE('/orgs/{org_id}/members/{user_id}', { params: { path: { org_id, user_id } } })),
    onSuccess: again(org_id),
  })
