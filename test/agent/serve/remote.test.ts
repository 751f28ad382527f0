import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { post } from '../../../src/agent/calls/post.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
const postTo = (url: string, more: object = {}) =>
  post(globalThis.fetch, { url, headers: { 'X-One': '1' }, body: 'task', ...more })
const respondWith = (body: Uint8Array | null) =>
  post(async () => new Response(body as ConstructorParameters<typeof Response>[0]), {
    url: 'http://agent.test/',
    headers: {},
    body: '',
  })

describe('a request to another agent', () => {
  it('sends its headers and body, and returns the response', async () => {
    const received: unknown[] = []
    const url = await startServer(async (request, response) => {
      received.push([
        request.method,
        request.headers['x-one'],
        Buffer.concat((await request.toArray()) as Buffer[]).toString(),
      ])
      response.writeHead(418, { 'X-Two': '2' }).end('tea')
    })
    const result = await postTo(url)
    expect(
      'message' in result
        ? result
        : [
            result.status,
            result.headers.get('x-two'),
            Buffer.from(result.bytes).toString(),
            received,
          ],
    ).toEqual([418, '2', 'tea', [['POST', '1', 'task']]])
  })

  it('follows no redirect', async () => {
    let requests = 0
    const other = await startServer((_, response) => {
      requests += 1
      response.end()
    })
    expect(
      await postTo(
        await startServer((_, response) => {
          response.writeHead(307, { Location: other }).end()
        }),
      ),
    ).toMatchObject({ code: 'unreachable' })
    expect(requests).toBe(0)
  })

  it('ends at its deadline with a message', async () => {
    expect(await postTo(await startServer(() => undefined), { timeout_ms: 20 })).toEqual({
      code: 'unreachable',
      message: 'The agent did not respond within 20 milliseconds.',
    })
  })

  it('reports why it was refused, or that it was canceled', async () => {
    const closed = await startServer(() => undefined)
    await new Promise((done) => servers.at(-1)!.close(done))
    expect(await postTo(closed)).toEqual({
      code: 'unreachable',
      message: 'The agent could not be reached: ECONNREFUSED.',
    })
    expect(
      await postTo(await startServer(() => undefined), { signal: AbortSignal.abort() }),
    ).toEqual({
      code: 'unreachable',
      message: 'The call was canceled before the agent answered.',
    })
    expect(
      await post(
        () =>
          Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: new Error('odd') })),
        { url: 'http://agent.test/', headers: {}, body: '' },
      ),
    ).toEqual({ code: 'unreachable', message: 'The agent could not be reached: odd.' })
  })

  it('accepts an answer of 16 MiB, but not a longer one', async () => {
    expect(await respondWith(new Uint8Array(16_777_216))).toMatchObject({
      status: 200,
      bytes: { length: 16_777_216 },
    })
    expect(await respondWith(new Uint8Array(16_777_217))).toEqual({
      code: 'bad_answer',
      message: 'The answer is longer than 16777216 bytes, or arrived in too many chunks.',
    })
    expect(await respondWith(null)).toMatchObject({ status: 200, bytes: { length: 0 } })
  })
})
