import { useLocation, useRoute } from 'preact-iso'
import { PATHS, type PageName } from './paths.ts'

const scriptUrl = import.meta.url
/** The path of the registry on its host, without a trailing slash. It follows from the address of this script. */
export const ROOT = new URL('..', scriptUrl).pathname.replace(/\/$/, '')

/** The parameters of a path: `/workspaces/:workspace_id/policy` has `workspace_id`. */
type PathParameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathParameters<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown
type Query = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * Returns the address of a page: `pageUrl('agent', { svc_id })`, `pageUrl('tasks', {}, { status: 'failed' })`. Values are encoded; those that are undefined, empty or false are omitted from the query.
 */
export function pageUrl<Name extends PageName>(
  name: Name,
  values?: PathParameters<(typeof PATHS)[Name]>,
  query: Query = {},
): string {
  const given = (values ?? {}) as Readonly<Record<string, string>>
  const path = PATHS[name].replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(given[key] ?? ''),
  )
  return ROOT + path + queryString(query)
}

/** Returns a query with its question mark, or an empty text. */
export function queryString(query: Query): string {
  const members = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== '' && value !== false,
  )
  return members.length === 0
    ? ''
    : `?${new URLSearchParams(members.map(([key, value]) => [key, String(value)])).toString()}`
}

/** Returns the name of the page that a path belongs to. */
export function pageNameOf(path: string): PageName | undefined {
  const below = path.slice(ROOT.length)
  return (Object.keys(PATHS) as PageName[]).find((name) =>
    new RegExp(`^${PATHS[name].replace(/:\w+/g, '[^/]+')}/?$`).test(below),
  )
}

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
