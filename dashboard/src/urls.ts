import { PATHS, type PageName } from './paths.ts'

const scriptUrl = import.meta.url
/** Where the registry lives on its host, without a slash at the end: empty, or a path. The script's own address tells. */
export const ROOT = new URL('..', scriptUrl).pathname.replace(/\/$/, '')

/** The values that a path takes: `/workspaces/:workspace_id/policy` takes a `workspace_id`. */
type PathParameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathParameters<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown
type Query = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * The address of a page: `to('agent', { svc_id })`, `to('tasks', {}, { status: 'failed' })`. Values are encoded; what is undefined,
 * empty or false is left out of the query.
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

/** A query with its question mark, or nothing. */
export function queryString(query: Query): string {
  const said = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== '' && value !== false,
  )
  return said.length === 0
    ? ''
    : `?${new URLSearchParams(said.map(([key, value]) => [key, String(value)])).toString()}`
}

/** Which page an address belongs to. */
export function pageNameOf(path: string): PageName | undefined {
  const below = path.slice(ROOT.length)
  return (Object.keys(PATHS) as PageName[]).find((name) =>
    new RegExp(`^${PATHS[name].replace(/:\w+/g, '[^/]+')}/?$`).test(below),
  )
}
