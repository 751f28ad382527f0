import { keepPreviousData, useMutation, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { LIVE_MS, renew } from './queries.ts'

export type Installation = Schemas['Installation']
export type Lifecycle = Schemas['InstallationLifecycle']
export type Health = Schemas['InstallationHealth']
export interface FleetFilter {
  readonly lifecycle?: Lifecycle
  readonly health?: Health
  readonly agent_id?: string
}

const SHOWN = 50
/** Counts change slowly, and each is a request of its own. */
const COUNTS_MS = 20_000

const list = (workspace_id: string, query: object, signal: AbortSignal) =>
  answer(
    api.GET('/workspaces/{workspace_id}/installations', {
      params: { path: { workspace_id }, query },
      signal,
    }),
  )

/** A page of a workspace's installations, asked for again every few seconds while the tab is seen. */
export const useInstallations = (
  workspace_id: string,
  filter: FleetFilter,
  cursor: string | undefined,
) =>
  useQuery({
    queryKey: ['fleet', workspace_id, 'page', filter, cursor],
    queryFn: ({ signal }) => list(workspace_id, { ...filter, limit: SHOWN, cursor }, signal),
    refetchInterval: LIVE_MS,
    placeholderData: keepPreviousData,
  })

/** How many installations each of several filters would leave, in their order. */
export const useFleetCounts = (workspace_id: string, filters: readonly FleetFilter[]) =>
  useQuery({
    queryKey: ['fleet', workspace_id, 'counts', filters],
    queryFn: ({ signal }) =>
      Promise.all(
        filters.map(
          async (filter) => (await list(workspace_id, { ...filter, limit: 1 }, signal)).total,
        ),
      ),
    refetchInterval: COUNTS_MS,
    placeholderData: keepPreviousData,
  })

/** One installation, asked for again while somebody looks at it. */
export const useInstallation = (installation_id: string) =>
  useQuery({
    queryKey: ['installation', installation_id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/installations/{installation_id}', {
          params: { path: { installation_id } },
          signal,
        }),
      ),
    refetchInterval: LIVE_MS,
  })

/** What was changed in a fleet is read again, wherever it is shown. */
export const fleetChanged = async (): Promise<void> => {
  await Promise.all([renew('fleet')(), renew('installation')()])
}

export type Ending = Schemas['RevokeInstallationRequest']

/** Ends several installations of a workspace; resolves to those that this ended. */
export const useRevokeInstallations = (workspace_id: string) =>
  useMutation({
    mutationFn: ({
      installation_ids,
      ...ending
    }: Ending & { readonly installation_ids: readonly string[] }) =>
      answer(
        api.POST('/workspaces/{workspace_id}/installations/revocations', {
          params: { path: { workspace_id } },
          body: { select: { installation_ids: [...installation_ids] }, ...ending },
        }),
      ),
    onSuccess: fleetChanged,
  })

/** Ends one installation; sent again it changes nothing. */
export const useRevokeInstallation = (installation_id: string) =>
  useMutation({
    mutationFn: (body: Ending) =>
      answer(
        api.POST('/installations/{installation_id}/revoke', {
          params: { path: { installation_id } },
          body: { ...body },
        }),
      ),
    onSuccess: fleetChanged,
  })
