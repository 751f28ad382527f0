import { useLocation, useRoute } from 'preact-iso'
import { PATHS, type PageName } from './paths.ts'

const scriptUrl = import.meta.url
/** The path of the registry on its host, without a trailing slash. It is derived from the URL of this script. */
export const ROOT = new URL('..', scriptUrl).pathname.replace(/\/$/, '')

/** Returns the URL of this registry, which agents also use as the issuer unless they are configured with another one. */
export const registryUrl = (): string => `${location.origin}${ROOT}`
/** Returns the base URL of the API. */
export const apiUrl = (): string => `${registryUrl()}/api/v1`

/** Matches links that the client handles itself; the browser loads the other URLs of this host. */
export const CLIENT_LINKS = new RegExp(
  `^${ROOT.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/(?!docs|api|log|metrics|healthz|readyz|upgrade)`,
)

/** The parameters of a path: `/workspaces/:workspace_id/policy` has `workspace_id`. */
type PathParameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathParameters<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown
type Query = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * Returns the URL of a page: `pageUrl('agent', { svc_id })`, `pageUrl('tasks', {}, { status: 'failed' })`. Values are encoded; those that
 * are undefined, empty or false are omitted from the query.
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

/** Returns a query string with its question mark, or an empty string. */
export const queryString = (query: Query): string => changedQuery('/', query)

/**
 * Returns the query of a URL with changes, as a query string. Other parameters keep all of their values: filters such as `category` are
 * repeated.
 */
export function changedQuery(url: string, change: Query): string {
  const { searchParams } = new URL(url, scriptUrl)
  for (const [name, value] of Object.entries(change))
    if (value === undefined || value === '' || value === false) searchParams.delete(name)
    else searchParams.set(name, String(value))
  return searchParams.size === 0 ? '' : `?${searchParams.toString()}`
}

/** The parameter of a URL that names the organization on which the page depends. */
export const ORGANIZATION_PARAMETER = 'organization'
/** The pages that do not depend on the selected organization. An operator without an organization has access to no others. */
export const INDEPENDENT_PAGES: ReadonlySet<PageName | undefined> = new Set([
  'signIn',
  'operator',
  'operatorDispute',
])

/** Returns the organization that a URL names; undefined if it names none, or if its page does not depend on it. */
export function organizationIn(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url, scriptUrl)
  if (INDEPENDENT_PAGES.has(pageNameOf(pathname))) return undefined
  return searchParams.get(ORGANIZATION_PARAMETER) || undefined
}

/**
 * Returns the URL with its organization parameter set, or without that parameter if `organization_id` is undefined. The URL of a page that
 * does not depend on the organization is not changed.
 */
export function urlInOrganization(url: string, organization_id: string | undefined): string {
  const { pathname, hash } = new URL(url, scriptUrl)
  if (INDEPENDENT_PAGES.has(pageNameOf(pathname)) || organizationIn(url) === organization_id)
    return url
  return pathname + changedQuery(url, { [ORGANIZATION_PARAMETER]: organization_id }) + hash
}

/** Returns the name of the page that a path belongs to. */
export function pageNameOf(path: string): PageName | undefined {
  const below = path.slice(ROOT.length) || '/'
  return (Object.keys(PATHS) as PageName[]).find((name) =>
    new RegExp(`^${PATHS[name].replace(/:\w+/g, '[^/]+')}/?$`).test(below),
  )
}

/** Returns the workspace id in the URL. */
export const useWorkspaceId = (): string => useRoute().params['workspace_id'] ?? ''

/**
 * Returns the query of the URL, and functions that return and open the URL with a changed query. A change leads to the first page of a
 * list.
 */
export function useQueryParameters() {
  const { url, path, query, route } = useLocation()
  const urlWith = (change: Readonly<Record<string, string | undefined>>) =>
    path + changedQuery(url, { cursor: undefined, ...change })
  return {
    path,
    query,
    urlWith,
    navigate: (change: Readonly<Record<string, string | undefined>>) => route(urlWith(change)),
  }
}
