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
    expect(queue.loadOf(id)).toEqual({ running: 0, waiting: 0 })
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
