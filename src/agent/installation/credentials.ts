import { isJsonObject } from '../../domain/json.ts'
import { HEARTBEAT_INTERVAL_SECONDS } from '../../domain/limits.ts'
import { effectiveInterval } from './backoff.ts'

/** The credentials with which an agent acts as an installation. */
export interface Credentials {
  readonly installation_id: string
  readonly runtime_token: string
  /** When the runtime token expires, as stated by the platform. */
  readonly expires_at: string
  /** Null until a response states it; the responses of bootstrap and recovery do not. */
  readonly token_version: number | null
  /**
   * Null if the response that contained it was lost, because a repeated bootstrap returns none
   * (docs/specification/installations.md#replay-window).
   */
  readonly refresh_token: string | null
  /** SHA-256 of the install token that they were issued for, so that a restart with the same token does not bootstrap again. */
  readonly install_token_hash: string | null
  /** The workspace of the installation as named by the platform; null if it named none. */
  readonly workspace_id: string | null
  /**
   * The address for tasks that was sent to the platform when they were issued. A forwarded task names its address, and one for another
   * address is refused.
   */
  readonly upstream_url: string | null
}

/** The content of the credentials file. */
export interface StoredCredentials {
  readonly format: 1
  /** Credentials are sent only to the platform that issued them. */
  readonly platform_url: string
  /** The agent's `svc_id`. */
  readonly agent_id: string
  /** The name under which the platform signs, as it was in effect when the file was last written. */
  readonly issuer: string | null
  readonly workspace_id: string | null
  readonly current: Credentials | null
  /** The last credentials that worked, kept until the current ones have worked too. */
  readonly previous: Credentials | null
  /** SHA-256 of an install token whose bootstrap has begun. If the process crashes, its response may be lost. */
  readonly begun: string | null
  /** The heartbeat interval in effect, in seconds. */
  readonly heartbeat_interval: number
  /** The interval that the agent's settings requested when `heartbeat_interval` took effect, in seconds. */
  readonly asked_interval: number | null
  /** Whether the organization paused the installation; a restart does not resume it. */
  readonly paused: boolean
}

/** Returns the credentials if they belong to this agent on this platform. They are sent to no other. */
export const ownCredentials = (
  stored: StoredCredentials | undefined,
  agent_id: string,
  platform_url: string,
): StoredCredentials | undefined =>
  stored?.agent_id === agent_id && stored.platform_url === platform_url ? stored : undefined

/** Reads the text of a credentials file; returns undefined if it is not one. */
export function parseStoredCredentials(text: string): StoredCredentials | undefined {
  const value = tryParseJson(text)
  if (
    !isJsonObject(value) ||
    value['format'] !== 1 ||
    typeof value['platform_url'] !== 'string' ||
    !isVisibleAscii(value['agent_id'])
  )
    return undefined
  const {
    platform_url,
    agent_id,
    issuer,
    workspace_id,
    current,
    previous,
    begun,
    heartbeat_interval,
    asked_interval,
    paused,
  } = value
  if (!isNullOr(current, isCredentials) || !isNullOr(previous, isCredentials)) return undefined
  return {
    format: 1,
    platform_url,
    agent_id,
    issuer: isVisibleAscii(issuer) ? issuer : null,
    workspace_id: isVisibleAscii(workspace_id) ? workspace_id : null,
    current: complete(current),
    previous: complete(previous),
    begun: typeof begun === 'string' ? begun : null,
    heartbeat_interval: effectiveInterval(
      typeof heartbeat_interval === 'number'
        ? heartbeat_interval
        : HEARTBEAT_INTERVAL_SECONDS.default,
    ),
    asked_interval: typeof asked_interval === 'number' ? asked_interval : null,
    paused: paused === true,
  }
}

function isCredentials(value: unknown): value is Credentials {
  return (
    isJsonObject(value) &&
    isVisibleAscii(value['installation_id']) &&
    isVisibleAscii(value['runtime_token']) &&
    isTimestamp(value['expires_at']) &&
    isNullOr(value['token_version'], (version) => typeof version === 'number') &&
    isNullOr(value['refresh_token'], isVisibleAscii) &&
    isNullOr(value['install_token_hash'], isVisibleAscii) &&
    isNullOr(value['workspace_id'], isVisibleAscii) &&
    isNullOr(value['upstream_url'], isVisibleAscii)
  )
}

/** Completes credentials from a file, which may lack these two members. */
const complete = (credentials: Credentials | null | undefined): Credentials | null =>
  credentials
    ? {
        ...credentials,
        workspace_id: credentials.workspace_id ?? null,
        upstream_url: credentials.upstream_url ?? null,
      }
    : null

/** Returns whether a value can be used in headers and paths: visible ASCII of at most 4096 characters. */
export const isVisibleAscii = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]{1,4096}$/.test(value)
export const isTimestamp = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 40 && Number.isFinite(Date.parse(value))

function isNullOr<T>(
  value: unknown,
  matches: ((value: unknown) => value is T) | ((value: unknown) => boolean),
): value is T | null | undefined {
  return value === null || value === undefined || matches(value)
}

/** Parses JSON; returns undefined if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
