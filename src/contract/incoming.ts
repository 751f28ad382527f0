import type { BodySource } from './body.ts'
import type { Incoming } from './typed.ts'

/** A request, from a socket or from memory. */
export interface ContractRequest extends BodySource {
  readonly method: string
  /** Path and query relative to the mount, as they arrived: `/orgs/org_1/workspaces?limit=5`. */
  readonly target: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly ip: string
  /** ISO 8601, UTC. */
  readonly received_at?: string
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/
const MAX_USER_AGENT = 256

/** Returns the client's own request id if it is safe in headers and logs, else a new one. */
export function requestIdOf(headers: ContractRequest['headers'], newId: () => string): string {
  const given = headers['x-request-id']
  return given !== undefined && REQUEST_ID.test(given) ? given : newId()
}

/** Describes a request before anything of it is validated. */
export function incomingOf(
  request: ContractRequest,
  id: string,
  path: string,
  pathValues: Incoming['path_values'],
): Incoming {
  const { method, headers, ip, received_at } = request
  const user_agent = headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null
  const info = { id, ip, user_agent, method, path, headers, path_values: pathValues }
  return received_at === undefined ? info : { ...info, received_at }
}

/** Splits a request target into its path and its query without the `?`. */
export function splitTarget(target: string): readonly [path: string, search: string] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)]
}
