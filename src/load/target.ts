import { isIPv6 } from 'node:net'

/** Where a load run sends its requests. */
export interface Target {
  /** Address of the API, with its version and without a slash at the end. */
  readonly api: URL
}
export type TargetOutcome =
  | { readonly kind: 'target'; readonly target: Target }
  | { readonly kind: 'unreadable' }
  /** Not this machine, and nobody said that it may be loaded. */
  | { readonly kind: 'remote'; readonly host: string }
  /** The permission names another host. */
  | { readonly kind: 'other_host'; readonly host: string }

const API = '/api/v1'

/**
 * The platform that somebody typed, with or without `/api/v1`. Only this machine may be loaded, unless `allowed` names the very host:
 * a command line that is copied, or whose address is edited, must not hit somebody else's platform.
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
  if (allowed !== undefined && normal(allowed) !== url.hostname)
    return { kind: 'other_host', host: url.hostname }
  if (allowed === undefined && !isLoopback(url.hostname))
    return { kind: 'remote', host: url.hostname }
  const root = url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
  return { kind: 'target', target: { api: new URL(root + API, url) } }
}

const normal = (host: string): string => (isIPv6(host) ? `[${host}]` : host).toLowerCase()

/** Whether a host of a URL is this machine by its name alone: what a name server says may change. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
