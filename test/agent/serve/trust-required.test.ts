import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import { writeStatement } from '../../../src/domain/signatures/signature.ts'
import { agentIdentity } from '../../http/agents.ts'
import { ISSUER } from '../../http/platform.ts'
import { formOf, startAgent, type TestResponse, type TestAgent } from './agents.ts'
import { uniqueId, task } from './statements.ts'
import {
  owner,
  caller,
  desk,
  identity,
  served,
  DECLARED,
  SKILLS,
  started,
  at,
  signed,
  routed,
  rpcBody,
  expectRefused,
  startReceiver,
} from './trust-receiver.ts'

startReceiver()

describe('unsigned requests', () => {
  it('are executed without a caller, whatever their headers claim', async () => {
    const body = task('see')
    expect(
      (
        await desk.task(body, {
          'X-Svc-Agent-ID': caller.svc_id,
          'X-Svc-Audience-Installation': identity.installation_id,
        })
      ).body.result,
    ).toEqual({})
  })

  it('get an unsigned answer', async () => {
    const answer = await desk.task(task())
    expect(answer.headers).not.toHaveProperty('x-svc-signature')
    expect(answer.headers).not.toHaveProperty('x-svc-timestamp')
  })
})

describe('an agent that requires signatures', () => {
  let strict: TestAgent
  beforeAll(async () => {
    strict = await started({ require_signed: true })
  })
  afterAll(() => strict.agent.close())
  const openSession = async () => {
    const { status, body } = await strict.post('/svc/auth', { client_id: 'b' })
    expect(status).toBe(200)
    return { Authorization: `Bearer ${body.session_token as string}`, 'X-Svc-Client-ID': 'b' }
  }
  const message = () => JSON.stringify({ message: uniqueId('hello') })

  it('T-05: refuses unsigned tasks, JSON-RPC calls, calls of MCP tools and chat messages, even with a session or a vouching statement', async () => {
    const before = served.length
    const sessionHeaders = await openSession()
    const vouch = (body: string) =>
      writeStatement<'vouch'>({
        claims: {
          issuer: ISSUER,
          svc_id: caller.svc_id,
          issued_to: { organization_id: owner.organization_id },
          request_body_hash: sha256Hex(body),
          issued_at: at(0),
          expires_at: at(60_000),
        },
        signature: Buffer.alloc(64, 1).toString('base64'),
      })
    const toolCall = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'echo', arguments: { text: 'x' } },
    }
    const tries: (() => Promise<TestResponse>)[] = [{}, sessionHeaders].flatMap((more) => [
      () => strict.task(task(), more),
      () => strict.rpc(rpcBody(), more),
      () => strict.post('/mcp', toolCall, more),
      () => strict.task(task(), { ...more, 'X-Svc-Agent-ID': caller.svc_id }),
      () => {
        const body = task()
        return strict.task(body, { ...more, 'X-Svc-Vouch': vouch(body) })
      },
    ])
    for (const attempt of [...tries, () => strict.post('/chat', message(), sessionHeaders)])
      expect((await attempt()).status).toBe(401)
    expect(served).toHaveLength(before)
    expect(await strict.post('/chat', message(), sessionHeaders)).toMatchObject({
      status: 401,
      body: { code: 'SIGNATURE_REQUIRED' },
      headers: { 'www-authenticate': 'SvcTrust realm="agent"' },
    })
  })

  it('opens sessions, and accepts a message that is signed for the skill chat', async () => {
    const sessionHeaders = await openSession()
    const body = message()
    const headers = signed(body, { context: { skill: 'chat' } })
    expect((await strict.post('/chat', body, { ...sessionHeaders, ...headers })).status).toBe(200)
    expect(await strict.post('/chat', body, { ...sessionHeaders, ...headers })).toMatchObject({
      status: 401,
      body: { code: 'SIGNATURE_INVALID', message: expect.stringContaining('used before') },
    })
    const other = message()
    expect(
      (
        await strict.post('/chat', other, {
          ...sessionHeaders,
          ...signed(other, { context: { skill: 'echo' } }),
        })
      ).status,
    ).toBe(401)
    expect(
      (await strict.post('/chat', other, { ...sessionHeaders, ...routed(other) })).status,
    ).toBe(401)
  })

  it('accepts tasks that an agent or the platform signed', async () => {
    const [one, two] = [task(), task()]
    expect(formOf(await strict.task(one, signed(one)))).toBe('completed')
    expect(formOf(await strict.task(two, routed(two)))).toBe('completed')
  })

  it('does not read the body of unsigned requests', async () => {
    let reads = 0
    const { status } = await strict.agent.dispatcher.handle({
      method: 'POST',
      target: '/a2a/tasks',
      ip: '127.0.0.1',
      headers: { 'content-type': 'application/json' },
      readBody: async () => {
        reads += 1
        return Buffer.from(task())
      },
    })
    expect([status, reads]).toEqual([401, 0])
  })
})

it('a wrong signature on a message is refused even if signatures are optional', async () => {
  const {
    body: { session_token },
  } = await desk.post('/svc/auth', { client_id: 'b' })
  const sessionHeaders = {
    Authorization: `Bearer ${session_token as string}`,
    'X-Svc-Client-ID': 'b',
  }
  const body = JSON.stringify({ message: 'x' })
  expect((await desk.post('/chat', body, sessionHeaders)).status).toBe(200)
  expect(
    await desk.post('/chat', body, {
      ...sessionHeaders,
      ...signed(body, { context: { skill: 'echo' } }),
    }),
  ).toMatchObject({ status: 401, body: { code: 'SIGNATURE_INVALID' } })
})

describe('an agent without a platform', () => {
  it('verifies no signature, not even its own', async () => {
    const self = agentIdentity(7)
    const alone = await startAgent(DECLARED, SKILLS, {
      identity: { svc_id: self.svc_id, seed: new Uint8Array(32).fill(7, 0, 31) },
    })
    const body = task()
    await expectRefused(body, signed(body, { by: self }), 503, alone)
    await expectRefused(body, signed(body), 503, alone)
    await expectRefused(body, routed(body), 503, alone)
    await alone.agent.close()
  })
})
