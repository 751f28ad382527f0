import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clientAddress,
  addressKey,
  NO_PROXIES,
  trustedProxies,
} from '../../src/contract/address.ts'

const proxies = trustedProxies(['loopback', '10.0.0.0/8', 'fd00::/8'])
const PROXY = '10.0.0.1'

/** Generates one entry of a client's header: an address with or without a port, or an arbitrary string. */
const written = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((ip) => `${ip}:80`),
  fc.ipV6().map((ip) => `[${ip}]:443`),
  fc.string({ maxLength: 30 }),
  fc.constantFrom(
    '10.0.0.9',
    '127.0.0.1',
    '::1',
    'unknown',
    '',
    ' ',
    '::ffff:10.0.0.1',
    'fe80::1%eth0',
    '_hidden',
    '[::1]',
    '"10.0.0.1"',
  ),
)
const list = fc.array(written, { maxLength: 6 }).map((entries) => entries.join(','))
/** Generates addresses that do not belong to a proxy. */
const client = fc.oneof(
  fc.ipV4().filter((ip) => !/^(10|127)\./.test(ip)),
  fc.constantFrom('2001:db8::1', '2a02:26f0::17'),
)

describe('T-10: a client cannot change its own address with a header', () => {
  it('if no proxy is configured', () => {
    fc.assert(
      fc.property(
        client,
        list,
        (peer, header) =>
          clientAddress(peer, header, NO_PROXIES) === clientAddress(peer, undefined, NO_PROXIES),
      ),
    )
  })

  it('if it bypasses the proxies', () => {
    fc.assert(
      fc.property(
        client,
        list,
        (peer, header) =>
          clientAddress(peer, header, proxies) === clientAddress(peer, undefined, proxies),
      ),
    )
  })

  it('if one proxy appends its peer, with or without a port', () => {
    fc.assert(
      fc.property(client, list, fc.boolean(), (peer, header, port) => {
        const seen = port ? (peer.includes(':') ? `[${peer}]:50000` : `${peer}:50000`) : peer
        return (
          clientAddress(PROXY, `${header}, ${seen}`, proxies) ===
          clientAddress(peer, undefined, NO_PROXIES)
        )
      }),
    )
  })

  it('if each proxy of a chain appends its peer', () => {
    fc.assert(
      fc.property(
        client,
        list,
        fc.array(fc.constantFrom('10.1.2.3', '10.9.9.9', 'fd00::7', '::ffff:10.0.0.2'), {
          maxLength: 3,
        }),
        (peer, header, chain) =>
          clientAddress('127.0.0.1', [header, peer, ...chain].join(', '), proxies) ===
          clientAddress(peer, undefined, NO_PROXIES),
      ),
    )
  })
})

describe('the address of a client', () => {
  it.each([
    ['the peer if there is no header', '198.51.100.1', undefined, '198.51.100.1'],
    [
      'the peer in its IPv4 form if it is IPv4-mapped',
      '::ffff:198.51.100.1',
      '203.0.113.1',
      '198.51.100.1',
    ],
    [
      'the peer in its IPv4 form if it is mapped in hexadecimal',
      '::ffff:c633:6401',
      undefined,
      '198.51.100.1',
    ],
    [
      'the last entry that is not a proxy',
      PROXY,
      '203.0.113.9, 203.0.113.1, 10.0.0.2',
      '203.0.113.1',
    ],
    ['the first entry if all are proxies', PROXY, '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    [
      'the last trusted hop before an entry that is not an address',
      PROXY,
      '203.0.113.1, unknown, 10.0.0.2',
      '10.0.0.2',
    ],
    ['the last trusted hop before an empty entry', PROXY, '203.0.113.1,,', PROXY],
    ['the peer if the only entry is markup', PROXY, '<script>alert(1)</script>', PROXY],
    ['an IPv6 address in brackets with a port', PROXY, '[2001:DB8:0:0::1]:443', '2001:db8::1'],
    ['nothing if the connection is closed', undefined, '203.0.113.1', ''],
  ])('is %s', (_, peer, header, expected) => {
    expect(clientAddress(peer, header, proxies)).toBe(expected)
  })

  it('is counted by its /64 if it is IPv6, and in full if it is IPv4', () => {
    expect([
      addressKey('2001:db8:1:2:3:4:5:6'),
      addressKey('2001:db8:1:2::9'),
      addressKey('203.0.113.7'),
      addressKey(''),
    ]).toEqual(['2001:db8:1:2::/64', '2001:db8:1:2::/64', '203.0.113.7', ''])
  })
})

it.each(['10.0.0.0/33', '::/129', 'all', '10.0.0', '300.1.1.1', 'true', '10.0.0.0/8 '])(
  'the networks of trusted proxies cannot contain "%s"',
  (network) => {
    expect(() => trustedProxies([network])).toThrow(`"${network}" is neither`)
  },
)
