import { keepPreviousData, useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'
import { DEFAULT_POLL_MS } from './query-client.ts'
import { invalidateInstallations } from './installations.ts'

/** The filters of a search for installations, as the contract defines them. */
export type FleetFilter = Omit<Schemas['InstallationQuery'], 'installation_ids'>
export type FleetCounts = Schemas['InstallationCounts']

const PAGE_SIZE = 50
/** Counts change slowly and take longer to compute than a page. */
const COUNTS_MS = 20_000

const FLEET = '/orgs/{org_id}/installations'

/** Reads a page of the installations of an organization. */
export const searchFleet = (
  org_id: string,
  query: FleetFilter & { readonly limit: number; readonly cursor?: string | undefined },
  signal: AbortSignal,
  counts = false,
) =>
  unwrap(
    api.GET(FLEET, {
      params: { path: { org_id }, query: { ...query, ...(counts && { counts }) } },
      signal,
    }),
  )

/** Searches the installations of an organization, and polls the page while the tab is visible. */
export const useFleet = (org_id: string, filter: FleetFilter, cursor: string | undefined) =>
  useQuery({
    queryKey: ['installation-list', org_id, 'page', filter, cursor],
    queryFn: ({ signal }) => searchFleet(org_id, { ...filter, limit: PAGE_SIZE, cursor }, signal),
    refetchInterval: DEFAULT_POLL_MS,
    placeholderData: keepPreviousData,
  })

/** Counts the installations that match a filter, in total and in each state. */
export const useFleetCounts = (org_id: string, filter: FleetFilter) =>
  useQuery({
    queryKey: ['installation-list', org_id, 'counts', filter],
    queryFn: async ({ signal }) =>
      (await searchFleet(org_id, { ...filter, limit: 1 }, signal, true)).counts!,
    refetchInterval: COUNTS_MS,
    placeholderData: keepPreviousData,
  })

/** The maximum number of installations listed for each health state. */
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

export type TrendPeriod = Schemas['TrendPeriod']
export type TrendPoint = Schemas['TrendPoint']

/** The registry adds to the figures once a minute. */
const TRENDS_MS = 60_000

/** Reads the figures of an organization's installations over a period. */
export const useFleetTrends = (org_id: string, period: TrendPeriod) =>
  useQuery({
    queryKey: ['fleet-trends', org_id, period],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/orgs/{org_id}/installations/trends', {
          params: { path: { org_id }, query: { period } },
          signal,
        }),
      ),
    refetchInterval: TRENDS_MS,
    placeholderData: keepPreviousData,
  })

/** Replaces the labels of an installation. */
export const useSetLabels = (installation_id: string) =>
  useMutation({
    mutationFn: (labels: readonly string[]) =>
      unwrap(
        api.PUT('/installations/{installation_id}/labels', {
          params: { path: { installation_id } },
          body: { labels: [...labels] },
        }),
      ),
    onSuccess: invalidateInstallations,
  })
