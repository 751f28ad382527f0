/** Reads the platform's responses. Every member is validated, because any server may have responded. */
import { isJsonObject } from '../../domain/json.ts'
import { isTimestamp, isVisibleAscii } from './credentials.ts'

export interface IssuedCredentials {
  readonly installation_id: string
  readonly runtime_token: string
  readonly expires_at: string
  readonly refresh_token: string | null
  readonly workspace_id: string | null
  readonly heartbeat_interval: number
}
export interface RefreshedToken {
  readonly runtime_token: string
  readonly expires_at: string
  readonly token_version: number
}
/** A command from the platform to an installation (docs/specification/installations.md#commands). */
export interface PlatformCommand {
  readonly id: string
  readonly type: string
  readonly reason: string
  readonly params: Readonly<Record<string, unknown>>
}
export interface LeaseResponse {
  readonly lease_expires_at: string
  readonly next_heartbeat_at: string
  readonly command: PlatformCommand | null
  readonly refreshed: RefreshedToken | null
}

/** The outcome of one request. */
export type RequestOutcome<Body> =
  /** `clock_ms` is the platform's time, from the Date header. */
  | { readonly kind: 'ok'; readonly body: Body; readonly clock_ms: number | null }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: string | null
      readonly retry_after_ms: number | null
    }
  /** No response arrived, or it cannot be read. */
  | { readonly kind: 'lost'; readonly may_have_acted: boolean; readonly detail: string }

/**
 * Reads the response to a bootstrap (docs/specification/installations.md#bootstrap) or to a recovery
 * (docs/specification/installations.md#recovery-effect); returns undefined if it is invalid.
 */
export function readIssuedCredentials(body: unknown): IssuedCredentials | undefined {
  if (!isJsonObject(body)) return undefined
  const {
    installation_id,
    runtime_token,
    expires_at,
    refresh_token,
    workspace_id,
    heartbeat_interval,
  } = body
  if (
    !isVisibleAscii(installation_id) ||
    !isVisibleAscii(runtime_token) ||
    !isTimestamp(expires_at) ||
    !isPositiveInteger(heartbeat_interval)
  )
    return undefined
  if (refresh_token !== undefined && refresh_token !== null && !isVisibleAscii(refresh_token))
    return undefined
  return {
    installation_id,
    runtime_token,
    expires_at,
    refresh_token: refresh_token ?? null,
    workspace_id: isVisibleAscii(workspace_id) ? workspace_id : null,
    heartbeat_interval,
  }
}

/** Reads the response to a refresh, or `refreshed_token` of a lease response; returns undefined if it is invalid. */
export function readRefreshedToken(body: unknown): RefreshedToken | undefined {
  if (!isJsonObject(body)) return undefined
  const { runtime_token, expires_at, token_version } = body
  return isVisibleAscii(runtime_token) &&
    isTimestamp(expires_at) &&
    isPositiveInteger(token_version)
    ? { runtime_token, expires_at, token_version }
    : undefined
}

/** Reads the response to a heartbeat. An invalid command or token is ignored, because the lease is renewed nevertheless. */
export function readLeaseResponse(body: unknown): LeaseResponse | undefined {
  if (
    !isJsonObject(body) ||
    !isTimestamp(body['lease_expires_at']) ||
    !isTimestamp(body['next_heartbeat_at'])
  )
    return undefined
  const { lease_expires_at, next_heartbeat_at } = body
  return {
    lease_expires_at,
    next_heartbeat_at,
    command: readCommand(body['command']),
    refreshed: readRefreshedToken(body['refreshed_token']) ?? null,
  }
}

function readCommand(value: unknown): PlatformCommand | null {
  if (!isJsonObject(value) || !isVisibleAscii(value['id']) || !isVisibleAscii(value['type']))
    return null
  const { id, type, reason, params } = value
  return {
    id,
    type,
    reason: typeof reason === 'string' ? reason.slice(0, 1024) : '',
    params: isJsonObject(params) ? params : {},
  }
}

const isPositiveInteger = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** Reads the body of a response. An unreadable response counts as lost, although the platform has acted on the request. */
export function readOutcome<Body>(
  outcome: RequestOutcome<unknown>,
  reader: (body: unknown) => Body | undefined,
): RequestOutcome<Body> {
  if (outcome.kind !== 'ok') return outcome
  const body = reader(outcome.body)
  return body === undefined
    ? { kind: 'lost', may_have_acted: true, detail: 'unreadable response' }
    : { ...outcome, body }
}
