import { isIP, type LookupFunction, BlockList } from 'node:net'
import { systemResolve, type Resolve } from './resolve.ts'

/** The destinations that the operator allows in addition to public addresses over https. */
export interface OutgoingRules {
  /** Whether plain http is allowed. */
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

/** Thrown by `lookup` for a name with an address that is not allowed. */
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

/** Returns the host of an address: a name, or an address without brackets. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Returns the rules for connections to addresses that the operator configured: their hosts may be private.
 * @throws TypeError if one of them is not a valid URL
 */
export const allowingHostsOf = (rules: OutgoingRules, urls: readonly string[]): OutgoingRules => ({
  ...rules,
  allow: [...rules.allow, ...urls.map((url) => hostOf(new URL(url)))],
})

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
      if (!url) return refused('it is not a valid URL')
      if (url.protocol !== 'https:' && url.protocol !== 'http:')
        return refused('its scheme is not https')
      if (url.protocol === 'http:' && !rules.http)
        return refused('it is not https; the operator can allow http with SVC_OUTGOING_HTTP')
      if (url.username !== '' || url.password !== '')
        return refused('it contains a user name or a password')
      const host = hostOf(url)
      if (isIP(host) !== 0 && !isAllowed(host)) return refused(NOT_PUBLIC)
      const secure = url.protocol === 'https:'
      return {
        kind: 'destination',
        destination: { url, secure, host, port: Number(url.port) || (secure ? 443 : 80) },
      }
    },
    lookup: (name, options, callback) => {
      resolveAllowed(name).then(
        (addresses) => {
          const found = addresses.map((address) => ({ address, family: familyOf(address) }))
          if (options.all) callback(null, found)
          else callback(null, found[0]!.address, found[0]!.family)
        },
        (cause: Error) => callback(cause, ''),
      )
    },
  }
}

const NOT_PUBLIC =
  'its host is not a public address; the operator can allow it with SVC_OUTGOING_ALLOW'
const refused = (reason: string): GuardDecision => ({ kind: 'refused', reason })

// ---- Allowed and special addresses ----------------------------------------------------------------------------------

/** The hosts and addresses that are allowed although they are not public. */
interface AllowList {
  /** Returns whether the operator listed this host, whose addresses are then not checked. */
  host(name: string): boolean
  address(address: string): boolean
}

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_][a-z0-9_-]{0,62})*$/
const BLOCK = /^([0-9a-f:.]+)\/(\d{1,3})$/

/** Returns whether a string is a valid entry of an allow list: a host name, an address, or a block like 10.1.0.0/16. */
export const isAllowEntry = (text: string): boolean =>
  blockOf(text) !== undefined || isName(text.toLowerCase())
const isName = (text: string): boolean => NAME.test(text) && !/^[\d.]+$/.test(text)

/** Compiles an allow list. Invalid entries allow nothing. */
function allowList(entries: readonly string[]): AllowList {
  const names = new Set(
    entries
      .filter((entry) => isAllowEntry(entry) && blockOf(entry) === undefined)
      .map((entry) => entry.toLowerCase()),
  )
  return {
    host: (name) => names.has(name.toLowerCase().replace(/\.$/, '')),
    address: blockMatcher(entries.map(blockOf).filter((block) => block !== undefined)),
  }
}

/** Returns an entry as a block; a single address is a block of full length. */
function blockOf(text: string): string | undefined {
  const [, address = text, prefix] = BLOCK.exec(text.toLowerCase()) ?? []
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
  return bits >= 0 && Number(prefix ?? bits) <= bits ? `${address}/${prefix ?? bits}` : undefined
}

/** IPv4 blocks outside the public internet (IANA special-purpose registry, RFC 6890), and the metadata addresses of clouds. */
const IPV4: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32', // Platform services of Azure: a public address that is reachable only from inside its network.
]

/**
 * IPv6: everything except global unicast (2000::/3), which covers loopback, mapped and compatible IPv4, NAT64, unique local, link-local
 * and multicast; and the special parts of global unicast (2001::/23 with Teredo and ORCHID), including those that embed an IPv4 address
 * (6to4).
 */
const IPV6: readonly string[] = [
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]

/**
 * Creates a matcher of addresses in blocks written as `address/prefix`. Each family has a separate list, because Node finds an IPv4 address
 * in an IPv6 block that contains its mapped form, and vice versa.
 * @throws Error for an invalid block
 */
function blockMatcher(blocks: readonly string[]): (address: string) => boolean {
  const lists = { 4: new BlockList(), 6: new BlockList() }
  for (const block of blocks) {
    const [address, prefix] = block.split('/') as [string, string]
    const family = familyOf(address)
    lists[family].addSubnet(address, Number(prefix), NAMES[family])
  }
  return (address) =>
    isIP(address) !== 0 && lists[familyOf(address)].check(address, NAMES[familyOf(address)])
}

const NAMES = { 4: 'ipv4', 6: 'ipv6' } as const
const familyOf = (address: string): 4 | 6 => (address.includes(':') ? 6 : 4)

const isInSpecialBlock = blockMatcher([...IPV4, ...IPV6])

/**
 * Returns whether an address is outside the public internet. Invalid addresses count as outside, and so do addresses with a zone, which are
 * link-local.
 */
export const isSpecialPurpose = (address: string): boolean =>
  isIP(address) === 0 || address.includes('%') || isInSpecialBlock(address)
