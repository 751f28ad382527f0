import { once } from 'node:events'
import {
  Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createBodyBudget } from '../../src/contract/body-budget.ts'
import { errorHandler, notFound, serve } from '../../src/contract/express.ts'
import { closeServer, createContractServer, mountContract } from '../../src/contract/server.ts'
import { handlers, notes, note, NOTE_ID } from './notes.ts'

interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
  json: Record<string, unknown>
}

const report = vi.fn()
const bodies = createBodyBudget()
let server: Server
let port: number
let behindExpress: Server
let release: () => void
let entered: Promise<void>

beforeAll(async () => {
  let enter: () => void
  entered = new Promise((resolve) => {
    enter = resolve
  })
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { dispatcher } = await notes({
    handlers: {
      ...handlers,
      async searchNotes({ reply }) {
        enter()
        await held
        return reply(200, { items: [], total: 0 })
      },
    },
  })
  const options = { bodyLimit: 4096, bodies, now: () => '2026-01-01T00:00:00.000Z' }
  const app = express().disable('x-powered-by')
  app.use('/middleware', serve(dispatcher, options))
  app.get('/broken', () => {
    throw new Error('secret of ours')
  })
  app.get('/unavailable', () => {
    throw Object.assign(new Error('the upstream is down'), { status: 503 })
  })
  app.use(notFound(dispatcher))
  app.use(errorHandler(dispatcher, report))
  server = createContractServer(
    mountContract('/api/v1', dispatcher, app, { ...options, onError: report }),
    dispatcher,
  ).listen(0, '127.0.0.1')
  behindExpress = createContractServer(app, dispatcher).listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(behindExpress, 'listening')])
  port = (server.address() as AddressInfo).port
})
afterAll(() => Promise.all([closeServer(server, 0), closeServer(behindExpress, 0)]))

const KEY = { 'X-API-Key': 'key-1' }
const JSON_BODY = { ...KEY, 'Content-Type': 'application/json' }

function send(
  method: string,
  path: string,
  headers: Record<string, string> = KEY,
  body?: string | Buffer,
  to = port,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port: to, method, path, headers, agent: new Agent() },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text, json })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** Sends raw bytes and reads until the server closes. */
async function raw(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

it('a contract that is used as Express middleware gives the same responses', async () => {
  const { port: other } = behindExpress.address() as AddressInfo
  const requests = [
    ['GET', `/notes/${NOTE_ID}`],
    ['GET', '/notes?limit=x'],
    ['POST', '/notes', '{"title":"a"}'],
    ['POST', '/notes', '{'],
    ['DELETE', '/notes'],
    ['GET', '/nothing'],
  ] as const
  for (const [method, path, body] of requests) {
    const headers = { ...JSON_BODY, 'X-Request-ID': 'same' }
    const [before, behind] = [
      await send(method, `/api/v1${path}`, headers, body),
      await send(method, `/middleware${path}`, headers, body, other),
    ]
    expect(behind).toEqual({ ...before, headers: { ...before.headers, date: behind.headers.date } })
  }
})

describe('a mounted contract', () => {
  it('responds under its mount', async () => {
    const read = await send('GET', `/api/v1/notes/${NOTE_ID}`)
    expect(read).toMatchObject({
      status: 200,
      json: note,
      headers: { 'content-type': 'application/json' },
    })
    expect(await send('GET', '/api/v1/notes?limit=5&tag=a&tag=b')).toMatchObject({ status: 200 })
    const created = await send('POST', '/api/v1/notes', JSON_BODY, '{"title":"a"}')
    expect(created).toMatchObject({ status: 201, headers: { location: `/notes/${NOTE_ID}` } })
    expect(await send('DELETE', `/api/v1/notes/${NOTE_ID}`)).toMatchObject({
      status: 204,
      body: '',
    })
  })

  it('adds no Express headers to the response', async () => {
    const { headers } = await send('GET', '/api/v1/notes')
    expect(Object.keys(headers).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'date',
      'x-request-id',
    ])
  })

  it('responds to HEAD with the headers of GET', async () => {
    const [get, head] = [await send('GET', '/api/v1/notes'), await send('HEAD', '/api/v1/notes')]
    expect(head).toMatchObject({
      status: 200,
      body: '',
      headers: { 'content-length': get.headers['content-length'] },
    })
  })

  const elsewhere = ['/', '/api', '/api/v1', '/api/v1/', '/api/v2/notes', '/%zz', '/api/v1/nothing']
  it.each(elsewhere)('responds to %s with a problem', async (path) => {
    const response = await send('GET', path)
    expect(response).toMatchObject({
      status: 404,
      json: { code: 'ROUTE_NOT_FOUND' },
      headers: { 'content-type': 'application/json' },
    })
    expect(response.headers['x-request-id']).toBe(response.json['request_id'])
  })

  it('responds to a bad escape with 400', async () => {
    expect(await send('GET', '/api/v1/notes/%E0%A4%A')).toMatchObject({
      status: 400,
      json: { code: 'MALFORMED_REQUEST' },
    })
  })

  it('responds to an exception inside the contract with 500, and reports it', async () => {
    const { dispatcher } = await notes()
    const broken = { ...dispatcher, handle: () => Promise.reject(new Error('secret of ours')) }
    const breaking = createContractServer(
      mountContract('/api/v1', broken, () => undefined, { onError: report }),
      dispatcher,
    ).listen(0, '127.0.0.1')
    await once(breaking, 'listening')
    const response = await send(
      'GET',
      '/api/v1/notes',
      KEY,
      undefined,
      (breaking.address() as AddressInfo).port,
    )
    expect(response).toMatchObject({ status: 500, json: { code: 'INTERNAL_ERROR' } })
    expect(report).toHaveBeenLastCalledWith(expect.objectContaining({ message: 'secret of ours' }))
    await closeServer(breaking, 0)
  })

  it('responds to an exception outside the contract with 500 without details, and reports it', async () => {
    const response = await send('GET', '/broken')
    expect(response).toMatchObject({ status: 500, json: { code: 'INTERNAL_ERROR' } })
    expect(response.body).not.toContain('secret')
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ message: 'secret of ours' }))
  })

  it('responds with 500 to an exception that has a 5xx status, and reports it', async () => {
    expect(await send('GET', '/unavailable')).toMatchObject({
      status: 500,
      json: { code: 'INTERNAL_ERROR' },
    })
    expect(report).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'the upstream is down' }),
    )
  })
})

describe('bodies over a socket', () => {
  const create = (body: Buffer | string, headers: Record<string, string> = {}) =>
    send('POST', '/api/v1/notes', { ...JSON_BODY, ...headers }, body)
  const json = (size: number) => JSON.stringify({ title: 'a', body: 'x'.repeat(size - 23) })

  it('are read completely, with a length and without', async () => {
    expect(await create(json(3000), { 'Transfer-Encoding': 'chunked' })).toMatchObject({
      status: 201,
    })
    expect(await create(json(3000), { 'Content-Encoding': 'identity' })).toMatchObject({
      status: 201,
    })
  })

  it('are refused with 413 over the limit', async () => {
    expect(json(4096)).toHaveLength(4096)
    expect(await create(json(4096))).toMatchObject({ status: 201 })
    expect(await create(json(4097))).toMatchObject({
      status: 413,
      json: { code: 'BODY_TOO_LARGE' },
    })
    expect(await create(json(4097), { 'Transfer-Encoding': 'chunked' })).toMatchObject({
      status: 413,
    })
  })

  it('are refused with 415 when they are compressed, without reading a byte', async () => {
    const { read_bytes, parsed } = bodies.counts()
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'GZIP', 'gzip, identity'])
      expect(await create(gzipSync(json(3000)), { 'Content-Encoding': encoding })).toMatchObject({
        status: 415,
        json: { code: 'UNSUPPORTED_MEDIA_TYPE' },
      })
    expect(bodies.counts()).toMatchObject({ read_bytes, parsed, in_flight: 0 })
  })

  it('are not read before the credential in the header is checked', async () => {
    const { read_bytes, parsed } = bodies.counts()
    expect(await create(json(3000), { 'X-API-Key': 'wrong' })).toMatchObject({ status: 401 })
    expect(await create(json(4_000_000), { 'X-API-Key': 'wrong' })).toMatchObject({
      status: 401,
      headers: { connection: 'close' },
    })
    expect(bodies.counts()).toMatchObject({ read_bytes, parsed })
    await create(json(3000))
    expect(bodies.counts()).toMatchObject({ read_bytes: read_bytes + 3000, parsed: parsed + 1 })
  })

  it('are refused with 400 when they are empty, with and without a length', async () => {
    expect(await create('', { 'Content-Length': '0' })).toMatchObject({
      status: 400,
      json: { code: 'MALFORMED_JSON' },
    })
    expect(await create('', { 'Transfer-Encoding': 'chunked' })).toMatchObject({
      status: 400,
      json: { code: 'MALFORMED_JSON' },
    })
  })

  it('that are cut off end only their own connection', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.end(
      'POST /api/v1/notes HTTP/1.1\r\nHost: a\r\nX-API-Key: key-1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    )
    await once(socket.resume(), 'close')
    expect(await create('{"title":"a"}')).toMatchObject({ status: 201 })
  })

  it('of requests that are refused earlier do not affect later requests on the connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const statuses: number[] = []
    for (const key of ['wrong', 'key-1', 'wrong', 'key-1']) {
      const request = httpRequest({
        port,
        agent,
        method: 'POST',
        path: '/api/v1/notes',
        headers: { ...JSON_BODY, 'X-API-Key': key },
      })
      request.end(json(4000))
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      statuses.push(response.statusCode ?? 0)
      await once(response.resume(), 'end')
    }
    agent.destroy()
    expect(statuses).toEqual([401, 201, 401, 201])
  })
})

describe('invalid HTTP', () => {
  const problemOf = (response: string) =>
    JSON.parse(response.split('\r\n\r\n')[1]!) as Record<string, unknown>

  it('is refused with 431 when its headers are too large', async () => {
    const response = await raw(
      `GET /api/v1/notes HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(16_384)}\r\n\r\n`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
    expect(problemOf(response)).toMatchObject({ code: 'HEADERS_TOO_LARGE' })
  })

  it.each([
    ['is not HTTP', 'hello\r\n\r\n'],
    ['has a control character in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\n\r\n'],
    ['has an unknown method', 'FROB / HTTP/1.1\r\nHost: a\r\n\r\n'],
    [
      'has two different lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
  ])('is refused with 400 when it %s', async (_, text) => {
    const response = await raw(text)
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(response).toContain('\r\nContent-Type: application/json\r\n')
    expect(response).toContain('\r\nConnection: close\r\n')
    expect(problemOf(response)).toMatchObject({ code: 'MALFORMED_REQUEST' })
  })

  it('gets 408 when it does not arrive in time', async () => {
    const end = vi.fn()
    server.emit(
      'clientError',
      Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      { writable: true, end, destroy: vi.fn() },
    )
    const response = String(end.mock.lastCall)
    expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(problemOf(response)).toMatchObject({ code: 'REQUEST_TIMEOUT' })
  })

  it('never gets a response in the middle of another response', () => {
    const [end, destroy] = [vi.fn(), vi.fn()]
    server.emit('clientError', new Error('garbage'), {
      writable: true,
      end,
      destroy,
      _httpMessage: { headersSent: true },
    })
    expect([end.mock.calls, destroy.mock.calls]).toEqual([[], [[]]])
  })

  it('does not include a request with an unknown Expect value; the header is ignored', async () => {
    const response = await raw(
      'GET /api/v1/notes HTTP/1.1\r\nHost: a\r\nX-API-Key: key-1\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
    )
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })
})

describe('connections', () => {
  it('are closed when the client asks for it', async () => {
    const response = await raw(
      'GET /api/v1/notes HTTP/1.1\r\nHost: a\r\nX-API-Key: key-1\r\nConnection: close\r\n\r\n',
    )
    expect(response).toContain('\r\nConnection: close\r\n')
  })

  it('stay open longer than those of the usual proxies', () => {
    expect(server).toMatchObject({
      keepAliveTimeout: 75_000,
      headersTimeout: 80_000,
      requestTimeout: 120_000,
    })
  })

  it('are closed with the server after their requests, and at once if they never sent anything', async () => {
    const silent = connect(port, '127.0.0.1')
    await once(silent, 'connect')
    const waiting = send('POST', '/api/v1/notes/search', { ...KEY, Connection: 'keep-alive' })
    await entered
    const closed = closeServer(server, 10 * 60_000)
    // A connection that the kernel has already queued is reset instead of refused.
    await expect(send('GET', '/api/v1/notes')).rejects.toThrow(/ECONNREFUSED|ECONNRESET/)
    release()
    expect(await waiting).toMatchObject({ status: 200 })
    // If the server waited for this connection, it would stay open for ten minutes.
    await closed
    silent.destroy()
  })
})
