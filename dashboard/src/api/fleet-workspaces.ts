import { useMutation, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { queries } from './queries.ts'

export type Workspace = Schemas['Workspace']
interface Named { readonly name: string; readonly description: string }

/** How many workspaces a page of the list holds. */
export const WORKSPACES_SHOWN = 50

const forget = () => queries.invalidateQueries({ queryKey: ['workspaces'] })
const pathOf = (org_id: string, workspace_id: string) => ({ path: { org_id, workspace_id } })

/** A page of the organization's workspaces, the oldest first. */
export const useWorkspacePage = (org_id: string, offset: number) =>
  useQuery({
    queryKey: ['workspaces', org_id, 'page', offset],
    queryFn: ({ signal }) => answer(api.GET('/orgs/{org_id}/workspaces', { params: { path: { org_id }, query: { limit: WORKSPACES_SHOWN, offset } }, signal })),
  })

/** One workspace; what the switch in the header knows of it already is there at once. */
export const useWorkspace = (org_id: string, workspace_id: string) =>
  useQuery({
    queryKey: ['workspaces', org_id, 'one', workspace_id],
    queryFn: ({ signal }) => answer(api.GET('/orgs/{org_id}/workspaces/{workspace_id}', { params: pathOf(org_id, workspace_id), signal })),
    placeholderData: queries.getQueryData<Schemas['WorkspacePage']>(['workspaces', org_id])?.items.find((one) => one.workspace_id === workspace_id),
  })

export const useCreateWorkspace = (org_id: string) =>
  useMutation({ mutationFn: (body: Named) => answer(api.POST('/orgs/{org_id}/workspaces', { params: { path: { org_id } }, body })), onSuccess: forget })

export const useRenameWorkspace = (org_id: string, workspace_id: string) =>
  useMutation({ mutationFn: (body: Named) => answer(api.PUT('/orgs/{org_id}/workspaces/{workspace_id}', { params: pathOf(org_id, workspace_id), body })), onSuccess: forget })

/** Deletes it; with `force` its living installations are revoked in the same step, without it they are a reason to refuse. */
export const useDeleteWorkspace = (org_id: string, workspace_id: string) =>
  useMutation({
    mutationFn: (force: boolean) => answer(api.DELETE('/orgs/{org_id}/workspaces/{workspace_id}', { params: { ...pathOf(org_id, workspace_id), query: { force } } })),
    onSuccess: forget,
  })

/** The people who can see a workspace, in the order in which they joined. */
export const useWorkspaceMembers = (org_id: string, workspace_id: string, offset: number) =>
  useQuery({
    queryKey: ['workspace-members', org_id, workspace_id, offset],
    queryFn: ({ signal }) => answer(api.GET('/orgs/{org_id}/workspaces/{workspace_id}/members', { params: { ...pathOf(org_id, workspace_id), query: { limit: WORKSPACES_SHOWN, offset } }, signal })),
  })
