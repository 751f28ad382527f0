import { BlockList, isIP } from 'node:net'

/** IPv4 blocks that are not the public internet (IANA special-purpose registry, RFC 6890), and what clouds answer metadata on. */
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
  '168.63.129.16/32', // The platform channel of one cloud: a public address, reachable from inside only.
]

/**
 * IPv6: everything but global unicast (2000::/3), which covers loopback, mapped and compatible IPv4, NAT64, unique local, link-local
 * and multicast; and of global unicast what is special (2001::/23 with Teredo and ORCHID) or carries an IPv4 address (6to4).
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
 * Tells which addresses lie in blocks written as `address/prefix`. Each family has a list of its own, because Node finds an IPv4
 * address in an IPv6 block that holds its mapped form, and the other way round.
 * @throws for what is no block
 */
export function within(blocks: readonly string[]): (address: string) => boolean {
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

const isOutside = within([...IPV4, ...IPV6])

/** Whether an address is outside the public internet. What is no address is outside too, and one with a zone is link-local. */
export const isSpecial = (address: string): boolean =>
  isIP(address) === 0 || address.includes('%') || isOutside(address)
