import { useMutation, useQueries, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'
import { DRAFT_KEY, queryClient, invalidate } from './query-client.ts'

export type Workspace = Schemas['Workspace']

/** Workspaces or members per page. */
export const PAGE_SIZE = 50
/** The maximum number of options in switchers and filters: as many as one response contains. */
const MAX_OPTIONS = 200

const WORKSPACES = '/orgs/{org_id}/workspaces'
const WORKSPACE = '/orgs/{org_id}/workspaces/{workspace_id}'
const pathOf = (org_id: string, workspace_id: string) => ({ path: { org_id, workspace_id } })

const listWorkspaces = (
  org_id: string,
  query: { limit: number; offset?: number },
  signal: AbortSignal,
) => unwrap(api.GET(WORKSPACES, { params: { path: { org_id }, query }, signal }))

/** Lists the workspaces of an organization for switchers and filters. */
export const useWorkspaces = (org_id: string) =>
  useQuery({
    queryKey: ['workspaces', org_id],
    queryFn: ({ signal }) => listWorkspaces(org_id, { limit: MAX_OPTIONS }, signal),
    staleTime: 60_000,
  })

/** Lists a page of workspaces, oldest first. */
export const useWorkspacePage = (org_id: string, offset: number) =>
  useQuery({
    queryKey: ['workspaces', org_id, 'page', offset],
    queryFn: ({ signal }) => listWorkspaces(org_id, { limit: PAGE_SIZE, offset }, signal),
  })

/** Reads a workspace. Data that the switcher has already read is shown immediately. */
export const useWorkspace = (org_id: string, workspace_id: string) =>
  useQuery({
    queryKey: ['workspaces', org_id, 'one', workspace_id],
    queryFn: ({ signal }) =>
      unwrap(api.GET(WORKSPACE, { params: pathOf(org_id, workspace_id), signal })),
    placeholderData: queryClient
      .getQueryData<Schemas['WorkspacePage']>(['workspaces', org_id])
      ?.items.find((workspace) => workspace.workspace_id === workspace_id),
  })

/**
 * Returns which of the given organizations has a workspace: its identifier, null if none has it, or undefined while requests are pending.
 */
export const useOrganizationOf = (
  org_ids: readonly string[],
  workspace_id: string,
): string | null | undefined =>
  useQueries({
    queries: org_ids.map((org_id) => ({
      queryKey: ['workspaces', org_id, 'one', workspace_id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        unwrap(api.GET(WORKSPACE, { params: pathOf(org_id, workspace_id), signal })),
    })),
    combine: (found) =>
      found.some(({ isPending }) => isPending)
        ? undefined
        : (org_ids.find((_, index) => found[index]?.data !== undefined) ?? null),
  })

export const useCreateWorkspace = (org_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['CreateWorkspaceRequest']) =>
      unwrap(api.POST(WORKSPACES, { params: { path: { org_id } }, body })),
    onSuccess: invalidate('workspaces'),
  })

export const useUpdateWorkspace = (org_id: string, workspace_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['UpdateWorkspaceRequest']) =>
      unwrap(api.PUT(WORKSPACE, { params: pathOf(org_id, workspace_id), body })),
    onSuccess: invalidate('workspaces'),
  })

/**
 * Deletes a workspace, and the draft of its policy. With `force` its operative installations are revoked first; without it they prevent the
 * deletion.
 */
export const useDeleteWorkspace = (org_id: string, workspace_id: string) =>
  useMutation({
    mutationFn: (force: boolean) =>
      unwrap(
        api.DELETE(WORKSPACE, { params: { ...pathOf(org_id, workspace_id), query: { force } } }),
      ),
    onSuccess() {
      queryClient.removeQueries({ queryKey: [DRAFT_KEY, workspace_id] })
      return invalidate('workspaces')()
    },
  })

/** Lists the people with access to a workspace, in the order in which they joined. */
export const useWorkspaceMembers = (org_id: string, workspace_id: string, offset: number) =>
  useQuery({
    queryKey: ['workspace-members', org_id, workspace_id, offset],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/orgs/{org_id}/workspaces/{workspace_id}/members', {
          params: { ...pathOf(org_id, workspace_id), query: { limit: PAGE_SIZE, offset } },
          signal,
        }),
      ),
  })
