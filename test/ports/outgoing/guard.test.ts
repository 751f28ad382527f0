import { isIP } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import {
  isAllowEntry,
  createGuard,
  type OutgoingRules,
  isSpecialPurpose,
} from '../../../src/ports/outgoing/guard.ts'
import { createPoster, type Poster } from '../../../src/ports/outgoing/post.ts'
import type { Resolve } from '../../../src/ports/outgoing/resolve.ts'
import { LIVENESS_MS } from '../../kit/bounds.ts'
import { HOSTS, resolve } from './hosts.ts'
import { listen } from './servers.ts'

const open: Poster[] = []
afterEach(() => {
  for (const poster of open.splice(0)) poster.close()
})
const poster = (rules: OutgoingRules, resolver: Resolve = resolve): Poster => {
  const created = createPoster(createGuard(rules, resolver), 1000)
  open.push(created)
  return created
}
const post = (rules: OutgoingRules, url: string, resolver: Resolve = resolve) =>
  poster(rules, resolver).post({ url, headers: {}, body: '{}', timeout_ms: LIVENESS_MS })
const EVERYTHING = { http: true, allow: [] }

describe('I-33: no blocked range is reachable in any spelling', () => {
  it(`no connection is made to ${HOSTS.length} hostile hosts`, async () => {
    const { port, connections } = await listen()
    for (const host of HOSTS) {
      for (const scheme of ['http', 'https']) {
        const posted = await post(EVERYTHING, `${scheme}://${host}:${port}/a2a/tasks`)
        expect({ host, posted }).toEqual({
          host,
          posted: {
            kind: 'refused',
            reason:
              'its host is not a public address; the operator can allow it with SVC_OUTGOING_ALLOW',
          },
        })
      }
    }
    expect(connections).toEqual([])
  })

  it.each([
    [
      'a user and a password',
      'http://user:secret@93.184.215.14:PORT/',
      'it contains a user name or a password',
    ],
    [
      'a user that looks like a host',
      'http://93.184.215.14@127.0.0.1:PORT/',
      'it contains a user name or a password',
    ],
    [
      'a backslash',
      'http:\\\\127.0.0.1:PORT\\x',
      'its host is not a public address; the operator can allow it with SVC_OUTGOING_ALLOW',
    ],
    [
      'missing slashes',
      'http:127.0.0.1:PORT',
      'its host is not a public address; the operator can allow it with SVC_OUTGOING_ALLOW',
    ],
    [
      'five slashes',
      'http://///127.0.0.1:PORT/',
      'its host is not a public address; the operator can allow it with SVC_OUTGOING_ALLOW',
    ],
    [
      'tabs and line feeds',
      'ht\ttp://127.0.\n0.1:PORT/',
      'its host is not a public address; the operator can allow it with SVC_OUTGOING_ALLOW',
    ],
    [
      'spaces around the URL',
      '  http://127.0.0.1:PORT/  ',
      'its host is not a public address; the operator can allow it with SVC_OUTGOING_ALLOW',
    ],
    [
      'an @ after the host',
      'http://127.0.0.1:PORT/@93.184.215.14',
      'its host is not a public address; the operator can allow it with SVC_OUTGOING_ALLOW',
    ],
    [
      'a fragment',
      'http://127.0.0.1:PORT#@93.184.215.14/',
      'its host is not a public address; the operator can allow it with SVC_OUTGOING_ALLOW',
    ],
    ['a zone', 'http://[fe80::1%25lo]:PORT/', 'it is not a valid URL'],
    ['a name of nine numbers', 'http://1.2.3.4.5.6.7.8.9:PORT/', 'it is not a valid URL'],
    ['a number that is too large', 'http://4294967296:PORT/', 'it is not a valid URL'],
    ['a missing host', 'http://:PORT/', 'it is not a valid URL'],
    ['an empty URL', '', 'it is not a valid URL'],
    ['a path', '/a2a/tasks', 'it is not a valid URL'],
    ['a host without a scheme', '//127.0.0.1:PORT/', 'it is not a valid URL'],
    ['a file', 'file:///etc/passwd', 'its scheme is not https'],
    ['ftp', 'ftp://127.0.0.1:PORT/', 'its scheme is not https'],
    ['gopher', 'gopher://127.0.0.1:PORT/_POST', 'its scheme is not https'],
    ['data', 'data:application/json,{}', 'its scheme is not https'],
    ['javascript', 'javascript:alert(1)', 'its scheme is not https'],
    ['a socket', 'unix:/var/run/docker.sock', 'its scheme is not https'],
    ['a web socket', 'ws://127.0.0.1:PORT/', 'its scheme is not https'],
  ])('%s cannot bypass the guard', async (_, url, reason) => {
    const { port, connections } = await listen()
    expect(await post(EVERYTHING, url.replace('PORT', String(port)))).toEqual({
      kind: 'refused',
      reason,
    })
    expect(connections).toEqual([])
  })

  it('plain http is refused unless it is allowed', async () => {
    const { port, connections } = await listen()
    const allow = ['127.0.0.1']
    expect(await post({ http: false, allow }, `http://127.0.0.1:${port}/`)).toEqual({
      kind: 'refused',
      reason: 'it is not https; the operator can allow http with SVC_OUTGOING_HTTP',
    })
    expect(connections).toEqual([])
    expect(await post({ http: true, allow }, `http://127.0.0.1:${port}/`)).toMatchObject({
      kind: 'responded',
      status: 200,
    })
  })

  it('an unknown name is unreachable', async () => {
    expect(await post(EVERYTHING, 'http://nobody.example/')).toEqual({
      kind: 'failed',
      fault: 'unreachable',
      reached: false,
    })
    expect(
      await post(EVERYTHING, 'http://broken.example/', async () => {
        throw new Error('SERVFAIL')
      }),
    ).toEqual({ kind: 'failed', fault: 'unreachable', reached: false })
  })
})

describe('connections use the checked address', () => {
  const near = { http: true, allow: ['127.0.0.2'] }

  it('a name that resolves differently (DNS rebinding) is resolved once for each connection, which uses the checked address', async () => {
    const { port, connections } = await listen()
    const addresses = [['127.0.0.2'], ['127.0.0.1']]
    let lookups = 0
    const rebinding: Resolve = async () => addresses[Math.min(lookups++, 1)]!
    expect(await post(near, `http://rebinding.example:${port}/`, rebinding)).toMatchObject({
      kind: 'responded',
    })
    expect([connections, lookups]).toEqual([['127.0.0.2'], 1])
    expect(await post(near, `http://rebinding.example:${port}/`, rebinding)).toMatchObject({
      kind: 'refused',
    })
    expect([connections, lookups]).toEqual([['127.0.0.2'], 2])
  })

  it('a connection that stays open keeps the checked address, and the name is not resolved again', async () => {
    const { port, connections } = await listen()
    let lookups = 0
    const once = poster(near, async () => {
      lookups += 1
      return lookups === 1 ? ['127.0.0.2'] : ['127.0.0.1']
    })
    for (let index = 0; index < 3; index += 1)
      expect(
        await once.post({
          url: `http://rebinding.example:${port}/`,
          headers: {},
          body: '',
          timeout_ms: LIVENESS_MS,
        }),
      ).toMatchObject({
        kind: 'responded',
      })
    expect([connections, lookups]).toEqual([['127.0.0.2'], 1])
  })

  it('a name with one blocked address among allowed ones is refused', async () => {
    const { port, connections } = await listen()
    expect(
      await post(near, `http://mixed.example:${port}/`, async () => ['127.0.0.2', '127.0.0.1']),
    ).toMatchObject({ kind: 'refused' })
    expect(connections).toEqual([])
  })

  it('of several allowed addresses, one that accepts the connection is used', async () => {
    const { port, connections } = await listen(undefined, '127.0.0.2')
    expect(
      await post(
        { http: true, allow: ['127.0.0.0/8'] },
        `http://two.example:${port}/`,
        async () => ['127.0.0.9', '127.0.0.2'],
      ),
    ).toMatchObject({ kind: 'responded' })
    expect(connections).toEqual(['127.0.0.2'])
  })

  it('the agent receives its name as Host, whatever the address', async () => {
    const { port, received } = await listen()
    await post(near, `http://named.example:${port}/tasks?a=1#part`, async () => ['127.0.0.2'])
    expect(received.join('')).toContain(`POST /tasks?a=1 HTTP/1.1\r\n`)
    expect(received.join('')).toContain(`Host: named.example:${port}\r\n`)
  })
})

describe('the allow list of the operator', () => {
  it.each([
    'agents.internal',
    'localhost',
    'a',
    'under_score.internal',
    '10.0.0.1',
    '10.0.0.0/8',
    '::1',
    'fd00::/8',
    '::/0',
    '0.0.0.0/0',
  ])('accepts the entry %s', (entry) => expect(isAllowEntry(entry)).toBe(true))
  it.each([
    '',
    '*',
    '*.internal',
    'http://agents.internal',
    'agents.internal:8080',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/',
    '10.0.0/8',
    '1.2.3',
    '-a',
    'a..b',
    'a/8',
    '[::1]',
    'a b',
  ])('rejects the entry "%s"', (entry) => expect(isAllowEntry(entry)).toBe(false))

  it('allows a host by its name, whatever its address, and no other name of the same address', async () => {
    const { port } = await listen()
    const rules = { http: true, allow: ['Agents.Internal'] }
    const lookups: boolean[] = []
    const loopback: Resolve = async (_, trusted) => {
      lookups.push(trusted)
      return ['127.0.0.1']
    }
    for (const host of ['agents.internal', 'AGENTS.internal', 'agents.internal.'])
      expect(await post(rules, `http://${host}:${port}/`, loopback)).toMatchObject({
        kind: 'responded',
      })
    for (const host of ['x.agents.internal', 'internal', 'agents.internal.example'])
      expect(await post(rules, `http://${host}:${port}/`, loopback)).toMatchObject({
        kind: 'refused',
      })
    expect(await post(rules, `http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'refused' })
    expect(lookups).toEqual([true, true, true, false, false, false])
  })

  it('allows the addresses of a block in every spelling and by name, and no others', async () => {
    const { port } = await listen()
    const rules = { http: true, allow: ['127.0.0.0/30'] }
    for (const host of ['127.0.0.1', '2130706433', 'localhost.'])
      expect(await post(rules, `http://${host}:${port}/`)).toMatchObject({ kind: 'responded' })
    for (const host of ['127.0.0.4', '[::1]', '10.0.0.1', 'localhost'])
      expect(await post(rules, `http://${host}:${port}/`)).toMatchObject({ kind: 'refused' })
  })

  it('does not apply a block to similar addresses of the other family', async () => {
    const { port } = await listen()
    for (const allow of [['127.0.0.0/8'], ['0.0.0.0/0']]) {
      for (const host of ['[::ffff:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'])
        expect(await post({ http: true, allow }, `http://${host}:${port}/`)).toMatchObject({
          kind: 'refused',
        })
    }
    expect(await post({ http: true, allow: ['::/0'] }, `http://127.0.0.1:${port}/`)).toMatchObject({
      kind: 'refused',
    })
  })

  it('ignores an invalid entry', async () => {
    expect(
      await post(
        { http: true, allow: ['*', '127.0.0.1/33', 'http://127.0.0.1'] },
        'http://127.0.0.1:1/',
      ),
    ).toMatchObject({
      kind: 'refused',
    })
  })
})

describe('ranges', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.215.14',
    '11.0.0.0',
    '9.255.255.255',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '169.253.255.255',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::1',
    '2001:4860:4860::8888',
    '2001:200::1',
  ])('%s is public', (address) => expect(isSpecialPurpose(address)).toBe(false))

  it.each(['', 'localhost', '1.2.3', '8.8.8.8:80', 'fe80::1%lo', '2606:4700::1111%lo'])(
    '"%s" is not public',
    (address) => expect(isSpecialPurpose(address)).toBe(true),
  )

  it('an IPv4 address embedded in IPv6 is never public', () => {
    const prefixes = ['::', '::ffff:', '64:ff9b::', '::ffff:0:']
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom(...prefixes), (ip, prefix) => {
        expect(isIP(prefix + ip) !== 6 || isSpecialPurpose(prefix + ip)).toBe(true)
      }),
    )
  })

  it('apply to an IPv4 address in every notation that a URL accepts', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), (number) => {
        const dotted = [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.')
        const guard = createGuard(EVERYTHING, resolve)
        for (const host of [
          dotted,
          String(number),
          `0x${number.toString(16)}`,
          `0${number.toString(8)}`,
        ])
          expect(guard.check(`http://${host}/`).kind).toBe(
            isSpecialPurpose(dotted) ? 'refused' : 'destination',
          )
      }),
    )
  })
})

describe('the configuration', () => {
  it('allows only https to public addresses by default', () => {
    expect(readConfig({}, {}).outgoing).toEqual({ http: false, allow: [] })
    expect(
      readConfig(
        {},
        { SVC_OUTGOING_HTTP: 'true', SVC_OUTGOING_ALLOW: ' agents.internal, 10.1.0.0/16\n::1 ' },
      ).outgoing,
    ).toEqual({
      http: true,
      allow: ['agents.internal', '10.1.0.0/16', '::1'],
    })
  })
  it('is rejected with a message that names the invalid entry', () => {
    expect(() => readConfig({}, { SVC_OUTGOING_ALLOW: 'agents.internal,10.1.0.0/33' })).toThrow(
      '"10.1.0.0/33" is none of them',
    )
  })
})
