import type { OutgoingRules } from '../outgoing/guard.ts'
import type { RegistrySettings } from './registries.ts'

/**
 * Returns the guard's rules for a configured registry: it may have a private address, and use http if it is configured so. Addresses to
 * which it redirects may not.
 */
export function guardRules(
  { url, auth_hosts }: RegistrySettings,
  outgoing: OutgoingRules,
): OutgoingRules {
  const { protocol, hostname } = new URL(url)
  const hosts = [hostname, ...auth_hosts.map((host) => new URL(`https://${host}`).hostname)].map(
    (host) => host.replace(/^\[|\]$/g, ''),
  )
  return { http: outgoing.http || protocol === 'http:', allow: [...outgoing.allow, ...hosts] }
}
