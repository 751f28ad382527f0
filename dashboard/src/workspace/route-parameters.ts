import { useLocation, useRoute } from 'preact-iso'
import { queryString } from '../urls.ts'

/** Returns the workspace id of the address. */
export const useWorkspaceId = (): string => useRoute().params['workspace_id'] ?? ''

/** Returns the query of the address, and functions for the address after a change, which starts at the first page of a list. */
export function useQueryParameters() {
  const { path, query, route } = useLocation()
  const address = (change: Readonly<Record<string, string | undefined>>) =>
    path + queryString({ ...query, cursor: undefined, ...change })
  return {
    query,
    address,
    go: (change: Readonly<Record<string, string | undefined>>) => route(address(change)),
  }
}
