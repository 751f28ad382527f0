import { useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'

/** The workspaces of an organization, for switches and lists. */
export const useWorkspaces = (organization_id: string) =>
  useQuery({
    queryKey: ['workspaces', organization_id],
    queryFn: ({ signal }) => answer(api.GET('/orgs/{org_id}/workspaces', { params: { path: { org_id: organization_id }, query: { limit: 200 } }, signal })),
    staleTime: 60_000,
  })
