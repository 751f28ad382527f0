import { BlockList, isIP } from 'node:net'

/** IPv4 blocks that are not the public internet (IANA special-purpose registry, RFC 6890), and the metadata addresses of clouds. */
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
  '168.63.129.16/32', // The platform channel of one cloud: a public address that is reachable only from inside.
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
 * Creates a matcher of addresses in blocks written as `address/prefix`. Each family has a list of its own, because Node finds an IPv4
 * address in an IPv6 block that contains its mapped form, and vice versa.
 * @throws Error for an invalid block
 */
export function blockMatcher(blocks: readonly string[]): (address: string) => boolean {
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
export const familyOf = (address: string): 4 | 6 => (address.includes(':') ? 6 : 4)

const isInSpecialBlock = blockMatcher([...IPV4, ...IPV6])

/**
 * Tells whether an address is outside the public internet. Invalid addresses are, too, and so are those with a zone, which are
 * link-local.
 */
export const isSpecialPurpose = (address: string): boolean =>
  isIP(address) === 0 || address.includes('%') || isInSpecialBlock(address)
