import { isIP, type LookupFunction } from 'node:net'
import { allowList } from './allow-list.ts'
import { familyOf, isSpecial } from './ranges.ts'
import { systemResolve, type Resolve } from './resolve.ts'

/** What the operator allows beyond https to public addresses. */
export interface OutgoingRules {
  /** Plain http is allowed. */
  readonly http: boolean
  /** Host names, addresses and blocks that may be dialled although they are not public. */
  readonly allow: readonly string[]
}

/** Where a request may go. The host is a name or an address without brackets. */
export interface Destination {
  readonly url: URL
  readonly secure: boolean
  readonly host: string
  readonly port: number
}
export type Judged =
  | { readonly kind: 'destination'; readonly destination: Destination }
  | { readonly kind: 'refused'; readonly reason: string }

/** The guard refused an address when it was about to be dialled. */
export class AddressRefused extends Error {}

/** Decides which addresses that were supplied from outside may be dialled (docs/specification/tasks.md#outgoing-addresses). */
export interface Guard {
  /** Judges the text of an address: form, scheme, and the host where it is an address already. */
  judge(text: string): Judged
  /**
   * For `net.connect`: resolves a name once, refuses it if any of its addresses is not allowed, and hands over exactly those that were
   * vetted, so that a name that changes its mind in between (DNS rebinding) changes nothing.
   */
  readonly lookup: LookupFunction
}

export function createGuard(rules: OutgoingRules, resolve: Resolve = systemResolve): Guard {
  const allowed = allowList(rules.allow)
  const mayDial = (address: string) => !isSpecial(address) || allowed.address(address)

  async function vetted(name: string): Promise<readonly string[]> {
    const trusted = allowed.host(name)
    const addresses = await resolve(name, trusted)
    if (addresses.length === 0) throw new Error('the name has no address')
    if (!trusted && !addresses.every(mayDial)) throw new AddressRefused(NOT_PUBLIC)
    return addresses
  }

  return {
    judge(text) {
      const url = URL.parse(text)
      if (!url) return refused('it cannot be read as an address')
      if (url.protocol !== 'https:' && url.protocol !== 'http:')
        return refused('its scheme is not https')
      if (url.protocol === 'http:' && !rules.http) return refused('it is not https')
      if (url.username !== '' || url.password !== '')
        return refused('it holds a user name or a password')
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !allowed.host(host) && !mayDial(host)) return refused(NOT_PUBLIC)
      const secure = url.protocol === 'https:'
      return {
        kind: 'destination',
        destination: { url, secure, host, port: Number(url.port) || (secure ? 443 : 80) },
      }
    },
    lookup: (name, options, done) => {
      vetted(name).then(
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
const refused = (reason: string): Judged => ({ kind: 'refused', reason })
