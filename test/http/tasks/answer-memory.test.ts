import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { closeServer } from '../../../src/contract/server.ts'
import { httpAgentCaller } from '../../../src/ports/agent-caller.ts'
import { eventually } from '../../kit/bounds.ts'
import { install } from '../agents.ts'
import { startPlatform, type TestOrganization } from '../platform.ts'

const MEBIBYTE = 1024 * 1024
const BOUNDS = { owner_bytes: 1.5 * MEBIBYTE, total_bytes: 3 * MEBIBYTE }
/** The size of a stalled answer. Its buffer takes up to twice as much, so between 7 and 15 of them fit in the memory of an organization. */
const STALLED_BYTES = 100_000
const [STALLED, MAX_FITTING] = [24, 15]
/** The result in an answer of almost 1 MiB, which does not fit in the memory that stalled answers leave free. */
const LARGE_RESULT = { text: 'x'.repeat(500_000) }

const sockets = new Set<Socket>()
const hangUp = () => {
  for (const socket of sockets) socket.destroy()
}
afterEach(hangUp)

/** Starts an agent that sends this text as its answer to every task, with a Content-Length that is `missing` bytes too large. */
async function agentSending(text: (task_id: string) => string, missing = 0): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString()
      const task_id = /"task_id":"([^"]+)"/.exec(received)?.[1]
      if (task_id === undefined) return
      received = ''
      const body = text(task_id)
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length + missing}\r\n\r\n${body}`,
      )
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a2a/tasks`
}
const stalling = () => agentSending(() => 'x'.repeat(STALLED_BYTES), 1)
const answering = (result: object) =>
  agentSending((task_id) =>
    JSON.stringify({ task_id, status: 'completed', result, output: result }),
  )
/** Starts a platform whose clock for the age of answers is `clock`. */
async function start() {
  const clock = { ms: 0 }
  const agentCaller = httpAgentCaller(
    { http: true, allow: ['127.0.0.1'] },
    { answers: BOUNDS, now: () => clock.ms },
  )
  const platform = await startPlatform({}, { agentCaller })
  onTestFinished(async () => {
    hangUp()
    agentCaller.close()
    await closeServer(platform.server, 1000)
  })
  const offer = (owner: TestOrganization, skill: string, upstream_url: string) =>
    install(platform, owner, undefined, { capabilities: [skill], upstream_url })
  const route = (owner: TestOrganization, skill: string) =>
    owner.api.post('/a2a/route', {
      skill,
      timeout_ms: 120_000,
      context: { workspace_id: owner.workspace_id },
    })
  return { platform, clock, agentCaller, offer, route }
}

describe('T-09: the answers of agents', () => {
  /**
   * Starts tasks whose agent stalls, and waits until those that do not fit in memory have ended. Returns the error codes of ended tasks.
   */
  async function stall(
    { offer, route }: Awaited<ReturnType<typeof start>>,
    owner: TestOrganization,
  ) {
    const installed = await offer(owner, 'stall', await stalling())
    const codes: unknown[] = []
    const ends = Array.from({ length: STALLED }, async () => {
      const { body } = await route(owner, 'stall')
      codes.push(body.error.code)
    })
    await eventually(() => expect(codes.length).toBeGreaterThanOrEqual(STALLED - MAX_FITTING))
    return { ...installed, codes, ended: Promise.all(ends) }
  }

  it('stay within their memory limit however many tasks of one organization have agents that stall, and other organizations are served', async () => {
    const started = await start()
    const { platform, agentCaller, offer, route } = started
    const [hostile, other] = [await platform.organization(), await platform.organization()]
    await offer(other, 'answer', await answering(LARGE_RESULT))
    const { codes, ended, installation_id, agent } = await stall(started, hostile)
    expect(new Set(codes)).toEqual(new Set(['ANSWER_MEMORY_FULL']))
    expect(agentCaller.heldBytes()).toBeLessThanOrEqual(BOUNDS.owner_bytes)
    const { body: profile } = await hostile.api.get(`/trust/profile/did:svc:${agent.svc_id}`)
    expect(profile.reputation.breakdown).toMatchObject({ failures: 0, own_outcomes: 0 })
    const { body: installation } = await hostile.api.get(`/installations/${installation_id}`)
    expect(installation).toMatchObject({ health: 'online' })
    expect((await route(other, 'answer')).body).toMatchObject({ status: 'completed' })
    hangUp()
    await ended
    expect(new Set(codes)).toEqual(new Set(['ANSWER_MEMORY_FULL', 'AGENT_RESET']))
    expect(agentCaller.heldBytes()).toBe(0)
  })

  it('give way to another one of their organization after they have stalled for a second', async () => {
    const started = await start()
    const { platform, clock, offer, route } = started
    const org = await platform.organization()
    await offer(org, 'answer', await answering(LARGE_RESULT))
    const { codes } = await stall(started, org)
    expect((await route(org, 'answer')).body.error.code).toBe('ANSWER_MEMORY_FULL')
    const before = codes.length
    clock.ms = 1000
    expect((await route(org, 'answer')).body.status).toBe('completed')
    await eventually(() => expect(codes.length).toBeGreaterThan(before))
    expect(new Set(codes)).toEqual(new Set(['ANSWER_MEMORY_FULL']))
  })

  it('give way to one of an organization that occupies less if others fill the memory of the process', async () => {
    const started = await start()
    const { platform, agentCaller, offer, route } = started
    for (const hostile of [await platform.organization(), await platform.organization()])
      await stall(started, hostile)
    expect(agentCaller.heldBytes()).toBeGreaterThan(BOUNDS.total_bytes - MEBIBYTE)
    const honest = await platform.organization()
    await offer(honest, 'answer', await answering(LARGE_RESULT))
    expect((await route(honest, 'answer')).body.status).toBe('completed')
    expect(agentCaller.heldBytes()).toBeLessThanOrEqual(BOUNDS.total_bytes - MEBIBYTE)
  })

  it('stay within their memory limit together with their parsed values, but the only answer of an organization is read, however large its value', async () => {
    const { platform, agentCaller, offer, route } = await start()
    const org = await platform.organization()
    await offer(org, 'stall', await agentSending(() => 'x', 1))
    await offer(org, 'answer', await answering({ list: Array(10_000).fill({}) }))
    expect((await route(org, 'answer')).body.status).toBe('completed')
    void route(org, 'stall')
    await eventually(() => expect(agentCaller.heldBytes()).toBeGreaterThan(0))
    expect((await route(org, 'answer')).body.error.code).toBe('ANSWER_MEMORY_FULL')
  })
})
