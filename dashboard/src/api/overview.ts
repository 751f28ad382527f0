import { useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'
import { searchFleet, type FleetCounts } from './fleet.ts'
import { DEFAULT_POLL_MS } from './query-client.ts'

const RECENT_RECORDS = 8

/** Lists the newest audit records, if the user is permitted to. */
export const useRecentAudit = (organization_id: string, permitted: boolean) =>
  useQuery({
    enabled: permitted,
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

/** The maximum number of installations listed for each health. */
const PER_HEALTH = 10

/** The state of all installations of an organization, and those that need attention. */
export interface FleetState {
  readonly counts: FleetCounts
  readonly needing_attention: readonly Schemas['Installation'][]
}

/** Counts the installations of an organization and lists the newest ones that are unhealthy or offline, if the user is permitted to. */
export const useFleetState = (organization_id: string, permitted: boolean) =>
  useQuery({
    enabled: permitted,
    queryKey: ['installation-list', organization_id, 'state'],
    queryFn: async ({ signal }): Promise<FleetState> => {
      const inState = (health: 'offline' | 'unhealthy', counts = false) =>
        searchFleet(
          organization_id,
          { lifecycle: ['active'], health: [health], limit: PER_HEALTH },
          signal,
          counts,
        )
      const [unhealthy, offline] = await Promise.all([
        inState('unhealthy', true),
        inState('offline'),
      ])
      return {
        counts: unhealthy.counts!,
        needing_attention: [...unhealthy.items, ...offline.items],
      }
    },
    refetchInterval: 2 * DEFAULT_POLL_MS,
  })
