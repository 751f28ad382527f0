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
