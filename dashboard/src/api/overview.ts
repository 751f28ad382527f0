import { useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'
import { DEFAULT_POLL_MS } from './query-client.ts'

type Workspace = Schemas['Workspace']

const RECENT_RECORDS = 8

/** Lists the newest audit records. */
export const useRecentAudit = (organization_id: string) =>
  useQuery({
    queryKey: ['audit', 'recent', organization_id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/audit-logs', {
          params: { query: { organization_id, limit: RECENT_RECORDS } },
          signal,
        }),
      ),
    refetchInterval: 2 * DEFAULT_POLL_MS,
  })

/** The limits of a search for installations that need attention. */
const MAX_WORKSPACES = 10
const PER_WORKSPACE = 20

/** An offline or unhealthy installation with its workspace. */
export interface AttentionItem {
  readonly installation: Schemas['Installation']
  readonly workspace: Workspace
}

/** Lists offline and unhealthy installations in the first workspaces of a list. */
export const useInstallationsNeedingAttention = (workspaces: readonly Workspace[] | undefined) =>
  useQuery({
    queryKey: [
      'installations',
      'needing-attention',
      workspaces?.map(({ workspace_id }) => workspace_id),
    ],
    queryFn: async ({ signal }) =>
      (
        await Promise.all(
          workspaces!.slice(0, MAX_WORKSPACES).map((workspace) => readWorkspace(workspace, signal)),
        )
      ).flat(),
    enabled: workspaces !== undefined,
    refetchInterval: DEFAULT_POLL_MS,
  })

async function readWorkspace(workspace: Workspace, signal: AbortSignal): Promise<AttentionItem[]> {
  const inState = (health: 'offline' | 'unhealthy') =>
    unwrap(
      api.GET('/workspaces/{workspace_id}/installations', {
        params: {
          path: { workspace_id: workspace.workspace_id },
          query: { lifecycle: 'active', health, limit: PER_WORKSPACE },
        },
        signal,
      }),
    )
  const pages = await Promise.all([inState('unhealthy'), inState('offline')])
  return pages.flatMap(({ items }) => items.map((installation) => ({ installation, workspace })))
}
