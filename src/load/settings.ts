import { isIPv6 } from 'node:net'

/** Requests per minute of the whole fleet, besides heartbeats. */
export interface Churn {
  readonly bootstraps: number
  readonly refreshes: number
  readonly recoveries: number
  readonly revokes: number
}

/** The settings of a load run. */
export interface LoadSettings {
  /** Address of the API, with its version and without a trailing slash. */
  readonly api: URL
  /** The platform's metrics (Prometheus text). */
  readonly metrics?: URL | undefined
  /** API keys of one organization, used in turn. They are not logged or reported. */
  readonly api_keys: readonly string[]
  /** Organization in which to create a workspace; if undefined, the one that the audit log names. */
  readonly organization_id: string | undefined
  /** Workspace to install into; if undefined, the run creates one. */
  readonly workspace_id: string | undefined
  /** Agent to install; if undefined, an agent that all runs share. */
  readonly agent_id: string | undefined
  readonly installations: number
  readonly interval_s: number
  readonly duration_s: number
  readonly ramp_s: number
  readonly churn: Churn
  readonly connections: number
  readonly timeout_ms: number
  /** Keeps the installations and the workspace of the run. */
  readonly keep: boolean
}

/** Thrown if a run cannot begin; the message says why and what to do. */
export class LoadError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LoadError'
  }
}

export type TargetOutcome =
  | { readonly kind: 'target'; readonly api: URL }
  | { readonly kind: 'unreadable' }
  /** The target is another machine, and the permission to put load on it is missing. */
  | { readonly kind: 'remote'; readonly host: string }
  /** The given permission is for a different host. */
  | { readonly kind: 'other_host'; readonly host: string }

const API = '/api/v1'

/**
 * Reads the address of a platform, with or without `/api/v1`. Only this machine may be load-tested, unless `allowed` names the host
 * exactly: a copied or edited command line must not put load on someone else's platform.
 */
export function readTarget(text: string, allowed: string | undefined): TargetOutcome {
  const url = URL.parse(text)
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username ||
    url.password ||
    url.search ||
    url.hash
  )
    return { kind: 'unreadable' }
  if (allowed !== undefined && normalized(allowed) !== url.hostname)
    return { kind: 'other_host', host: url.hostname }
  if (allowed === undefined && !isLoopback(url.hostname))
    return { kind: 'remote', host: url.hostname }
  const root = url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
  return { kind: 'target', api: new URL(root + API, url) }
}

const normalized = (host: string): string => (isIPv6(host) ? `[${host}]` : host).toLowerCase()

/** Returns whether the host of a URL is this machine. DNS is not used, because a name can resolve to another address later. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
