import { useLocation, useRoute } from 'preact-iso'
import { queryString } from '../urls.ts'

/** The workspace that the address names. */
export const useWorkspaceId = (): string => useRoute().params['workspace_id'] ?? ''

/** The query of the address, and a way to another one; the list's place is left when what is listed changes. */
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
