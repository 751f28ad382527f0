import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createPlatformClient,
  type Fetch,
} from '../../../src/agent/installation/platform-client.ts'
import { virtualClock } from './harness.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serverOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const clientOf = (fetch: Fetch, clock = virtualClock().clock) =>
  createPlatformClient({ platform_url: 'https://registry.test', fetch, clock, timeout_ms: 10_000 })
const respondingWith = (status: number, headers: Record<string, string> = {}, body = '{}') =>
  clientOf(async () => new Response(body, { status, headers }))

describe('platform client', () => {
  it.each([301, 302, 307, 308])(
    'treats a redirect (%i) as a refusal and sends its credentials nowhere else',
    async (status) => {
      const elsewhere: (string | undefined)[] = []
      const other = await serverOf((request, response) => {
        elsewhere.push(request.headers.authorization)
        response.end('{}')
      })
      const platform_url = await serverOf((_, response) => {
        response.writeHead(status, { Location: other }).end()
      })
      const ask = createPlatformClient({
        platform_url,
        fetch: globalThis.fetch,
        clock: virtualClock().clock,
        timeout_ms: 10_000,
      })
      expect(
        await ask({ path: '/lease', headers: { Authorization: 'Bearer srt_1' }, body: {} }),
      ).toMatchObject({ kind: 'refused', status })
      expect(elsewhere).toEqual([])
    },
  )

  it('sends method, headers and body', async () => {
    const requests: object[] = []
    const ask = clientOf(async (url, { method, headers, body }) => {
      requests.push({ url, method, headers, body })
      return new Response('{}')
    })
    await ask({ path: '/a', headers: { Authorization: 'Bearer srt_1' }, body: { one: 1 } })
    await ask({ method: 'GET', path: '/b' })
    const usual = { Accept: 'application/json', 'User-Agent': 'svc-agent' }
    expect(requests).toEqual([
      {
        url: 'https://registry.test/a',
        method: 'POST',
        headers: { ...usual, 'Content-Type': 'application/json', Authorization: 'Bearer srt_1' },
        body: '{"one":1}',
      },
      { url: 'https://registry.test/b', method: 'GET', headers: usual, body: undefined },
    ])
  })

  it.each([
    [200, 'ok'],
    [299, 'ok'],
    [300, 'refused'],
    [404, 'refused'],
    [503, 'refused'],
  ])('treats status %i as %s', async (status, kind) => {
    expect(await respondingWith(status)({ path: '/' })).toMatchObject({ kind })
  })

  it("reads the platform's time from a response", async () => {
    expect(
      await respondingWith(
        200,
        { Date: 'Sun, 01 Mar 2026 12:00:00 GMT' },
        '{"a":1}',
      )({ path: '/' }),
    ).toEqual({ kind: 'ok', body: { a: 1 }, clock_ms: Date.parse('2026-03-01T12:00:00Z') })
    expect(await respondingWith(200, { Date: 'some day' })({ path: '/' })).toMatchObject({
      clock_ms: null,
    })
  })

  const DATE = { Date: 'Sun, 01 Mar 2026 12:00:00 GMT' }
  it.each([
    ['seconds', { 'Retry-After': '7' }, 7000],
    ['zero seconds', { 'Retry-After': '0' }, 0],
    ['a day', { 'Retry-After': '86400' }, 86_400_000],
    ['a date', { ...DATE, 'Retry-After': 'Sun, 01 Mar 2026 12:00:09 GMT' }, 9000],
    ['a date that has passed', { ...DATE, 'Retry-After': 'Sun, 01 Mar 2026 11:59:00 GMT' }, 0],
    [
      'a date in a response without a Date header',
      { 'Retry-After': 'Sun, 01 Mar 2026 12:00:09 GMT' },
      null,
    ],
    ['nonsense', { ...DATE, 'Retry-After': 'soon' }, null],
    ['a negative number', { 'Retry-After': '-1' }, null],
    ['no header', DATE, null],
  ])('reads Retry-After: %s', async (_, headers, retry_after_ms) => {
    expect(await respondingWith(429, headers)({ path: '/' })).toMatchObject({
      kind: 'refused',
      retry_after_ms,
    })
  })

  it.each([
    ['{"code":"INSTALLATION_REVOKED"}', 'INSTALLATION_REVOKED'],
    ['{"code":"not a code"}', null],
    ['{"code":7}', null],
    [`{"code":"${'A'.repeat(64)}"}`, 'A'.repeat(64)],
    [`{"code":"${'A'.repeat(65)}"}`, null],
    ['<html>', null],
    ['[]', null],
  ])('reads the code of the refusal %j', async (body, code) => {
    expect(await respondingWith(403, {}, body)({ path: '/' })).toMatchObject({
      kind: 'refused',
      status: 403,
      code,
    })
  })

  it('reads a response of 1 MiB, and counts a longer one as lost', async () => {
    expect(
      await respondingWith(200, {}, `"${'x'.repeat(1_048_574)}"`)({ path: '/' }),
    ).toMatchObject({
      kind: 'ok',
      body: expect.any(String),
    })
    expect(await respondingWith(200, {}, `"${'x'.repeat(1_048_575)}"`)({ path: '/' })).toEqual({
      kind: 'lost',
      may_have_acted: true,
      detail: 'RESPONSE_TOO_LARGE',
    })
  })

  it('aborts the request at its deadline, and assumes that it arrived', async () => {
    const { clock, next } = virtualClock()
    let signal: AbortSignal | null | undefined
    const asked = clientOf((_, init) => {
      signal = init.signal
      return new Promise(() => undefined)
    }, clock)({ path: '/' })
    expect(next(9_999, () => undefined)).toBeUndefined()
    expect(signal!.aborted).toBe(false)
    next(10_000, () => undefined)!()
    expect(await asked).toEqual({
      kind: 'lost',
      may_have_acted: true,
      detail: 'no response within 10000 ms',
    })
    expect(signal!.aborted).toBe(true)
  })

  it('aborts its requests when the installation ends', async () => {
    const over = new AbortController()
    let signal: AbortSignal | null | undefined
    const ask = createPlatformClient({
      platform_url: 'https://registry.test',
      clock: virtualClock().clock,
      timeout_ms: 10_000,
      signal: over.signal,
      fetch: async (_, init) => {
        signal = init.signal
        return new Response('{}')
      },
    })
    await ask({ path: '/' })
    expect(signal!.aborted).toBe(false)
    over.abort()
    expect(signal!.aborted).toBe(true)
  })

  it.each([
    ['ECONNREFUSED', false],
    ['ENOTFOUND', false],
    ['EAI_AGAIN', false],
    ['EHOSTUNREACH', false],
    ['ENETUNREACH', false],
    ['UND_ERR_CONNECT_TIMEOUT', false],
    ['CERT_HAS_EXPIRED', false],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', false],
    ['ERR_TLS_CERT_ALTNAME_INVALID', false],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false],
    ['ECONNRESET', true],
    ['UND_ERR_SOCKET', true],
    ['EPIPE', true],
  ])(
    'reports whether a request that failed with %s may have arrived',
    async (code, may_have_acted) => {
      const fetch = async () => {
        throw Object.assign(new TypeError('fetch failed'), {
          cause: Object.assign(new Error('no'), { code }),
        })
      }
      expect(await clientOf(fetch)({ path: '/' })).toEqual({
        kind: 'lost',
        may_have_acted,
        detail: code,
      })
    },
  )
})
