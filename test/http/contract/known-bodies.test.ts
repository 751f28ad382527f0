import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Overrides } from '../../../src/app/app.ts'
import { AUTHENTICATED_BOUNDS } from '../../../src/contract/body-budget.ts'
import { closeServer } from '../../../src/contract/server.ts'
import type { AgentCallResult } from '../../../src/ports/agent-caller.ts'
import { eventually } from '../../kit/bounds.ts'
import { agentIdentity, install } from '../agents.ts'
import { apiKey, bearer, type Credential } from '../client.ts'
import { startPlatform, type TestOrganization } from '../platform.ts'

const KIBIBYTE = 1024
/**
 * Room for three tasks of ten thousand empty objects in the half that one key may occupy. One takes 30 kB as read and 1.28 MB as parsed:
 * three of them fit alongside nine that are only read (4.2 MB), four do not fit (5.2 MB).
 */
const THREE_TASKS_BYTES = 2 * 4_900_000

/** Starts a platform with two tenants. The bodies of each tenant may together take this many bytes of memory. */
async function shared(group_bytes: number, overrides: Overrides = {}) {
  const platform = await startPlatform(
    { authenticated_bodies: { ...AUTHENTICATED_BOUNDS, group_bytes } },
    overrides,
  )
  onTestFinished(() => closeServer(platform.server, 0))
  const { port } = platform.server.address() as AddressInfo
  const [hostile, other] = [await platform.organization(), await platform.organization()]
  /** Begins a request with this credential and Content-Length, and sends all bytes but the last, or as many as stated. */
  const beginAt = async (
    path: string,
    credential: Credential,
    bytes: number,
    sent = bytes - 1,
  ): Promise<Socket> => {
    const [[name, value]] = Object.entries(credential) as [[string, string]]
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(
      `POST /api/v1${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${name}: ${value}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
    )
    socket.write('x'.repeat(sent))
    onTestFinished(() => void socket.destroy())
    return socket
  }
  const begin = ({ api_key }: TestOrganization, bytes: number) =>
    beginAt('/agents/register', apiKey(api_key), bytes)
  return { platform, hostile, other, begin, beginAt }
}

/** A verification of an unknown agent, whose body is larger than what a credential may always send. */
const LARGE_VERIFICATION = {
  svc_id: 'nobody',
  signature: 'x',
  context: {},
  ignored: 'x'.repeat(70 * KIBIBYTE),
}

const responseOn = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  return String(Buffer.concat(chunks))
}

describe('T-09: the bodies of one organization', () => {
  it('stay within its memory limit on any number of connections: excess requests get 429 with Retry-After, and other organizations are served', async () => {
    const { platform, hostile, other, begin } = await shared(256 * KIBIBYTE)
    const responses = (
      await Promise.all(Array.from({ length: 40 }, () => begin(hostile, 20_000)))
    ).map(responseOn)
    const refused = await Promise.race(responses)
    expect(refused).toMatch(/^HTTP\/1\.1 429 /)
    expect(refused).toMatch(/\r\nRetry-After: 2\r\n/)
    expect(refused).toContain('"code":"RATE_LIMITED"')
    await eventually(() => expect(platform.bodies().in_flight).toBeLessThanOrEqual(6))
    expect(platform.bodies().group_held_bytes).toBeLessThanOrEqual(128 * KIBIBYTE)
    expect((await other.api.post('/agents/register', agentIdentity().registration)).status).toBe(
      201,
    )
  })

  it('release their memory at the end of each request', async () => {
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

  it('stay within its memory limit together with their parsed values, while tasks of ten thousand empty objects wait for answers', async () => {
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

  it('have a limit of their own if installations send them, so the organization can still revoke an installation that holds bodies', async () => {
    const { platform, hostile: org, beginAt } = await shared(KIBIBYTE)
    const holding = await install(platform, org)
    const { runtime_token } = await install(platform, org)
    await beginAt('/trust/verify', bearer(holding.runtime_token), 20_000)
    await eventually(() =>
      expect(platform.bodies().group_held_bytes).toBeGreaterThanOrEqual(19_999),
    )
    const verify = (credential: Credential) =>
      platform.as(credential).post('/trust/verify', LARGE_VERIFICATION)
    expect(await verify(bearer(runtime_token))).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
    })
    expect((await verify(apiKey(org.api_key))).status).toBe(404)
    expect((await holding.revoke()).status).toBe(200)
  })

  it('are admitted if there is only one, however large its value', async () => {
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

describe('the bodies of one credential', () => {
  const MEBIBYTE = 1024 * KIBIBYTE
  const HELD_BODIES = 66
  /**
   * Starts a platform with a key for one workspace that may only read agents. `holdAll` makes a credential hold as many bodies as it can.
   */
  async function withRestrictedKey(group_bytes: number) {
    const started = await shared(group_bytes)
    const { platform, hostile: org, beginAt } = started
    const { organization_id, workspace_id, email } = org
    const restricted = apiKey(
      await platform.apiKey(organization_id, { workspace_id, scopes: ['agents:read'] }),
    )
    const holdAll = (credential: Credential) =>
      Promise.all(
        Array.from({ length: HELD_BODIES }, () => beginAt('/trust/verify', credential, 20_000)),
      ).then((sockets) => sockets.map(responseOn))
    const owner = platform.as(bearer(await platform.session(email)))
    return { ...started, org, owner, restricted, holdAll }
  }

  it('leave as much memory free as they occupy, so the owner can still revoke, create keys and send large bodies', async () => {
    const { platform, org, owner, restricted, holdAll } = await withRestrictedKey(MEBIBYTE)
    const { organization_id, workspace_id } = org
    const installed = await install(platform, org)
    expect(await Promise.race(await holdAll(restricted))).toMatch(/^HTTP\/1\.1 429 /)
    const { group_held_bytes } = platform.bodies()
    expect(group_held_bytes).toBeGreaterThan(MEBIBYTE / 4)
    expect(group_held_bytes).toBeLessThanOrEqual(MEBIBYTE / 2)
    const { installation_id } = installed
    const statuses = await Promise.all([
      owner.post(`/installations/${installation_id}/revoke`, {}),
      owner.post(`/orgs/${organization_id}/api-keys`, { name: 'New' }),
      owner.post(`/workspaces/${workspace_id}/policy/evaluate`, { action: { tool: 'x' } }),
      platform.as(apiKey(org.api_key)).post('/trust/verify', LARGE_VERIFICATION),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([200, 201, 200, 404])
  })

  it('leave half of the memory free together with those of other sessions of the same person', async () => {
    const { platform, org, holdAll } = await withRestrictedKey(MEBIBYTE)
    const email = 'viewer@example.com'
    await platform.member(org.organization_id, email, 'viewer')
    const sessions = [await platform.session(email), await platform.session(email)]
    let refused = 0
    for (const session of sessions)
      for (const response of await holdAll(bearer(session)))
        void response.then(() => {
          refused += 1
        })
    await eventually(() => {
      const { in_flight, read_bytes } = platform.bodies()
      expect(refused + in_flight).toBe(2 * HELD_BODIES)
      expect(read_bytes).toBeGreaterThanOrEqual(in_flight * 19_999)
    })
    expect(platform.bodies().group_held_bytes).toBeLessThanOrEqual(MEBIBYTE / 2)
  })

  it('are admitted, whatever other credentials hold, if there is only one and it occupies at most 64 KiB', async () => {
    const { platform, org, owner, beginAt } = await withRestrictedKey(20_000)
    for (const _ of [1, 2, 3]) {
      const key = await platform.apiKey(org.organization_id, { scopes: ['agents:read'] })
      await beginAt('/trust/verify', apiKey(key), 20_000)
    }
    await eventually(() => expect(platform.bodies().group_held_bytes).toBeGreaterThan(40_000))
    const path = `/orgs/${org.organization_id}/api-keys`
    expect((await owner.post(path, { name: 'New' })).status).toBe(201)
    const large = await platform.as(apiKey(org.api_key)).post('/trust/verify', LARGE_VERIFICATION)
    expect(large).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  })
})

describe('an incomplete body of an authenticated client', () => {
  const pass10Seconds = () => vi.advanceTimersByTime(AUTHENTICATED_BOUNDS.window_ms)
  const arrived = (
    { bodies }: Awaited<ReturnType<typeof shared>>['platform'],
    bytes: number,
  ): Promise<void> => eventually(() => expect(bodies().read_bytes).toBe(bytes))

  it('gets 408 when less than 10 KiB of it arrive in 10 seconds, and releases its memory', async () => {
    const { platform, hostile, begin } = await shared(AUTHENTICATED_BOUNDS.group_bytes)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const socket = await begin(hostile, 20_000)
    const response = responseOn(socket)
    await arrived(platform, 19_999)
    pass10Seconds()
    expect(platform.bodies().in_flight).toBe(1)
    pass10Seconds()
    // Node ends the request as well, but only after two minutes.
    await eventually(() =>
      expect(platform.bodies()).toMatchObject({ group_held_bytes: 0, in_flight: 0, parsed: 0 }),
    )
    const text = await response
    expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n(.*\r\n)*Connection: close\r\n/)
    expect(text).toContain('"code":"REQUEST_TIMEOUT"')
  })

  it('is read for as long as 10 KiB of it arrive every 10 seconds', async () => {
    const { platform, hostile, beginAt } = await shared(AUTHENTICATED_BOUNDS.group_bytes)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const body = JSON.stringify({ ...LARGE_VERIFICATION, svc_id: 'slow' })
    const socket = await beginAt('/trust/verify', apiKey(hostile.api_key), body.length, 0)
    const response = responseOn(socket)
    for (let sent = 0; sent < body.length; sent += 10 * KIBIBYTE) {
      socket.write(body.slice(sent, sent + 10 * KIBIBYTE))
      await arrived(platform, Math.min(body.length, sent + 10 * KIBIBYTE))
      pass10Seconds()
    }
    expect(await response).toMatch(/^HTTP\/1\.1 404 /)
  })
})
