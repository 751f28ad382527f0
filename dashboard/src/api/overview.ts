import { useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { LIVE_MS } from './queries.ts'

type Workspace = Schemas['Workspace']

const NEWEST = 8

/** What happened last. */
export const useRecentAudit = (organization_id: string) =>
  useQuery({
    queryKey: ['audit', 'recent', organization_id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/audit-logs', { params: { query: { organization_id, limit: NEWEST } }, signal }),
      ),
    refetchInterval: 2 * LIVE_MS,
  })

/** How many workspaces are looked into, and how many installations of each. */
const WORKSPACES = 10
const EACH = 20

/** An installation that nobody has heard from, or that is not well, and where it is. */
export interface Troubled {
  readonly installation: Schemas['Installation']
  readonly workspace: Workspace
}

/** Those of the first workspaces of a list. */
export const useTroubled = (workspaces: readonly Workspace[] | undefined) =>
  useQuery({
    queryKey: ['installations', 'troubled', workspaces?.map(({ workspace_id }) => workspace_id)],
    queryFn: async ({ signal }) =>
      (
        await Promise.all(
          workspaces!.slice(0, WORKSPACES).map((workspace) => troubledIn(workspace, signal)),
        )
      ).flat(),
    enabled: workspaces !== undefined,
    refetchInterval: LIVE_MS,
  })

async function troubledIn(workspace: Workspace, signal: AbortSignal): Promise<Troubled[]> {
  const inState = (health: 'offline' | 'unhealthy') =>
    answer(
      api.GET('/workspaces/{workspace_id}/installations', {
        params: {
          path: { workspace_id: workspace.workspace_id },
          query: { lifecycle: 'active', health, limit: EACH },
        },
        signal,
      }),
    )
  const pages = await Promise.all([inState('unhealthy'), inState('offline')])
  return pages.flatMap(({ items }) => items.map((installation) => ({ installation, workspace })))
}
