import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { standalone, type PlatformLink, type TrustProfile, type TrustVerdict } from '../../../src/agent/index.ts'
import type { PublicJwk } from '../../../src/domain/crypto/ed25519.ts'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import { DEFAULT_POLICY } from '../../../src/domain/policy.ts'
import { type TrustContext } from '../../../src/domain/trust.ts'
import { signedText } from '../../../src/domain/signatures/signature.ts'
import { agentIdentity, install, register, type Installed, type TestAgent as Identity } from '../../http/agents.ts'
import { bearer } from '../../http/client.ts'
import { START, startPlatform, type TestOrganization, type TestPlatform } from '../../http/platform.ts'
import { formOf, manifestOf, startAgent, TEXT, type TestAgent } from './agents.ts'

let platform: TestPlatform
let owner: TestOrganization
let installed: Installed
let caller: Identity
let stranger: Identity
let desk: TestAgent
const served: string[] = []

/** The platform as an agent asks it, with its runtime token, recording what was asked. */
function linkTo({ runtime_token, agent }: Installed) {
  const asked: string[] = []
  const state = { down: false }
  const api = () => platform.as(bearer(runtime_token))
  async function ask<T>(path: string, request: () => ReturnType<ReturnType<typeof api>['get']>): Promise<T | undefined> {
    asked.push(path)
    if (state.down) throw new Error('unreachable')
    const { status, body, text } = await request()
    if (status === 200) return body as T
    if (status === 403 || status === 404) return undefined
    throw new Error(`${path} answered ${status}: ${text}`)
  }
  const link: PlatformLink = {
    ...standalone('https://agents.example.com/api/v1'),
    verifyTrust: (request) => ask<TrustVerdict>('/trust/verify', () => api().post('/trust/verify', request)),
    profile: (did) => ask<TrustProfile>('/trust/profile', () => api().get(`/trust/profile/${encodeURIComponent(did)}`)),
    jwks: async () => (await ask<{ keys: PublicJwk[] }>('/trust/jwks', () => platform.as({}).get('/trust/jwks')))?.keys ?? [],
    standing: () => ({ reputation: 50, verification_status: 'verified', mode: 'running' }),
  }
  return { link, asked, state, svc_id: agent.svc_id }
}
let link: ReturnType<typeof linkTo>

beforeAll(async () => {
  platform = await startPlatform()
  owner = await platform.organization()
  installed = await install(platform, owner)
  const others = await platform.organization()
  caller = await register(others)
  stranger = agentIdentity()
  link = linkTo(installed)
  const skills = manifestOf({ echo: { input: TEXT }, see: {}, secret: {} })
  desk = await startAgent(skills, {
    echo: ({ text }) => { served.push(text); return { text } },
    see: ({ context }) => ({ caller: context.caller, workspace_id: context.workspace_id }),
    secret: () => ({ told: true }),
  }, { platform: link.link, identity: { svc_id: installed.agent.svc_id, seed: new Uint8Array(32).fill(9) } })
})
afterAll(() => desk.agent.close({ grace_ms: 0 }))

let nonces = 0
interface Signing {
  readonly by?: Identity
  readonly context?: Partial<TrustContext>
  readonly headers?: Record<string, string | undefined>
  readonly sign?: (message: Uint8Array) => string
}
const task = (skill = 'echo', message = 'hello', context: object = {}) => JSON.stringify({ task_id: `t-${(nonces += 1)}`, input: { skill, message }, context })

/** The headers of a request that an agent signed; each of them can be another, after signing. */
function signed(body: string, { by = caller, context: more = {}, headers = {} }: Signing = {}): Record<string, string | undefined> {
  const skill = (JSON.parse(body) as { input?: { skill?: string } }).input?.skill
  const context = { timestamp: new Date(START).toISOString(), nonce: `n-${(nonces += 1)}`, request_body_hash: sha256Hex(body), skill, ...more }
  const { signature } = by.trust(JSON.parse(JSON.stringify(context)) as object)
  return {
    'X-Svc-Agent-ID': by.svc_id, 'X-Svc-Timestamp': context.timestamp, 'X-Svc-Nonce': context.nonce, 'X-Svc-Body-Hash': context.request_body_hash,
    'X-Svc-Workspace-ID': context.workspace_id, 'X-Svc-Signature': signature, ...headers,
  }
}

/** The claims of a text that is signed. */
const trustClaimsOf = (message: Uint8Array) => JSON.parse(Buffer.from(message).toString().split('\n')[1]!) as { svc_id: string; context: object }

/** The same by the platform, for the agent with that id. */
function forwarded(body: string, { svc_id = installed.agent.svc_id, context: more = {}, headers = {}, sign = (message) => platform.services.signer.sign('trust', trustClaimsOf(message)) }: Signing & { svc_id?: string } = {}) {
  const skill = (JSON.parse(body) as { input?: { skill?: string } }).input?.skill
  const context = { timestamp: new Date(START).toISOString(), nonce: `p-${(nonces += 1)}`, request_body_hash: sha256Hex(body), skill, workspace_id: owner.workspace_id, ...more }
  const signature = sign(signedText('trust', { svc_id, context: JSON.parse(JSON.stringify(context)) as object }))
  return {
    'X-Svc-Agent-ID': svc_id, 'X-Svc-Timestamp': context.timestamp, 'X-Svc-Nonce': context.nonce, 'X-Svc-Body-Hash': context.request_body_hash,
    'X-Svc-Workspace-ID': context.workspace_id, 'X-Svc-Signed-By': 'platform', 'X-Svc-Signature': signature, ...headers,
  }
}

async function refused(body: string, headers: Record<string, string | undefined>, status: 401 | 403 | 503): Promise<string> {
  const before = served.length
  const answer = await desk.task(body, headers)
  expect(formOf(answer)).toBe('failed')
  expect(answer).toMatchObject({ status, body: { error: { code: { 401: 'unauthorized', 403: 'forbidden', 503: 'unavailable' }[status] } } })
  expect(served).toHaveLength(before)
  if (status === 401) expect(answer.headers['www-authenticate']).toBe('SvcTrust realm="agent"')
  return answer.body.error.message as string
}

describe('a task that an agent signed', () => {
  it('is executed once the platform found signature, standing and policy good', async () => {
    const before = link.asked.length
    const body = task('see')
    const answer = await desk.task(body, signed(body))
    expect(answer).toMatchObject({ status: 200, body: { result: { caller: { kind: 'agent', svc_id: caller.svc_id, verification_status: 'verified', reputation: 50 } } } })
    expect(link.asked.slice(before)).toEqual(['/trust/verify'])
  })

  it('may name the workspace that judges it', async () => {
    const body = task('see')
    expect((await desk.task(body, signed(body, { context: { workspace_id: owner.workspace_id } }))).body.result).toMatchObject({ workspace_id: owner.workspace_id })
  })

  it.each(['base64', 'base64url', 'hex'] as const)('may spell its hash and signature in %s', async (encoding) => {
    const body = task()
    const hash = Buffer.from(sha256Hex(body), 'hex').toString(encoding)
    const headers = signed(body, { context: { request_body_hash: hash } })
    expect(formOf(await desk.task(body, { ...headers, 'X-Svc-Signature': Buffer.from(headers['X-Svc-Signature']!, 'base64').toString(encoding) }))).toBe('completed')
  })

  it('is signed over JSON-RPC in the same way', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tasks/send', params: { skill: 'echo', message: { parts: [{ type: 'text', text: 'rpc' }] } } })
    const headers = signed(body, { context: { skill: 'echo' } })
    expect(await desk.rpc(body, headers)).toMatchObject({ status: 200, body: { result: { status: { state: 'completed' } } } })
    expect(await desk.rpc(body, headers)).toMatchObject({ status: 401, body: { id: 1, error: { code: -32600, data: { code: 'unauthorized' } } } })
  })

  const wrong: readonly [name: string, why: RegExp, make: (body: string) => Record<string, string | undefined>, body?: () => string][] = [
    ['another agent\'s signature', /does not fit/, (body) => signed(body, { headers: { 'X-Svc-Signature': signed(body, { by: stranger })['X-Svc-Signature'] } })],
    ['a signature of other bytes', /does not fit/, (body) => signed(body, { headers: { 'X-Svc-Signature': Buffer.alloc(64, 7).toString('base64') } })],
    ['a signature that is none', /not 64 bytes/, (body) => signed(body, { headers: { 'X-Svc-Signature': 'nonsense' } })],
    ['another body', /not the one whose hash/, () => signed(task('echo', 'other'))],
    ['another body under the old hash', /does not fit/, (body) => signed(task('echo', 'other'), { headers: { 'X-Svc-Body-Hash': sha256Hex(body) } })],
    ['a hash that is none', /not the one whose hash/, (body) => signed(body, { headers: { 'X-Svc-Body-Hash': 'nonsense' } })],
    ['another skill than it names', /does not fit/, (body) => signed(body, { context: { skill: 'see' } })],
    ['no skill', /name its skill/, (body) => signed(body), () => JSON.stringify({ input: { message: 'x' } })],
    ['no timestamp', /needs X-Svc-Agent-ID/, (body) => signed(body, { headers: { 'X-Svc-Timestamp': undefined } })],
    ['no nonce', /needs X-Svc-Agent-ID/, (body) => signed(body, { headers: { 'X-Svc-Nonce': undefined } })],
    ['no body hash', /needs X-Svc-Agent-ID/, (body) => signed(body, { headers: { 'X-Svc-Body-Hash': undefined } })],
    ['no agent', /needs X-Svc-Agent-ID/, (body) => signed(body, { headers: { 'X-Svc-Agent-ID': undefined } })],
    ['a timestamp of six minutes ago', /more than 300 seconds old/, (body) => signed(body, { context: { timestamp: new Date(START - 360_000).toISOString() } })],
    ['a timestamp of tomorrow', /seconds ahead/, (body) => signed(body, { context: { timestamp: new Date(START + 86_400_000).toISOString() } })],
    ['another nonce than it signed', /does not fit/, (body) => signed(body, { headers: { 'X-Svc-Nonce': 'other' } })],
    ['a workspace it did not sign', /does not fit/, (body) => signed(body, { headers: { 'X-Svc-Workspace-ID': owner.workspace_id } })],
    ['another workspace in its body', /names another workspace/, (body) => signed(body, { context: { workspace_id: owner.workspace_id } }), () => task('echo', 'x', { workspace_id: 'ws_other' })],
    ['a workspace that is not this agent\'s', /does not know/, (body) => signed(body, { context: { workspace_id: 'ws_other' } })],
    ['an agent that nobody knows', /does not know/, (body) => signed(body, { by: stranger })],
  ]
  it.each(wrong)('with %s is 401 and is not executed', async (_name, why, make, body = task) => {
    const text = body()
    expect(await refused(text, make(text), 401)).toMatch(why)
  })

  it('is executed once, however often it comes', async () => {
    const body = task()
    const headers = signed(body)
    const answers = await Promise.all([desk.task(body, headers), desk.task(body, headers), desk.task(body, headers)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    expect(await refused(body, headers, 401)).toMatch(/used before/)
  })

  it('is 403 when the policy of the workspace does not let the caller in, or the skill be used', async () => {
    const set = (a2a: object) => platform.store.setPolicy(platform.act(), { workspace_id: owner.workspace_id, content: { ...DEFAULT_POLICY, a2a: { ...DEFAULT_POLICY.a2a, ...a2a } }, signer: platform.services.signer })
    await set({ allowed_callers: [stranger.svc_id] })
    const body = task()
    expect(await refused(body, signed(body), 403)).toMatch(/a2a\.allowed_callers/)
    await set({ allowed_skills: ['echo'] })
    const other = task('secret')
    expect(await refused(other, signed(other), 403)).toMatch(/a2a\.allowed_skills/)
    expect(formOf(await desk.task(body, signed(body)))).toBe('completed')
    await set({})
  })

  it('is 403 when the caller was suspended, and 401 when its signature is wrong besides', async () => {
    await platform.store.setSuspended(platform.act(), { svc_id: caller.svc_id, suspended: true, reason: 'test' })
    const body = task()
    expect(await refused(body, signed(body), 403)).toMatch(/suspended/)
    await refused(body, signed(body, { headers: { 'X-Svc-Signature': 'nonsense' } }), 401)
    await platform.store.setSuspended(platform.act(), { svc_id: caller.svc_id, suspended: false, reason: 'test' })
  })

  it('is 503 while the platform cannot be asked, and nothing is executed', async () => {
    link.state.down = true
    const body = task()
    const headers = signed(body)
    expect(await refused(body, headers, 503)).toMatch(/cannot be verified/)
    link.state.down = false
    expect(formOf(await desk.task(body, headers))).toBe('completed')
  })
})

describe('a task that the platform forwards', () => {
  it('is executed when the signature fits a published key; the keys are fetched once', async () => {
    const before = link.asked.length
    for (let n = 0; n < 3; n += 1) {
      const body = task('see', 'x', { workspace_id: owner.workspace_id })
      expect((await desk.task(body, forwarded(body))).body.result).toEqual({ caller: { kind: 'platform' }, workspace_id: owner.workspace_id })
    }
    expect(link.asked.slice(before)).toEqual(['/trust/jwks'])
  })

  it('is executed once', async () => {
    const body = task()
    const headers = forwarded(body)
    const answers = await Promise.all([desk.task(body, headers), desk.task(body, headers)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  const wrong: readonly [name: string, why: RegExp, make: (body: string) => Record<string, string | undefined>][] = [
    ['for another agent', /another agent/, (body) => forwarded(body, { svc_id: caller.svc_id })],
    ['and was sent on to this one', /does not fit the keys/, (body) => forwarded(body, { svc_id: caller.svc_id, headers: { 'X-Svc-Agent-ID': installed.agent.svc_id } })],
    ['and somebody else signed', /does not fit the keys/, (body) => forwarded(body, { sign: caller.sign })],
    ['six minutes ago', /within 300 seconds/, (body) => forwarded(body, { context: { timestamp: new Date(START - 360_000).toISOString() } })],
    ['with another body', /not the one whose hash/, () => forwarded(task('echo', 'other'))],
  ]
  it.each(wrong)('(%s) is 401 otherwise', async (_name, why, make) => {
    const body = task()
    expect(await refused(body, make(body), 401)).toMatch(why)
  })

  it('makes nobody ask for keys more often than twice a minute', async () => {
    const before = link.asked.length
    const body = task()
    for (let n = 0; n < 10; n += 1) await refused(body, forwarded(body, { sign: caller.sign }), 401)
    desk.clock.advance(30_000)
    for (let n = 0; n < 10; n += 1) await refused(body, forwarded(body, { sign: caller.sign }), 401)
    expect(link.asked.slice(before)).toEqual(['/trust/jwks'])
    desk.clock.advance(-30_000)
  })

  it('is 503 while there is no key to judge it by, and is good as soon as there is', async () => {
    const other = linkTo(installed)
    other.state.down = true
    const agent = await startAgent(manifestOf({ echo: { input: TEXT } }), { echo: ({ text }) => ({ text }) }, { platform: other.link, identity: { svc_id: installed.agent.svc_id, seed: new Uint8Array(32).fill(9) } })
    const body = task()
    const headers = forwarded(body)
    expect(await agent.task(body, headers)).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, body: { error: { code: 'unavailable' } } })
    other.state.down = false
    agent.clock.advance(5_000)
    expect(formOf(await agent.task(body, headers))).toBe('completed')
    await agent.agent.close()
  })
})

describe('a task without a signature', () => {
  it('is executed, for nobody in particular, whatever its headers claim', async () => {
    const body = task('see')
    expect((await desk.task(body, { 'X-Svc-Agent-ID': caller.svc_id, 'X-Svc-Workspace-ID': owner.workspace_id, 'X-Svc-Signed-By': 'platform' })).body.result).toEqual({})
  })

  it('is 401 where signatures are required', async () => {
    const agent = await startAgent(manifestOf({ echo: { input: TEXT } }, { require_signed: true }), { echo: ({ text }) => ({ text }) }, { platform: link.link, identity: { svc_id: installed.agent.svc_id, seed: new Uint8Array(32).fill(9) } })
    const body = task()
    expect(await agent.task(body)).toMatchObject({ status: 401, headers: { 'www-authenticate': 'SvcTrust realm="agent"' }, body: { error: { code: 'unauthorized', message: expect.stringContaining('signed tasks only') } } })
    expect(await agent.rpc({ jsonrpc: '2.0', id: 1, method: 'tasks/send', params: { skill: 'echo' } })).toMatchObject({ status: 401, body: { id: 1, error: { code: -32600 } } })
    expect(formOf(await agent.task(body, signed(body)))).toBe('completed')
    expect(formOf(await agent.task(body, forwarded(body)))).toBe('completed')
    await agent.agent.close()
  })
})

describe('an agent without a platform', () => {
  it('verifies its own signature, once, and nobody else\'s', async () => {
    const self = agentIdentity(7)
    const seed = new Uint8Array(32).fill(7, 0, 31)
    const alone = await startAgent(manifestOf({ echo: { input: TEXT } }), { echo: ({ text }) => ({ text }) }, { identity: { svc_id: self.svc_id, seed } })
    const body = task()
    const headers = signed(body, { by: self })
    expect(formOf(await alone.task(body, headers))).toBe('completed')
    expect(await alone.task(body, headers)).toMatchObject({ status: 401 })
    expect(await alone.task(body, signed(body, { by: self, headers: { 'X-Svc-Nonce': 'other' } }))).toMatchObject({ status: 401 })
    expect(await alone.task(body, signed(body))).toMatchObject({ status: 503 })
    expect(await alone.task(body, forwarded(body, { svc_id: self.svc_id }))).toMatchObject({ status: 503 })
    await alone.agent.close()
  })
})
