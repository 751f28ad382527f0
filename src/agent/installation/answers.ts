/** What the platform says, read with suspicion: only what this agent understands gets in. */
import { isMoment, isObject, isText } from './credentials.ts'

export interface Issued {
  readonly installation_id: string
  readonly runtime_token: string
  readonly expires_at: string
  readonly refresh_token: string | null
  readonly workspace_id: string | null
  readonly heartbeat_interval: number
}
export interface Successor {
  readonly runtime_token: string
  readonly expires_at: string
  readonly token_version: number
}
/** Represents a command that the platform gives to an installation (docs/specification/installations.md#commands). */
export interface PlatformCommand {
  readonly id: string
  readonly type: string
  readonly reason: string
  readonly params: Readonly<Record<string, unknown>>
}
export interface LeaseAnswer {
  readonly lease_expires_at: string
  readonly next_heartbeat_at: string
  readonly command: PlatformCommand | null
  readonly refreshed: Successor | null
}

/** How one request ended. */
export type Answer<Body> =
  /** `clock_ms` is the platform's own time, from the Date header. */
  | { readonly kind: 'ok'; readonly body: Body; readonly clock_ms: number | null }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: string | null
      readonly retry_after_ms: number | null
    }
  /** No answer, or none that can be read. `landed` when the platform may have acted all the same. */
  | { readonly kind: 'lost'; readonly landed: boolean; readonly what: string }

/**
 * Reads the answer to a bootstrap (docs/specification/installations.md#bootstrap) or to a recovery
 * (docs/specification/installations.md#recovery-effect); undefined when it is not one.
 */
export function readIssued(body: unknown): Issued | undefined {
  if (!isObject(body)) return undefined
  const {
    installation_id,
    runtime_token,
    expires_at,
    refresh_token,
    workspace_id,
    heartbeat_interval,
  } = body
  if (
    !isText(installation_id) ||
    !isText(runtime_token) ||
    !isMoment(expires_at) ||
    !isWhole(heartbeat_interval)
  )
    return undefined
  if (refresh_token !== undefined && refresh_token !== null && !isText(refresh_token))
    return undefined
  return {
    installation_id,
    runtime_token,
    expires_at,
    refresh_token: refresh_token ?? null,
    workspace_id: isText(workspace_id) ? workspace_id : null,
    heartbeat_interval,
  }
}

/** The answer of refresh, and `refreshed_token` of a lease. */
export function readSuccessor(body: unknown): Successor | undefined {
  if (!isObject(body)) return undefined
  const { runtime_token, expires_at, token_version } = body
  return isText(runtime_token) && isMoment(expires_at) && isWhole(token_version)
    ? { runtime_token, expires_at, token_version }
    : undefined
}

/** The answer of a lease. A part of it that cannot be read is left out rather than held against the rest: the lease is renewed. */
export function readLease(body: unknown): LeaseAnswer | undefined {
  if (
    !isObject(body) ||
    !isMoment(body['lease_expires_at']) ||
    !isMoment(body['next_heartbeat_at'])
  )
    return undefined
  const { lease_expires_at, next_heartbeat_at } = body
  return {
    lease_expires_at,
    next_heartbeat_at,
    command: readCommand(body['command']),
    refreshed: readSuccessor(body['refreshed_token']) ?? null,
  }
}

function readCommand(value: unknown): PlatformCommand | null {
  if (!isObject(value) || !isText(value['id']) || !isText(value['type'])) return null
  const { id, type, reason, params } = value
  return {
    id,
    type,
    reason: typeof reason === 'string' ? reason.slice(0, 1024) : '',
    params: isObject(params) ? params : {},
  }
}

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** Reads the body of an answer; one that cannot be read is as good as lost, and the platform has acted. */
export function readAnswer<Body>(
  answer: Answer<unknown>,
  reader: (body: unknown) => Body | undefined,
): Answer<Body> {
  if (answer.kind !== 'ok') return answer
  const body = reader(answer.body)
  return body === undefined
    ? { kind: 'lost', landed: true, what: 'an answer that cannot be understood' }
    : { ...answer, body }
}
