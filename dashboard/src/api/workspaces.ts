import { useMutation, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { queries, renew } from './queries.ts'

export type Workspace = Schemas['Workspace']

/** How many workspaces a page of the list holds, and how many members. */
export const WORKSPACES_SHOWN = 50
/** Switches and filters show as many as one answer has. */
const CHOICES = 200

const WORKSPACES = '/orgs/{org_id}/workspaces'
const WORKSPACE = '/orgs/{org_id}/workspaces/{workspace_id}'
const at = (org_id: string, workspace_id: string) => ({ path: { org_id, workspace_id } })

const list = (org_id: string, query: { limit: number; offset?: number }, signal: AbortSignal) =>
  answer(api.GET(WORKSPACES, { params: { path: { org_id }, query }, signal }))

/** The workspaces of an organization, for switches and filters. */
export const useWorkspaces = (org_id: string) =>
  useQuery({
    queryKey: ['workspaces', org_id],
    queryFn: ({ signal }) => list(org_id, { limit: CHOICES }, signal),
    staleTime: 60_000,
  })

/** A page of the organization's workspaces, the oldest first. */
export const useWorkspacePage = (org_id: string, offset: number) =>
  useQuery({
    queryKey: ['workspaces', org_id, 'page', offset],
    queryFn: ({ signal }) => list(org_id, { limit: WORKSPACES_SHOWN, offset }, signal),
  })

/** One workspace; what the switch in the header knows of it already is there at once. */
export const useWorkspace = (org_id: string, workspace_id: string) =>
  useQuery({
    queryKey: ['workspaces', org_id, 'one', workspace_id],
    queryFn: ({ signal }) =>
      answer(api.GET(WORKSPACE, { params: at(org_id, workspace_id), signal })),
    placeholderData: queries
      .getQueryData<Schemas['WorkspacePage']>(['workspaces', org_id])
      ?.items.find((one) => one.workspace_id === workspace_id),
  })

export const useCreateWorkspace = (org_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['CreateWorkspaceRequest']) =>
      answer(api.POST(WORKSPACES, { params: { path: { org_id } }, body })),
    onSuccess: renew('workspaces'),
  })

export const useRenameWorkspace = (org_id: string, workspace_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['UpdateWorkspaceRequest']) =>
      answer(api.PUT(WORKSPACE, { params: at(org_id, workspace_id), body })),
    onSuccess: renew('workspaces'),
  })

/** Deletes it; with `force` its living installations are revoked first, without it they are a reason to refuse. */
export const useDeleteWorkspace = (org_id: string, workspace_id: string) =>
  useMutation({
    mutationFn: (force: boolean) =>
      answer(api.DELETE(WORKSPACE, { params: { ...at(org_id, workspace_id), query: { force } } })),
    onSuccess: renew('workspaces'),
  })

/** The people who can see a workspace, in the order in which they joined. */
export const useWorkspaceMembers = (org_id: string, workspace_id: string, offset: number) =>
  useQuery({
    queryKey: ['workspace-members', org_id, workspace_id, offset],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/orgs/{org_id}/workspaces/{workspace_id}/members', {
          params: { ...at(org_id, workspace_id), query: { limit: WORKSPACES_SHOWN, offset } },
          signal,
        }),
      ),
  })
