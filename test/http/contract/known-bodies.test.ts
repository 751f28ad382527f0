import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Overrides } from '../../../src/app/app.ts'
import { closeServer } from '../../../src/contract/server.ts'
import type { AgentCallResult } from '../../../src/ports/agent-caller.ts'
import { eventually } from '../../kit/bounds.ts'
import { agentIdentity, install } from '../agents.ts'
import { apiKey, bearer, type Credential } from '../client.ts'
import { startPlatform, type TestOrganization } from '../platform.ts'

const KIBIBYTE = 1024
/**
 * Room for three tasks of ten thousand empty objects. One takes 30 kB as read and 1.28 MB as parsed: three of them fit alongside nine that
 * are only read (4.2 MB), four do not fit (5.2 MB).
 */
const THREE_TASKS_BYTES = 4_900_000

/** Starts a platform with two tenants. The bodies of each tenant may together take this many bytes of memory. */
async function shared(organization_body_bytes: number, overrides: Overrides = {}) {
  const platform = await startPlatform({ organization_body_bytes }, overrides)
  onTestFinished(() => closeServer(platform.server, 0))
  const { port } = platform.server.address() as AddressInfo
  const [hostile, other] = [await platform.organization(), await platform.organization()]
  /** Begins a request with this credential and Content-Length, and sends all bytes but the last. */
  const beginAt = async (path: string, credential: Credential, bytes: number): Promise<Socket> => {
    const [[name, value]] = Object.entries(credential) as [[string, string]]
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(
      `POST /api/v1${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${name}: ${value}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
    )
    socket.write('x'.repeat(bytes - 1))
    onTestFinished(() => void socket.destroy())
    return socket
  }
  const begin = ({ api_key }: TestOrganization, bytes: number) =>
    beginAt('/agents/register', apiKey(api_key), bytes)
  return { platform, hostile, other, begin, beginAt }
}

const responseOn = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  return String(Buffer.concat(chunks))
}

describe('T-09: the bodies of one organization stay within its memory limit', () => {
  it('with any number of connections: excess requests get 429 with Retry-After, and other organizations are served', async () => {
    const { platform, hostile, other, begin } = await shared(256 * KIBIBYTE)
    const responses = (
      await Promise.all(Array.from({ length: 40 }, () => begin(hostile, 20_000)))
    ).map(responseOn)
    const refused = await Promise.race(responses)
    expect(refused).toMatch(/^HTTP\/1\.1 429 /)
    expect(refused).toMatch(/\r\nRetry-After: 2\r\n/)
    expect(refused).toContain('"code":"RATE_LIMITED"')
    await eventually(() => expect(platform.bodies().in_flight).toBeLessThanOrEqual(13))
    expect(platform.bodies().group_held_bytes).toBeLessThanOrEqual(256 * KIBIBYTE)
    expect((await other.api.post('/agents/register', agentIdentity().registration)).status).toBe(
      201,
    )
  })

  it('and release their memory at the end of each request', async () => {
    const { platform, hostile, begin } = await shared(256 * KIBIBYTE)
    const sockets = await Promise.all(Array.from({ length: 40 }, () => begin(hostile, 20_000)))
    for (const socket of sockets) socket.destroy()
    await eventually(() =>
      expect(platform.bodies()).toMatchObject({ group_held_bytes: 0, in_flight: 0 }),
    )
    expect((await hostile.api.post('/agents/register', agentIdentity().registration)).status).toBe(
      201,
    )
    await eventually(() => expect(platform.bodies().group_held_bytes).toBe(0))
  })

  it('including their parsed values: tasks of ten thousand empty objects that are never answered', async () => {
    const waiting: ((called: AgentCallResult) => void)[] = []
    const agentCaller = {
      call: () =>
        new Promise<AgentCallResult>((resolve) => {
          waiting.push(resolve)
        }),
      close: () => undefined,
    }
    const { platform, hostile, other } = await shared(THREE_TASKS_BYTES, { agentCaller })
    for (const org of [hostile, other]) {
      const { lease } = await install(platform, org, undefined, {
        upstream_url: 'https://agent.example/a2a/tasks',
        capabilities: ['wait'],
      })
      await lease()
    }
    const task = ({ workspace_id }: TestOrganization) => ({
      skill: 'wait',
      timeout_ms: 60_000,
      input: { list: Array(10_000).fill({}) },
      context: { workspace_id },
    })
    const refused: unknown[] = []
    const ends = Array.from({ length: 12 }, async () => {
      const end = await hostile.api.post('/a2a/route', task(hostile))
      if (end.status !== 200) refused.push([end.status, end.body.code, end.headers['retry-after']])
      return end
    })
    // All nine must be refused before the three end, because a request that arrives after that would be admitted.
    await eventually(() => expect(refused).toEqual(Array(9).fill([429, 'RATE_LIMITED', '2'])))
    await eventually(() => expect(waiting).toHaveLength(3))
    expect(platform.bodies().group_held_bytes).toBeLessThanOrEqual(THREE_TASKS_BYTES)
    ends.push(other.api.post('/a2a/route', task(other)))
    await eventually(() => expect(waiting).toHaveLength(4))
    for (const end of waiting)
      end({
        answer: { kind: 'failed', code: 'AGENT_TIMEOUT', reached: true },
        execution_time_ms: 1,
      })
    const statuses = (await Promise.all(ends)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(4)
    await eventually(() => expect(platform.bodies().group_held_bytes).toBe(0))
  })

  it('apart from those of its installations: it can revoke an installation that holds bodies', async () => {
    const { platform, hostile: org, beginAt } = await shared(KIBIBYTE)
    const holding = await install(platform, org)
    const { runtime_token } = await install(platform, org)
    await beginAt('/trust/verify', bearer(holding.runtime_token), 20_000)
    await eventually(() =>
      expect(platform.bodies().group_held_bytes).toBeGreaterThanOrEqual(19_999),
    )
    const verify = await platform
      .as(bearer(runtime_token))
      .post('/trust/verify', { svc_id: 'nobody', signature: 'x', context: {} })
    expect(verify).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect((await holding.revoke()).status).toBe(200)
  })

  it('but a single request is admitted, however large its value', async () => {
    const { hostile } = await shared(KIBIBYTE)
    const { registration } = agentIdentity()
    expect(
      (
        await hostile.api.post('/agents/register', {
          ...registration,
          description: 'x'.repeat(2000),
        })
      ).status,
    ).toBe(201)
  })
})
