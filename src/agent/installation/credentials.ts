import { effectiveInterval } from './backoff.ts'

/** What lets an agent act as an installation. */
export interface Credentials {
  readonly installation_id: string
  readonly runtime_token: string
  /** When the runtime token expires, as the platform says. */
  readonly expires_at: string
  /** Null until an answer named it: those of bootstrap and recovery do not. */
  readonly token_version: number | null
  /**
   * Is null when the answer that carried it was lost, because a repeated bootstrap returns none
   * (docs/specification/installations.md#replay-window).
   */
  readonly refresh_token: string | null
  /** SHA-256 of the install token they were bought with, so that a restart with the same token does not buy again. */
  readonly install_token_hash: string | null
  /** The workspace of the installation, as the platform said; null when it did not. */
  readonly workspace_id: string | null
  /** The address for tasks that was stated when they were bought: a task names it, and no other is accepted. */
  readonly upstream_url: string | null
}

/** The content of the credentials file. */
export interface Kept {
  readonly format: 1
  /** Credentials are shown to the platform that issued them and to no other. */
  readonly platform_url: string
  /** The agent's `svc_id`. */
  readonly agent_id: string
  /** The name under which the platform signs, as it was configured at installation. */
  readonly issuer: string | null
  readonly workspace_id: string | null
  readonly current: Credentials | null
  /** The last credentials that worked, kept until the current ones worked too. */
  readonly previous: Credentials | null
  /** SHA-256 of an install token whose exchange was begun: a crash may have lost its answer. */
  readonly begun: string | null
  /** Seconds; what platform and agent agreed on. */
  readonly heartbeat_interval: number
  /** What the agent's own settings asked for when that was agreed. */
  readonly asked_interval: number | null
  /** People paused the installation; a restart does not resume it. */
  readonly paused: boolean
}

type Loose = Readonly<Record<string, unknown>>

/** Reads the text of a credentials file; undefined when it is not one. */
export function parseKept(text: string): Kept | undefined {
  const value = jsonOf(text)
  if (
    !isObject(value) ||
    value['format'] !== 1 ||
    typeof value['platform_url'] !== 'string' ||
    !isText(value['agent_id'])
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
    issuer: isText(issuer) ? issuer : null,
    workspace_id: isText(workspace_id) ? workspace_id : null,
    current: complete(current),
    previous: complete(previous),
    begun: typeof begun === 'string' ? begun : null,
    heartbeat_interval: effectiveInterval(
      typeof heartbeat_interval === 'number' ? heartbeat_interval : 60,
    ),
    asked_interval: typeof asked_interval === 'number' ? asked_interval : null,
    paused: paused === true,
  }
}

function isCredentials(value: unknown): value is Credentials {
  return (
    isObject(value) &&
    isText(value['installation_id']) &&
    isText(value['runtime_token']) &&
    isMoment(value['expires_at']) &&
    isNullOr(value['token_version'], (version) => typeof version === 'number') &&
    isNullOr(value['refresh_token'], isText) &&
    isNullOr(value['install_token_hash'], isText) &&
    isNullOr(value['workspace_id'], isText) &&
    isNullOr(value['upstream_url'], isText)
  )
}

const complete = (credentials: Credentials | null | undefined): Credentials | null =>
  credentials
    ? {
        ...credentials,
        workspace_id: credentials.workspace_id ?? null,
        upstream_url: credentials.upstream_url ?? null,
      }
    : null

/** Credentials travel in headers and paths: visible ASCII, and not without end. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]{1,4096}$/.test(value)
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 40 && Number.isFinite(Date.parse(value))
export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isNullOr<T>(
  value: unknown,
  is: ((value: unknown) => value is T) | ((value: unknown) => boolean),
): value is T | null | undefined {
  return value === null || value === undefined || is(value)
}

/** Undefined when it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
