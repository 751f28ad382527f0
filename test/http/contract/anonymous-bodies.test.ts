import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { closeServer } from '../../../src/contract/server.ts'
import type { Config } from '../../../src/config/config.ts'
import { eventually } from '../../kit/bounds.ts'
import { bodyLimitOf, exampleValue, operationsWhere, takesBody } from '../contract.ts'
import { startPlatform } from '../platform.ts'
import { MINUTE } from '../../kit/time.ts'

const KIBIBYTE = 1024
const VERIFY = '/api/v1/admin/auth/verify-pin'
const JSON_TYPE = { 'Content-Type': 'application/json' }
const anonymous = operationsWhere(
  (operation) => takesBody(operation) && operation.security.length === 0,
)

interface ReceivedResponse {
  status: number
  headers: IncomingMessage['headers']
  code: string
}

/** Starts a platform, and returns functions for anonymous requests. */
async function startServer(config: Partial<Config> = {}) {
  const platform = await startPlatform(config)
  const { port } = platform.server.address() as AddressInfo
  const send = (
    body: string | Buffer,
    headers: Record<string, string> = JSON_TYPE,
    path = VERIFY,
  ): Promise<ReceivedResponse> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(
        { port, path, method: 'POST', headers, agent: false },
        (response) => {
          const chunks: Buffer[] = []
          response
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => {
              resolve({
                status: response.statusCode!,
                headers: response.headers,
                code: (JSON.parse(String(Buffer.concat(chunks))) as { code: string }).code,
              })
            })
        },
      ).on('error', reject)
      request.end(body)
    })
  /** Starts a request with a body of this length, and sends a part of it. */
  const open = async (
    announced_length: number | 'chunked',
    sent: Buffer | string,
    path = VERIFY,
  ): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    const length =
      announced_length === 'chunked'
        ? 'Transfer-Encoding: chunked'
        : `Content-Length: ${announced_length}`
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
    )
    socket.write(sent)
    onTestFinished(() => void socket.destroy())
    return socket
  }
  return {
    platform,
    port,
    send,
    open,
    counts: platform.bodies,
    close: () => closeServer(platform.server, 0),
  }
}

const readResponse = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  return String(Buffer.concat(chunks))
}

describe('the body of a public operation', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  it('is limited to at most 64 KiB by every such operation', () => {
    expect(
      Object.fromEntries(anonymous.map((operation) => [operation.id, bodyLimitOf(operation)])),
    ).toEqual({
      requestAdminPin: 32_768,
      verifyAdminPin: 32_768,
      createBrowserSession: 32_768,
      bootstrapInstallation: 65_536,
      refreshRuntimeToken: 32_768,
    })
  })

  it('is refused when it is compressed: 330 zip bombs are neither read nor parsed', async () => {
    const bomb = gzipSync(`[${'{},'.repeat(350_000)}{}]`)
    const before = server.counts()
    const responses = await Promise.all(
      Array.from({ length: 330 }, () =>
        server.send(bomb, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([415]))
    expect(server.counts()).toEqual({ ...before, in_flight: 0 })
  })

  it('is not read at all if its length is too large, and no further than the chunk that exceeds the limit if it has no length', async () => {
    const before = server.counts()
    expect(await server.send('x'.repeat(32_769))).toMatchObject({
      status: 413,
      code: 'BODY_TOO_LARGE',
    })
    expect(server.counts().read_bytes).toBe(before.read_bytes)
    const socket = await server.open('chunked', '')
    const over = readResponse(socket)
    for (let chunk = 0; chunk < 64; chunk += 1) socket.write(`400\r\n${'x'.repeat(KIBIBYTE)}\r\n`)
    socket.write('0\r\n\r\n')
    expect(await over).toMatch(/^HTTP\/1\.1 413 /)
    expect(server.counts().read_bytes - before.read_bytes).toBeLessThanOrEqual(33 * KIBIBYTE)
    expect(server.counts()).toMatchObject({ parsed: before.parsed, held_bytes: 0, in_flight: 0 })
  })

  it('is kept in one buffer, however small the chunks are', async () => {
    const before = server.counts()
    const text = JSON.stringify({
      email: 'ann@example.com',
      challenge_id: 'x',
      pin: '1',
      more: 'y'.repeat(4000),
    })
    const socket = await server.open(
      'chunked',
      [...text].map((letter) => `1\r\n${letter}\r\n`).join(''),
    )
    await eventually(() => expect(server.counts().read_bytes - before.read_bytes).toBe(text.length))
    expect(server.counts().held_bytes).toBe(4096)
    const done = readResponse(socket)
    socket.write('0\r\n\r\n')
    expect(await done).toMatch(/^HTTP\/1\.1 401 /)
    expect(server.counts()).toMatchObject({
      held_bytes: 0,
      in_flight: 0,
      parsed: before.parsed + 1,
    })
  })
})

describe('T-08: anonymous clients cannot exceed the memory limits', () => {
  const bounds = { process_bytes: 64 * KIBIBYTE, address_bytes: 16 * KIBIBYTE, deadline_ms: 60_000 }

  it('64 connections from one address hold no more than its limit, and the others get 503 with Retry-After', async () => {
    const server = await startServer({ anonymous_bodies: bounds })
    const sockets = await Promise.all(
      Array.from({ length: 64 }, () => server.open(8000, 'x'.repeat(1000))),
    )
    const refused = sockets.map(readResponse)
    await eventually(() => expect(server.counts().in_flight).toBe(16))
    expect(server.counts()).toMatchObject({
      held_bytes: 16 * KIBIBYTE,
      peak_held_bytes: 16 * KIBIBYTE,
      parsed: 0,
    })
    const first = await Promise.race(refused)
    expect(first).toMatch(/^HTTP\/1\.1 503 /)
    expect(first).toMatch(/\r\nRetry-After: 2\r\n/)
    expect(first).toMatch(/\r\nConnection: close\r\n/)
    expect(first).toContain('"code":"SERVER_BUSY"')
    expect(first).toContain((exampleValue('ServerBusy') as { message: string }).message)
    for (const socket of sockets) socket.destroy()
    await eventually(() => expect(server.counts()).toMatchObject({ held_bytes: 0, in_flight: 0 }))
    expect(
      await server.send('{"email":"a@example.com","challenge_id":"x","pin":"1"}'),
    ).toMatchObject({
      status: 401,
    })
    await server.close()
  })

  it('all addresses together hold no more than the limit of the process', async () => {
    const server = await startServer({
      anonymous_bodies: { ...bounds, address_bytes: 1024 * KIBIBYTE },
    })
    const sockets = await Promise.all(
      Array.from({ length: 64 }, () => server.open(8000, 'x'.repeat(7000))),
    )
    sockets.forEach((socket) => void readResponse(socket))
    await eventually(() => expect(server.counts().in_flight).toBe(9))
    expect(server.counts().peak_held_bytes).toBeLessThanOrEqual(64 * KIBIBYTE)
    for (const socket of sockets) socket.destroy()
    await server.close()
  })

  it('without free memory, slow bodies are evicted for new ones, so slow clients do not lock out others', async () => {
    const server = await startServer({
      anonymous_bodies: { ...bounds, address_bytes: 1024 * KIBIBYTE },
    })
    const sockets = await Promise.all(
      Array.from({ length: 9 }, () => server.open(8000, 'x'.repeat(7000))),
    )
    const ended = sockets.map((socket) => readResponse(socket))
    await eventually(() => expect(server.counts().in_flight).toBe(9))
    const text = JSON.stringify({
      email: 'ann@example.com',
      challenge_id: 'x',
      pin: '1',
      more: 'y'.repeat(4000),
    })
    expect(await server.send(text)).toMatchObject({ status: 503, code: 'SERVER_BUSY' })
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 1001)
    expect(await server.send(text)).toMatchObject({ status: 401, code: 'INVALID_PIN' })
    expect(await Promise.race(ended)).toMatch(/^HTTP\/1\.1 408 /)
    expect(server.counts().peak_held_bytes).toBeLessThanOrEqual(64 * KIBIBYTE)
    vi.restoreAllMocks()
    for (const socket of sockets) socket.destroy()
    await eventually(() => expect(server.counts()).toMatchObject({ held_bytes: 0, in_flight: 0 }))
    await server.close()
  })

  it('a body that does not arrive in time gets 408, and its connection closes', async () => {
    const server = await startServer({ anonymous_bodies: { ...bounds, deadline_ms: 30 } })
    const response = await readResponse(await server.open(8000, '{"email":'))
    expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n(.*\r\n)*Connection: close\r\n/)
    const { message } = exampleValue('RequestTimeout') as { message: string }
    expect(response).toContain(message.replace('10 seconds', '0.03 seconds'))
    await eventually(() =>
      expect(server.counts()).toMatchObject({ held_bytes: 0, in_flight: 0, parsed: 0 }),
    )
    await server.close()
  })

  it('an address whose bodies were refused 30 times in a minute gets 429 before another body is read', async () => {
    const server = await startServer({ rate_limit_factor: 1 })
    for (let sent = 0; sent < 30; sent += 1) {
      const { status, headers } = await server.send(sent % 2 === 0 ? '{' : '{}')
      expect([status, headers['ratelimit'], headers['ratelimit-policy']]).toEqual([
        sent % 2 === 0 ? 400 : 422,
        `"refused-bodies";r=${29 - sent};t=${2 * (sent + 1)}`,
        '"refused-bodies";q=30;w=60',
      ])
    }
    const before = server.counts()
    const refused = await server.send('{')
    expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(server.counts()).toEqual(before)
    expect(
      await server.send('{}', { ...JSON_TYPE, 'X-Forwarded-For': '198.51.100.1' }),
    ).toMatchObject({
      status: 429,
    })
    server.platform.clock.advance(MINUTE)
    expect(await server.send('{')).toMatchObject({ status: 400 })
    await server.close()
  })
})
