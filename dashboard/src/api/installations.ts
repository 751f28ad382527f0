import { keepPreviousData, useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { DEFAULT_POLL_MS, invalidate } from './query-client.ts'

export type Installation = Schemas['Installation']
export type Lifecycle = Schemas['InstallationLifecycle']
export type Health = Schemas['InstallationHealth']
/** States in which an installation can still be commanded and revoked. */
export const OPERATIVE: readonly Lifecycle[] = ['active', 'paused']
export interface InstallationFilter {
  readonly lifecycle?: Lifecycle
  readonly health?: Health
  readonly agent_id?: string
}

const PAGE_SIZE = 50
/** Counts change slowly, and each is a request of its own. */
const COUNTS_MS = 20_000

const listInstallations = (workspace_id: string, query: object, signal: AbortSignal) =>
  unwrap(
    api.GET('/workspaces/{workspace_id}/installations', {
      params: { path: { workspace_id }, query },
      signal,
    }),
  )

/** A page of a workspace's installations, asked for again every few seconds while the tab is seen. */
export const useInstallations = (
  workspace_id: string,
  filter: InstallationFilter,
  cursor: string | undefined,
) =>
  useQuery({
    queryKey: ['fleet', workspace_id, 'page', filter, cursor],
    queryFn: ({ signal }) =>
      listInstallations(workspace_id, { ...filter, limit: PAGE_SIZE, cursor }, signal),
    refetchInterval: DEFAULT_POLL_MS,
    placeholderData: keepPreviousData,
  })

/** How many installations each of several filters would leave, in their order. */
export const useInstallationCounts = (
  workspace_id: string,
  filters: readonly InstallationFilter[],
) =>
  useQuery({
    queryKey: ['fleet', workspace_id, 'counts', filters],
    queryFn: ({ signal }) =>
      Promise.all(
        filters.map(
          async (filter) =>
            (await listInstallations(workspace_id, { ...filter, limit: 1 }, signal)).total,
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
      unwrap(
        api.GET('/installations/{installation_id}', {
          params: { path: { installation_id } },
          signal,
        }),
      ),
    refetchInterval: DEFAULT_POLL_MS,
  })

/** What was changed in a fleet is read again, wherever it is shown. */
export const invalidateInstallations = async (): Promise<void> => {
  await Promise.all([invalidate('fleet')(), invalidate('installation')()])
}

export type RevocationOptions = Schemas['RevokeInstallationRequest']

/** Ends several installations of a workspace; resolves to those that this ended. */
export const useRevokeInstallations = (workspace_id: string) =>
  useMutation({
    mutationFn: ({
      installation_ids,
      ...options
    }: RevocationOptions & { readonly installation_ids: readonly string[] }) =>
      unwrap(
        api.POST('/workspaces/{workspace_id}/installations/revocations', {
          params: { path: { workspace_id } },
          body: { select: { installation_ids: [...installation_ids] }, ...options },
        }),
      ),
    onSuccess: invalidateInstallations,
  })

/** Ends one installation; sent again it changes nothing. */
export const useRevokeInstallation = (installation_id: string) =>
  useMutation({
    mutationFn: (body: RevocationOptions) =>
      unwrap(
        api.POST('/installations/{installation_id}/revoke', {
          params: { path: { installation_id } },
          body: { ...body },
        }),
      ),
    onSuccess: invalidateInstallations,
  })
