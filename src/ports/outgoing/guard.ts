import { isIP, type LookupFunction } from 'node:net'
import { allowList } from './allow-list.ts'
import { familyOf, isSpecialPurpose } from './address-blocks.ts'
import { systemResolve, type Resolve } from './resolve.ts'

/** What the operator allows besides https to public addresses. */
export interface OutgoingRules {
  /** Plain http is allowed. */
  readonly http: boolean
  /** Host names, addresses and blocks that are allowed although they are not public. */
  readonly allow: readonly string[]
}

/** An allowed destination. The host is a name, or an address without brackets. */
export interface Destination {
  readonly url: URL
  readonly secure: boolean
  readonly host: string
  readonly port: number
}
type GuardDecision =
  | { readonly kind: 'destination'; readonly destination: Destination }
  | { readonly kind: 'refused'; readonly reason: string }

/** The guard refused an address at the time of connecting. */
export class AddressRefused extends Error {}

/** Decides which user-supplied addresses may be connected to (docs/specification/tasks.md#outgoing-addresses). */
export interface Guard {
  /** Checks the text of an address: its form, its scheme, and the host if it is an IP address. */
  check(text: string): GuardDecision
  /**
   * For `net.connect`: resolves a name once, refuses it if any of its addresses is not allowed, and returns exactly the checked
   * addresses, so that a name that resolves differently later (DNS rebinding) has no effect.
   */
  readonly lookup: LookupFunction
}

export function createGuard(rules: OutgoingRules, resolve: Resolve = systemResolve): Guard {
  const allowed = allowList(rules.allow)
  const isAllowed = (address: string) => !isSpecialPurpose(address) || allowed.address(address)

  async function resolveAllowed(name: string): Promise<readonly string[]> {
    const trusted = allowed.host(name)
    const addresses = await resolve(name, trusted)
    if (addresses.length === 0) throw new Error('the name has no address')
    if (!trusted && !addresses.every(isAllowed)) throw new AddressRefused(NOT_PUBLIC)
    return addresses
  }

  return {
    check(text) {
      const url = URL.parse(text)
      if (!url) return refused('it cannot be read as an address')
      if (url.protocol !== 'https:' && url.protocol !== 'http:')
        return refused('its scheme is not https')
      if (url.protocol === 'http:' && !rules.http) return refused('it is not https')
      if (url.username !== '' || url.password !== '')
        return refused('it holds a user name or a password')
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !allowed.host(host) && !isAllowed(host)) return refused(NOT_PUBLIC)
      const secure = url.protocol === 'https:'
      return {
        kind: 'destination',
        destination: { url, secure, host, port: Number(url.port) || (secure ? 443 : 80) },
      }
    },
    lookup: (name, options, done) => {
      resolveAllowed(name).then(
        (addresses) => {
          const found = addresses.map((address) => ({ address, family: familyOf(address) }))
          if (options.all) done(null, found)
          else done(null, found[0]!.address, found[0]!.family)
        },
        (cause: Error) => done(cause, ''),
      )
    },
  }
}

const NOT_PUBLIC = 'its host is not a public address'
const refused = (reason: string): GuardDecision => ({ kind: 'refused', reason })
