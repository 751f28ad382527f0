import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import request from 'supertest'
import { expect, it, vi } from 'vitest'
import { OrganizationQueue } from '../../../src/auth/organization-queue.ts'
import type { Turn } from '../../../src/contract/typed.ts'
import { eventually } from '../../kit/bounds.ts'
import { KEY, organization } from '../../auth/requesters.ts'
import { startPlatform } from '../platform.ts'

const PATHS = ['/docs', '/docs/search?q=agent', '/docs/nowhere', '/readyz', '/log/checkpoint']

it.each(PATHS)(
  'T-09: %s, which is outside of the contract, takes a turn of its address and ends it',
  async (path) => {
    const queue = new OrganizationQueue({ running: 1, waiting: 0 })
    const acquired = vi.spyOn(queue, 'acquire')
    const { server } = await startPlatform({}, { queue })
    for (const _ of [1, 2]) await request(server).get(path).set('X-Forwarded-For', '203.0.113.1')
    expect(acquired).toHaveBeenCalledTimes(2)
    const [{ id }] = acquired.mock.calls[0]!
    await eventually(() => expect(queue.loadOf(id)).toEqual({ running: 0, waiting: 0 }))
  },
)

it.each([...PATHS, '/api/v1/trust/jwks'])(
  'T-09: refuses %s with 429 if too many requests from the address of the client are queued',
  async (path) => {
    const queue = new OrganizationQueue({ running: 0, waiting: 0 })
    const { server } = await startPlatform({}, { queue })
    const response = await request(server).get(path)
    expect(response.status).toBe(429)
    expect(response.body).toMatchObject({ code: 'RATE_LIMITED' })
    expect(response.headers).toHaveProperty('retry-after', '1')
  },
)

/** Requests that are refused before they have a turn of their own. */
const REFUSED: readonly [method: 'get' | 'put', path: string, status: number, key?: string][] = [
  ['get', '/api/v1/registry/network/agents', 401],
  ['get', '/api/v1/registry/network/agents', 401, 'sk_live_unknown'],
  ['get', '/api/v1/nowhere', 404],
  ['put', '/api/v1/registry/network/agents', 405],
  ['get', '/api/v1/%', 400],
]

it.each(REFUSED)(
  'T-09: the request %s %s, which is refused with %i, takes a turn of the address, and the connection stays open',
  async (method, path, status, key = '') => {
    const queue = new OrganizationQueue({ running: 1, waiting: 0 })
    const acquired = vi.spyOn(queue, 'acquire')
    const { server } = await startPlatform({}, { queue })
    const refused = await request(server)
      [method](path)
      .set({ 'X-API-Key': key, Connection: 'keep-alive' })
    expect([refused.status, refused.headers['connection']]).toEqual([status, 'keep-alive'])
    expect(acquired.mock.calls.map(([tenant]) => tenant.isOrganization)).toEqual([false])
    const [{ id }] = acquired.mock.calls[0]!
    await eventually(() => expect(queue.loadOf(id)).toEqual({ running: 0, waiting: 0 }))
  },
)

it.each([...REFUSED, ['get', '/readyz', 429] as const])(
  'T-09: closes the connection after %s %s is refused with %i if too many requests from the address are queued',
  async (method, path, status, key = '') => {
    const queue = new OrganizationQueue({ running: 0, waiting: 0 })
    const { server } = await startPlatform({}, { queue })
    const refused = await request(server)
      [method](path)
      .set({ 'X-API-Key': key, Connection: 'keep-alive' })
    expect([refused.status, refused.headers['connection']]).toEqual([status, 'close'])
  },
)

it('T-09: a request for which the queue of its organization is full takes a turn of its address', async () => {
  const queue = new OrganizationQueue({ running: 1, waiting: 0 })
  const platform = await startPlatform({}, { queue })
  const { api, organization_id } = await platform.organization()
  const acquired = vi.spyOn(queue, 'acquire')
  const running = queue.acquire(organization(organization_id), KEY) as Turn
  acquired.mockClear()
  expect((await api.get('/registry/network/agents')).status).toBe(429)
  expect(acquired.mock.calls.map(([tenant]) => tenant.isOrganization)).toEqual([true, false])
  running.end()
})

it('a request outside of the contract occupies a slot of its address until it gets its response', async () => {
  const queue = new OrganizationQueue({ running: 1, waiting: 8 })
  const acquired = vi.spyOn(queue, 'acquire')
  const probe = Promise.withResolvers<undefined>()
  const platform = await startPlatform({}, { queue })
  const find = vi.spyOn(platform.store, 'findChainHead').mockImplementation(() => probe.promise)
  const responses = Array.from({ length: 10 }, () => request(platform.server).get('/readyz').then())
  await eventually(() => expect(acquired).toHaveBeenCalledTimes(10))
  const [{ id }] = acquired.mock.calls[0]!
  expect(queue.loadOf(id)).toEqual({ running: 8, waiting: 2 })
  probe.resolve(undefined)
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(find.mock.calls.length).toBeLessThanOrEqual(3)
})

it('ends the turn of a request when the server closes the connection because of malformed HTTP, even if the client keeps its side open', async () => {
  const queue = new OrganizationQueue({ running: 1, waiting: 8 })
  const acquired = vi.spyOn(queue, 'acquire')
  const { server } = await startPlatform({}, { queue })
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined).resume()
  const closed = once(socket, 'close')
  socket.write('GET /docs HTTP/1.1\r\nHost: a\r\n\r\n\x01garbage')
  await eventually(() => expect(acquired).toHaveBeenCalledTimes(1))
  const [{ id }] = acquired.mock.calls[0]!
  await eventually(() => expect(queue.loadOf(id)).toEqual({ running: 0, waiting: 0 }))
  socket.end()
  await closed
})

it('does not execute a queued request whose client has closed its connection', async () => {
  const queue = new OrganizationQueue({ running: 1, waiting: 4 })
  const platform = await startPlatform({}, { queue })
  const { api, api_key, organization_id: org_id } = await platform.organization()
  const { port } = platform.server.address() as AddressInfo
  const running = queue.acquire(organization(org_id), KEY) as Turn
  const send = async (name: string) => {
    const body = JSON.stringify({ name })
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(
      `POST /api/v1/orgs/${org_id}/workspaces HTTP/1.1\r\nHost: a\r\nX-API-Key: ${api_key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    return socket
  }
  const waiting = () => queue.loadOf(org_id).waiting
  const aborted = await send('Aborted')
  await eventually(() => expect(waiting()).toBe(1))
  const connected = await send('Connected')
  await eventually(() => expect(waiting()).toBe(2))
  aborted.destroy()
  const connections = () =>
    new Promise<number>((resolve) => platform.server.getConnections((_, count) => resolve(count)))
  await eventually(async () => expect(await connections()).toBe(1))
  running.end()
  const [response] = (await once(connected, 'data')) as [Buffer]
  expect(String(response)).toMatch(/^HTTP\/1\.1 201 /)
  connected.destroy()
  const { text } = await api.get(`/orgs/${org_id}/workspaces`)
  expect(text).toContain('Connected')
  expect(text).not.toContain('Aborted')
})
