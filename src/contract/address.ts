import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** Names for commonly configured networks. */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** The proxies whose X-Forwarded-For header is trusted. */
export interface Proxies {
  includes(address: string): boolean
}
export const NO_PROXIES: Proxies = { includes: () => false }

/**
 * Compiles a list of networks in CIDR notation, single addresses, or `loopback`, `linklocal` and `private`.
 * @throws Error naming the first entry that is none of these
 */
export function trustedProxies(networks: readonly string[]): Proxies {
  if (networks.length === 0) return NO_PROXIES
  const list = new BlockList()
  for (const network of networks.flatMap((name) => NAMED_NETWORKS[name] ?? [name]))
    addNetwork(list, network)
  return {
    includes: (address) =>
      isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6'),
  }
}

function addNetwork(list: BlockList, network: string): void {
  const [, address = '', bits] = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(network) ?? []
  const version = isIP(address)
  const max_prefix = version === 4 ? 32 : 128
  const prefix = Number(bits ?? max_prefix)
  if (version === 0 || prefix > max_prefix)
    throw new Error(
      `"${network}" is neither an address, nor a network like 10.0.0.0/8, nor loopback, linklocal or private`,
    )
  list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
}

/**
 * Returns the address of the client of a request (docs/specification/trust.md#addresses): the peer of the socket, unless it is a trusted
 * proxy. In that case X-Forwarded-For is read from the right for as long as its entries are trusted proxies too. An entry that is not an
 * address ends the search at the proxy that wrote it. No other header is read.
 * @param forwarded all X-Forwarded-For headers of the request, joined by commas in order
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | undefined,
  proxies: Proxies,
): string {
  let address = canonical(peer ?? '') ?? ''
  if (forwarded === undefined || !proxies.includes(address)) return address
  for (const entry of forwarded.split(',').reverse()) {
    const entry_address = canonical(withoutPort(entry.trim()))
    if (entry_address === undefined) return address
    address = entry_address
    if (!proxies.includes(address)) return address
  }
  return address
}

/**
 * Returns the key under which an address is counted. IPv6 addresses are counted by their /64, because a client usually controls all of
 * it.
 */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address
  return `${groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/**
 * Returns the range of an address, from which unusual use of a credential can be recognized: the /24 of an IPv4 address, the /48 of an IPv6
 * address; null if the text is not an address. Neither identifies a person or a machine.
 */
export function addressRange(address: string): string | null {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(address)) return null
  const site = groupsOf(address)
    .slice(0, 3)
    .map((group) => group.toString(16))
  return `${canonical(`${site.join(':')}::`)!}/48`
}

const withoutPort = (entry: string): string =>
  /^\[([^[\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry

/**
 * Returns the canonical spelling of an address, or undefined if the text is not an address. An IPv4-mapped IPv6 address
 * becomes the IPv4 address; other IPv6 addresses are in lower case with their zeros compressed.
 */
function canonical(text: string): string | undefined {
  const address = text.replace(/%.*$/s, '')
  const version = isIP(address)
  if (version === 0) return undefined
  if (version === 4) return address
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return new URL(`http://[${groups.map((group) => group.toString(16)).join(':')}]/`).hostname.slice(
    1,
    -1,
  )
}

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const without_dotted_part = address.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, ...[a, b, c, d]: string[]) =>
      [
        [a, b],
        [c, d],
      ]
        .map(([high, low]) => (Number(high) * 256 + Number(low)).toString(16))
        .join(':'),
  )
  const [before = '', after] = without_dotted_part.split('::')
  const left = parseGroups(before)
  if (after === undefined) return left
  const right = parseGroups(after)
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}
const parseGroups = (part: string): readonly number[] =>
  part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
