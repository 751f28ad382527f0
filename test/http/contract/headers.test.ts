import { connect, type AddressInfo } from 'node:net'
import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { NO_CREDENTIAL } from '../client.ts'
import { operations, operationsWhere, paths } from '../contract.ts'
import { until } from '../../kit/bounds.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'
import { expectProblem } from '../problem.ts'
import {
  newTenant,
  requestOf,
  defaultCredential,
  withCredential,
  type Tenant,
} from '../requests.ts'

const filled = (path: string) => path.replace(/\{\w+\}/g, 'x')
const allowOf = (methods: readonly string[]) =>
  ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']
    .filter(
      (method) =>
        methods.includes(method) ||
        method === 'OPTIONS' ||
        (method === 'HEAD' && methods.includes('GET')),
    )
    .join(', ')

describe('headers, methods and paths', () => {
  let platform: TestPlatform
  let tenant: Tenant
  beforeAll(async () => {
    platform = await startPlatform()
    tenant = await newTenant(platform)
  })
  const port = () => (platform.server.address() as AddressInfo).port

  /** Sends raw bytes, and returns the response. */
  const raw = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = ''
      const socket = connect(port(), '127.0.0.1', () => socket.write(bytes))
      socket
        .on('data', (chunk) => {
          text += String(chunk)
        })
        .on('close', () => resolve(text))
        .on('error', reject)
    })

  it.each(['a', 'req_7Qm2Zt9Kx4Wc', '0'.repeat(64), 'A-b.c_1'])(
    'a safe X-Request-ID of the client is kept: %s',
    async (id) => {
      const got = await platform.as({ 'X-Request-ID': id }).get('/trust/jwks')
      expect(got.headers['x-request-id']).toBe(id)
      expect((await platform.as({ 'X-Request-ID': id }).get('/audit-logs')).body.request_id).toBe(
        id,
      )
    },
  )

  it.each(['', '0'.repeat(65), 'a b', '../x', '{}', 'ä', '<script>'])(
    'any other X-Request-ID is replaced: %j',
    async (id) => {
      const got = await platform.as({ 'X-Request-ID': id }).get('/trust/jwks')
      expect(got.headers['x-request-id']).toMatch(/^[A-Za-z0-9_-]{16}$/)
    },
  )

  it('every response has its own id', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => platform.as(NO_CREDENTIAL).get('/nowhere')),
    )
    expect(new Set(responses.map(({ headers }) => headers['x-request-id'])).size).toBe(50)
  })

  it('responses are JSON without a charset, and have neither an ETag nor the name of the software', async () => {
    const { headers } = await platform.as(NO_CREDENTIAL).get('/trust/jwks')
    expect(headers['content-type']).toBe('application/json')
    for (const name of ['x-powered-by', 'server', 'etag', 'set-cookie'])
      expect(headers[name]).toBeUndefined()
  })

  it.each(operationsWhere(({ security }) => security.length > 0))(
    '$id carries RateLimit and RateLimit-Policy',
    async (operation) => {
      const { headers } = await platform.sendRequest({
        ...withCredential(requestOf(operation, tenant), defaultCredential(operation, tenant)),
        path: `${requestOf(operation, tenant).path.split('?')[0]!}?unheard_of=1`,
      })
      expect(headers['ratelimit']).toMatch(/^"[a-z-]+";r=\d+;t=\d+$/)
      expect(headers['ratelimit-policy']).toMatch(/^"[a-z-]+";q=\d+;w=\d+$/)
    },
  )

  it.each(operationsWhere(({ method }) => method === 'GET'))(
    'HEAD on $id responds like GET without the content',
    async (operation) => {
      const get = withCredential(requestOf(operation, tenant), {
        ...defaultCredential(operation, tenant),
        'X-Request-ID': 'same',
      })
      const [whole, head] = [
        await platform.sendRequest(get),
        await platform.sendRequest({ ...get, method: 'HEAD' }),
      ]
      const shown = ({ headers: { ratelimit: _, date: _date, ...rest } }: typeof whole) => rest
      expect([head.status, head.text, shown(head)]).toEqual([200, '', shown(whole)])
    },
  )

  it.each(paths)(
    'OPTIONS on $path lists its methods; any other method is refused with 405 and the same list',
    async ({ path, methods }) => {
      const allow = allowOf(methods)
      const options = await platform
        .as(NO_CREDENTIAL)
        .get(filled(path))
        .then(() => platform.sendRequest({ method: 'OPTIONS', path: filled(path) }))
      expect([options.status, options.headers['allow'], options.text]).toEqual([204, allow, ''])
      for (const method of [
        'PATCH',
        'TRACE',
        'PROPFIND',
        ...['GET', 'POST', 'PUT', 'DELETE'].filter((one) => !methods.includes(one)),
      ]) {
        const got = await platform.sendRequest({ method, path: filled(path) })
        expectProblem(got, 405, `${method} ${path}`)
        expect(got.headers['allow']).toBe(allow)
      }
      if (!methods.includes('GET'))
        expect((await platform.sendRequest({ method: 'HEAD', path: filled(path) })).status).toBe(
          405,
        )
    },
  )

  it.each([
    '',
    '/',
    '/nowhere',
    '//',
    '/agents',
    '/agents/register/',
    '/AGENTS/register',
    '/orgs//workspaces',
    '/trust/jwks/x',
    '/admin',
    '/installations/x/y',
    '/%61gents',
  ])('an unknown path %j is refused with 404 and a problem', async (path) => {
    expectProblem(await platform.as(NO_CREDENTIAL).get(path), 404, path)
    expectProblem(await platform.as(NO_CREDENTIAL).post(path, {}), 404, path)
  })

  it('an unknown path outside the mount is refused with 404 and a problem', async () => {
    for (const path of ['/', '/nowhere', '/api', '/api/v2/trust/jwks', '/favicon.ico', '/.env']) {
      const got = await platform.http().get(path)
      expect([got.status, got.body.code]).toEqual([404, 'ROUTE_NOT_FOUND'])
    }
  })

  it('headers over 16 KiB are refused with 431 and invalid HTTP with 400, both with a problem', async () => {
    const huge = await raw(
      `GET /api/v1/trust/jwks HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(17_000)}\r\n\r\n`,
    )
    expect(huge).toMatch(/^HTTP\/1\.1 431 /)
    expect(JSON.parse(huge.split('\r\n\r\n')[1]!)).toMatchObject({
      error: 'headers_too_large',
      code: 'HEADERS_TOO_LARGE',
    })
    for (const bytes of [
      'nonsense\r\n\r\n',
      'BREW /api/v1/trust/jwks HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /api/v1/trust/jwks HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      'GET /a\u0000b HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /api/v1/trust/jwks HTTP/1.1\r\n\r\n',
      'GET /api/v1/trust/jwks HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n',
      'GET /api/v1/trust/jwks HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n',
    ]) {
      const text = await raw(bytes)
      expect(text, bytes).toMatch(/^HTTP\/1\.1 400 /)
      expect(text, bytes).toMatch(/^X-Request-ID: /m)
      expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({
        error: 'bad_request',
        code: 'MALFORMED_REQUEST',
      })
    }
  })

  it('a request whose target is an absolute URL gets the response of its path', async () => {
    for (const host of ['http://registry.test', 'HTTPS://registry.test:8080']) {
      const text = await raw(
        `GET ${host}/api/v1/trust/jwks HTTP/1.1\r\nHost: registry.test\r\nConnection: close\r\n\r\n`,
      )
      expect(text).toMatch(/^HTTP\/1\.1 200 /)
      expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toHaveProperty('keys')
      for (const path of ['/healthz', '/docs?q=a', '/docs/search?q=a', '/log/key'])
        expect(
          await raw(`GET ${host}${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
          path,
        ).toMatch(/^HTTP\/1\.1 200 /)
    }
  })

  it('a client that disconnects in the middle of its body leaves nothing behind', async () => {
    const before = await platform.rows()
    const read = platform.bodies().read_bytes
    await new Promise<void>((resolve) => {
      const sent = request({
        port: port(),
        method: 'POST',
        path: `/api/v1/orgs/${tenant.organization_id}/workspaces`,
        headers: {
          'X-API-Key': tenant.api_key,
          'Content-Type': 'application/json',
          'Content-Length': 1000,
        },
      })
      sent.on('error', () => undefined).on('close', () => resolve())
      sent.write('{"name":"half')
      void until(
        () => platform.bodies().read_bytes === read + 13,
        'the first part of the body was not read',
      ).then(() => sent.destroy())
    })
    await until(() => platform.bodies().in_flight === 0, 'the request does not end')
    expect(await platform.rows()).toEqual(before)
    expect(platform.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })

  it('these tests cover every operation of the contract', () => {
    expect(paths.flatMap(({ methods }) => methods)).toHaveLength(operations.length)
  })
})
