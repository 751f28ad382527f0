import type { OutgoingRules } from '../outgoing/guard.ts'
import type { RegistrySettings } from './registries.ts'

/** Registries that the operator configured may be dialled wherever they are, and over http where they are configured so; what they send the platform on to may not. */
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
