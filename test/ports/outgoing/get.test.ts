import { createServer as createHttp, type RequestListener, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ScanFailed } from '../../../src/domain/images/failures.ts'
import { get, getContent, type GetRequest } from '../../../src/ports/outgoing/get.ts'
import { createGuard } from '../../../src/ports/outgoing/guard.ts'
import { openSession } from '../../../src/ports/images/session.ts'
import { LIVENESS_MS } from '../../kit/bounds.ts'
import { selfSigned } from './certificate.ts'

const { key, cert } = selfSigned('images.example')
const trusted = getCACertificates('default')
beforeAll(() => {
  setDefaultCACertificates([...trusted, cert])
})
afterAll(() => {
  setDefaultCACertificates(trusted)
})
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts a server that records its requests with their credentials. */
async function startSite(
  secure: boolean,
  respond: RequestListener = (_, response) => response.end('content'),
) {
  const requests: { path: string; authorization: string | undefined }[] = []
  const listener: RequestListener = (request, response) => {
    requests.push({ path: request.url!, authorization: request.headers.authorization })
    respond(request, response)
  }
  const server = secure ? createHttps({ key, cert }, listener) : createHttp(listener)
  servers.push(server)
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  return {
    requests,
    url: `http${secure ? 's' : ''}://images.example:${(server.address() as AddressInfo).port}`,
  }
}
const guard = createGuard({ http: true, allow: ['images.example'] }, async () => ['127.0.0.1'])
const requestTo = (url: string, more: Partial<GetRequest> = {}): GetRequest => ({
  url,
  method: 'GET',
  headers: { Authorization: 'Bearer abc', Accept: '*/*' },
  idle_ms: LIVENESS_MS,
  ...more,
})
const redirecting =
  (to: string, status = 307): RequestListener =>
  (_, response) => {
    response.writeHead(status, { Location: to }).end()
  }
const body = async (result: Awaited<ReturnType<typeof get>>) =>
  result.kind === 'responded'
    ? Buffer.concat((await result.body.toArray()) as Buffer[]).toString()
    : result

describe('redirected content', () => {
  it('is never fetched over http after an https request', async () => {
    const plain = await startSite(false)
    const first = await startSite(true, redirecting(`${plain.url}/layer`))
    expect(await getContent(guard, requestTo(first.url))).toEqual({
      kind: 'refused',
      reason: 'it redirects from https to http',
    })
    expect([first.requests.length, plain.requests]).toEqual([1, []])
  })

  it.each([
    [true, true],
    [false, true],
    [false, false],
  ])(
    'is fetched from another origin without credentials (https first: %s, then: %s)',
    async (one, other) => {
      const second = await startSite(other)
      const first = await startSite(one, redirecting(`${second.url}/layer`))
      expect(await body(await getContent(guard, requestTo(first.url)))).toBe('content')
      expect([first.requests, second.requests]).toEqual([
        [{ path: '/', authorization: 'Bearer abc' }],
        [{ path: '/layer', authorization: undefined }],
      ])
    },
  )

  it('is fetched from the same origin with credentials', async () => {
    const one = await startSite(false, (request, response) =>
      request.url === '/layer' ? response.end('content') : redirecting('/layer')(request, response),
    )
    expect(await body(await getContent(guard, requestTo(one.url)))).toBe('content')
    expect(one.requests.map(({ authorization }) => authorization)).toEqual([
      'Bearer abc',
      'Bearer abc',
    ])
  })

  it.each([
    [3, 'content', 4],
    [4, { kind: 'failed', fault: 'bad_http' }, 4],
  ])('is fetched after at most three redirects: %i', async (redirects, outcome, count) => {
    const one = await startSite(false, (request, response) => {
      const hop = Number(request.url!.slice(1))
      return hop < redirects
        ? redirecting(`/${hop + 1}`)(request, response)
        : response.end('content')
    })
    expect(await body(await getContent(guard, requestTo(`${one.url}/0`)))).toEqual(outcome)
    expect(one.requests).toHaveLength(count)
  })

  it.each([301, 302, 303, 307, 308])(
    'is fetched after a redirect with status %i',
    async (status) => {
      const one = await startSite(false, (request, response) =>
        request.url === '/layer'
          ? response.end('content')
          : redirecting('/layer', status)(request, response),
      )
      expect(await body(await getContent(guard, requestTo(one.url)))).toBe('content')
    },
  )

  it.each([300, 304, 200])('is not fetched after a response with status %i', async (status) => {
    const one = await startSite(false, redirecting('/layer', status))
    expect(await getContent(guard, requestTo(one.url))).toMatchObject({ kind: 'responded', status })
    expect(one.requests).toHaveLength(1)
  })

  it('is not fetched by a plain request, nor without a valid Location', async () => {
    const one = await startSite(false, redirecting('/layer'))
    expect(await get(guard, requestTo(one.url))).toMatchObject({ kind: 'responded', status: 307 })
    const lost = await startSite(false, (_, response) => {
      response.writeHead(307, { Location: 'http://' }).end()
    })
    expect(await getContent(guard, requestTo(lost.url))).toEqual({
      kind: 'failed',
      fault: 'bad_http',
    })
  })
})

describe('a request', () => {
  it('ends if the server is silent, or the caller aborts', async () => {
    const one = await startSite(false, () => undefined)
    expect(await get(guard, requestTo(one.url, { idle_ms: 20 }))).toEqual({
      kind: 'failed',
      fault: 'timeout',
    })
    expect(await get(guard, requestTo(one.url, { signal: AbortSignal.abort() }))).toEqual({
      kind: 'failed',
      fault: 'aborted',
    })
  })
})

describe('the token of an image registry', () => {
  const asking =
    (realm: string): RequestListener =>
    (request, response) => {
      if (request.headers.authorization === undefined)
        response.writeHead(401, { 'WWW-Authenticate': `Bearer realm="${realm}"` }).end()
      else response.end('content')
    }
  const USER = { username: 'scanner', password: 'secret' }
  const sessionOf = (
    url: string,
    auth_hosts: readonly string[] = [],
    credentials: typeof USER | null = USER,
  ) =>
    openSession(
      { host: 'images.example', url, credentials, auth_hosts, namespaces: {} },
      'acme/agent',
      guard,
      new AbortController().signal,
    )

  it('is never requested over http for an image registry with https, even at a host that the operator listed', async () => {
    const tokens = await startSite(false, (_, response) => response.end('{"token":"abc"}'))
    const registry = await startSite(true, asking(`${tokens.url}/token`))
    const failure = await sessionOf(registry.url, [new URL(tokens.url).host])
      .request('manifests/1', {})
      .catch((cause: unknown) => cause)
    expect(failure).toBeInstanceOf(ScanFailed)
    expect((failure as ScanFailed).failure).toEqual({
      code: 'ADDRESS_BLOCKED',
      detail: 'its token address is not an https address',
    })
    expect(tokens.requests).toEqual([])
  })

  it.each([
    [true, true],
    [false, false],
    [false, true],
  ])('is requested (image registry over https: %s, tokens: %s)', async (one, other) => {
    const tokens = await startSite(other, (_, response) => response.end('{"access_token":"abc"}'))
    const registry = await startSite(one, asking(`${tokens.url}/token`))
    const response = await sessionOf(registry.url).request('manifests/1', {})
    expect(await body(response)).toBe('content')
    expect(tokens.requests).toEqual([
      { path: '/token?scope=repository%3Aacme%2Fagent%3Apull', authorization: undefined },
    ])
    expect(registry.requests.map(({ authorization }) => authorization)).toEqual([
      undefined,
      'Bearer abc',
    ])
  })

  it.each([
    [USER, `Basic ${Buffer.from('scanner:secret').toString('base64')}`],
    [null, undefined],
  ])(
    'is requested from a listed host with the configured credentials: %j',
    async (credentials, authorization) => {
      const tokens = await startSite(false, (_, response) => response.end('{"token":"abc"}'))
      const registry = await startSite(false, asking(`${tokens.url}/token`))
      await sessionOf(registry.url, [new URL(tokens.url).host], credentials).request(
        'manifests/1',
        {},
      )
      expect(tokens.requests.map((one) => one.authorization)).toEqual([authorization])
    },
  )

  it.each([
    [401, 'REGISTRY_UNAUTHORIZED'],
    [403, 'REGISTRY_UNAUTHORIZED'],
    [404, 'REGISTRY_FAILED'],
    [429, 'REGISTRY_FAILED'],
    [500, 'REGISTRY_FAILED'],
    [204, 'REGISTRY_FAILED'],
  ])(
    'is missing if the status is %i, which is a failure of the token server',
    async (status, code) => {
      const tokens = await startSite(false, (_, response) => {
        response.writeHead(status).end()
      })
      const registry = await startSite(false, asking(`${tokens.url}/token`))
      await expect(sessionOf(registry.url).request('manifests/1', {})).rejects.toMatchObject({
        failure: {
          code,
          detail: `its token server responded with ${status}`,
        },
      })
    },
  )

  it.each(['{}', '{"token":7}', '{"token":"a b"}', 'nonsense', '{"token":""}'])(
    'is refused if the response is %s',
    async (text) => {
      const tokens = await startSite(false, (_, response) => response.end(text))
      const registry = await startSite(false, asking(`${tokens.url}/token`))
      await expect(sessionOf(registry.url).request('manifests/1', {})).rejects.toMatchObject({
        failure: { code: 'REGISTRY_FAILED' },
      })
    },
  )
})
