import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createAgent,
  standalone,
  type PlatformLink,
  type TrustProfile,
  type TrustVerdict,
} from '../../../src/agent/index.ts'
import { keyPairOfSeed, type PublicJwk } from '../../../src/domain/crypto/ed25519.ts'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import {
  signClaims,
  type TaskClaims,
  readStatement,
  writeStatement,
} from '../../../src/domain/signatures/signature.ts'
import { createClock } from '../../../src/system.ts'
import {
  agentIdentity,
  install,
  register,
  type Installed,
  type TestAgent as Identity,
} from '../../http/agents.ts'
import { bearer } from '../../http/client.ts'
import {
  ISSUER,
  START,
  startPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../../http/platform.ts'
import { HOUR } from '../../kit/time.ts'
import {
  formOf,
  manifestOf,
  startAgent,
  TEXT,
  type TestResponse,
  type SentHeaders,
  type TestAgent,
} from './agents.ts'
import {
  forwarded,
  uniqueId,
  signAsAgent,
  linkOf,
  signedBy,
  task,
  taskClaims,
  type ReceiverIdentity,
  type Signing,
  type SignTask,
} from './statements.ts'

const UPSTREAM = 'http://127.0.0.1:8090/a2a/tasks'
let platform: TestPlatform
let owner: TestOrganization
let installed: Installed
let caller: Identity
let stranger: Identity
let desk: TestAgent
/** The receiving agent of these tests. */
let identity: ReceiverIdentity
const served: string[] = []
const SEED = new Uint8Array(32).fill(9)

/** Returns a platform link that uses the runtime token, and records the requests. */
function linkTo({ runtime_token }: Installed, to: ReceiverIdentity) {
  const requests: string[] = []
  const state = { down: false }
  const api = () => platform.as(bearer(runtime_token))
  async function ask<T>(
    path: string,
    request: () => ReturnType<ReturnType<typeof api>['get']>,
  ): Promise<T | undefined> {
    requests.push(path)
    if (state.down) throw new Error('unreachable')
    const { status, body, text } = await request()
    if (status === 200) return body as T
    if (status === 403 || status === 404) return undefined
    throw new Error(`${path} returned ${status}: ${text}`)
  }
  const link: PlatformLink = {
    ...standalone('https://agents.example.com/api/v1'),
    ...linkOf(to),
    verifyTrust: (request) =>
      ask<TrustVerdict>('/trust/verify', () => api().post('/trust/verify', request)),
    profile: (did) =>
      ask<TrustProfile>('/trust/profile', () =>
        api().get(`/trust/profile/${encodeURIComponent(did)}`),
      ),
    jwks: async () =>
      (await ask<{ keys: PublicJwk[] }>('/trust/jwks', () => platform.as({}).get('/trust/jwks')))
        ?.keys ?? [],
    trustStatus: () => ({ reputation: 50, verification_status: 'verified', mode: 'running' }),
  }
  return { link, requests, state }
}
let link: ReturnType<typeof linkTo>

const DECLARED = manifestOf({ echo: { input: TEXT }, see: {}, secret: {} })
const SKILLS = {
  echo: ({ text }: { text: string }) => {
    served.push(text)
    return { text }
  },
  see: ({ context }: { context: { caller: unknown; workspace_id: unknown } }) => {
    served.push('see')
    return { caller: context.caller, workspace_id: context.workspace_id }
  },
  secret: () => {
    served.push('secret')
    return { told: true }
  },
}
const started = (more: object = {}, with_link: PlatformLink = link.link) =>
  startAgent({ ...DECLARED, ...more }, SKILLS, {
    platform: with_link,
    identity: { svc_id: identity.svc_id, seed: SEED },
  })

beforeAll(async () => {
  // The platform's key is older than every statement of these tests.
  let now = START - HOUR
  platform = await startPlatform({}, { clock: createClock(() => now) })
  now = START
  owner = await platform.organization()
  installed = await install(platform, owner, undefined, { upstream_url: UPSTREAM })
  caller = await register(await platform.organization())
  stranger = agentIdentity()
  identity = {
    svc_id: installed.agent.svc_id,
    installation_id: installed.installation_id,
    workspace_id: owner.workspace_id,
    upstream_url: UPSTREAM,
    issuer: ISSUER,
  }
  link = linkTo(installed, identity)
  desk = await started()
})
afterAll(() => desk.agent.close({ grace_ms: 0 }))

const at = (milliseconds: number): string => new Date(START + milliseconds).toISOString()
const platformSign: SignTask = (claims) =>
  platform.services.signer.sign('task', claims, claims.issued_at).signature
const signed = (
  body: string,
  { by = caller, ...more }: Partial<Signing> & { by?: Identity } = {},
) => signedBy(by, body, identity, { now_ms: START, ...more })
const claimsFor = (body: string, more: Partial<TaskClaims> = {}): TaskClaims => ({
  ...taskClaims(body, identity, START),
  ...more,
})
const routed = (body: string, more: Partial<TaskClaims> = {}, sign = platformSign) =>
  forwarded(claimsFor(body, more), sign)
const rpcBody = (skill = 'echo', id?: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tasks/send',
    params: { id, skill, message: { parts: [{ type: 'text', text: 'rpc' }] } },
  })

async function expectRefused(
  body: string,
  headers: SentHeaders,
  status: 401 | 403 | 503,
  agent = desk,
): Promise<string> {
  const before = served.length
  const answer = await agent.task(body, headers)
  expect(formOf(answer)).toBe('failed')
  expect(answer).toMatchObject({
    status,
    body: {
      error: { code: { 401: 'unauthorized', 403: 'forbidden', 503: 'unavailable' }[status] },
    },
  })
  expect(served).toHaveLength(before)
  if (status === 401) expect(answer.headers['www-authenticate']).toBe('SvcTrust realm="agent"')
  return answer.body.error.message as string
}

describe('requests signed by an agent', () => {
  it('are executed once the platform has confirmed signature, audience, freshness and policy', async () => {
    const before = link.requests.length
    const body = task('see')
    const answer = await desk.task(body, signed(body))
    expect(answer).toMatchObject({
      status: 200,
      body: {
        result: {
          caller: {
            kind: 'agent',
            svc_id: caller.svc_id,
            verification_status: 'verified',
            reputation: 50,
          },
          workspace_id: owner.workspace_id,
        },
      },
    })
    expect(link.requests.slice(before)).toEqual(['/trust/verify'])
  })

  it('may be signed for this installation', async () => {
    const body = task()
    expect(formOf(await desk.task(body, signed(body, { names_installation: true })))).toBe(
      'completed',
    )
  })

  it.each(['base64', 'base64url', 'hex'] as const)(
    'may encode the signature as %s',
    async (encoding) => {
      const body = task()
      const headers = signed(body)
      expect(
        formOf(
          await desk.task(body, {
            ...headers,
            'X-Svc-Signature': Buffer.from(headers['X-Svc-Signature']!, 'base64').toString(
              encoding,
            ),
          }),
        ),
      ).toBe('completed')
    },
  )

  it('are signed in the same way over JSON-RPC', async () => {
    const body = rpcBody()
    const headers = signed(body)
    expect(await desk.rpc(body, headers)).toMatchObject({
      status: 200,
      body: { result: { status: { state: 'completed' } } },
    })
    expect(await desk.rpc(body, headers)).toMatchObject({
      status: 401,
      body: { id: 1, error: { code: -32600, data: { code: 'unauthorized' } } },
    })
  })

  it('T-03, T-04: may be A2A messages, which are admitted once, for the skill that their metadata names', async () => {
    const body = (skill: string) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: {
          message: {
            messageId: 'm-1',
            role: 'ROLE_USER',
            parts: [{ text: 'a2a' }],
            metadata: { 'urn:svc:a2a:skill:v1': { skill } },
          },
        },
      })
    const headers = {
      'A2A-Version': '1.0',
      ...signed(body('see'), { context: { skill: 'see' } }),
    }
    const before = served.length
    expect((await desk.rpc(body('secret'), headers)).status).toBe(401)
    const other = signed(body('secret'), { context: { skill: 'see' } })
    expect((await desk.rpc(body('secret'), { ...headers, ...other })).status).toBe(401)
    expect(served).toHaveLength(before)
    const response = await desk.rpc(body('see'), headers)
    expect(response.body.result.task.artifacts[0].parts[1].data).toMatchObject({
      caller: { kind: 'agent', svc_id: caller.svc_id },
    })
    expect(response.headers['x-svc-signature']).toMatch(/^[A-Za-z0-9+/]{86}==$/)
    expect((await desk.rpc(body('see'), headers)).status).toBe(401)
    expect(served).toHaveLength(before + 1)
  })

  it('T-03, T-04, T-06: may be calls of an MCP tool, which are admitted once, for its skill, and get a signed answer', async () => {
    const params = (name: string) => ({ name, arguments: { text: 'mcp' } })
    const body = (name: string) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: params(name) })
    const headers = signed(body('see'), { context: { skill: 'see' } })
    const post = (name: string, sent: SentHeaders) => desk.send('POST', '/mcp', body(name), sent)
    const before = served.length
    expect((await post('secret', headers)).status).toBe(401)
    const other = signed(body('secret'), { context: { skill: 'see' } })
    expect((await post('secret', other)).status).toBe(401)
    expect(served).toHaveLength(before)
    const response = await post('see', headers)
    expect(response.body.result.structuredContent).toMatchObject({
      caller: { kind: 'agent', svc_id: caller.svc_id },
    })
    expect(response.headers['x-svc-signature']).toMatch(/^[A-Za-z0-9+/]{86}==$/)
    expect((await post('see', headers)).status).toBe(401)
    expect(served).toHaveLength(before + 1)
  })

  const without = (headers: Record<string, string>, name: string): SentHeaders => ({
    ...headers,
    [name]: undefined,
  })
  const wrong: readonly [
    name: string,
    why: RegExp,
    make: (body: string) => SentHeaders,
    body?: () => string,
  ][] = [
    [
      "another agent's signature",
      /does not match/,
      (body) => ({
        ...signed(body),
        'X-Svc-Signature': signed(body, { by: stranger })['X-Svc-Signature'],
      }),
    ],
    [
      'a signature of other bytes',
      /does not match/,
      (body) => ({ ...signed(body), 'X-Svc-Signature': Buffer.alloc(64, 7).toString('base64') }),
    ],
    [
      'a malformed signature',
      /not 64 bytes/,
      (body) => ({ ...signed(body), 'X-Svc-Signature': 'nonsense' }),
    ],
    ['another body', /does not match/, () => signed(task('echo', 'other'))],
    [
      'a signature for another skill',
      /does not match/,
      (body) => signed(body, { context: { skill: 'see' } }),
    ],
    [
      'no skill',
      /name its skill/,
      (body) => signed(body),
      () => JSON.stringify({ input: { message: 'x' } }),
    ],
    [
      'no timestamp',
      /together with X-Svc-Agent-ID/,
      (body) => without(signed(body), 'X-Svc-Timestamp'),
    ],
    ['no nonce', /together with X-Svc-Agent-ID/, (body) => without(signed(body), 'X-Svc-Nonce')],
    ['no agent', /together with X-Svc-Agent-ID/, (body) => without(signed(body), 'X-Svc-Agent-ID')],
    [
      'an invalid nonce',
      /is malformed/,
      (body) => ({ ...signed(body), 'X-Svc-Nonce': 'n'.repeat(201) }),
    ],
    [
      'a timestamp from six minutes ago',
      /within 300 seconds/,
      (body) => signed(body, { now_ms: START - 360_000 }),
    ],
    [
      'a timestamp from tomorrow',
      /within 300 seconds/,
      (body) => signed(body, { now_ms: START + 86_400_000 }),
    ],
    [
      'an invalid timestamp',
      /within 300 seconds/,
      (body) => ({ ...signed(body), 'X-Svc-Timestamp': 'now' }),
    ],
    [
      'a nonce other than the signed one',
      /does not match/,
      (body) => ({ ...signed(body), 'X-Svc-Nonce': 'other' }),
    ],
    [
      'another receiver',
      /does not match/,
      (body) => signed(body, { context: { audience: { svc_id: stranger.svc_id } } }),
    ],
    [
      'no receiver',
      /does not match/,
      (body) => signed(body, { context: { audience: undefined as never } }),
    ],
    [
      'another workspace',
      /does not match/,
      (body) => signed(body, { context: { workspace_id: 'ws_other' } }),
    ],
    [
      'another platform',
      /does not match/,
      (body) => signed(body, { context: { issuer: 'https://other.example' } }),
    ],
    [
      'another installation',
      /another installation/,
      (body) => ({
        ...signed(body, {
          context: { audience: { svc_id: identity.svc_id, installation_id: 'other' } },
        }),
        'X-Svc-Audience-Installation': 'other',
      }),
    ],
    [
      'an installation that it did not sign',
      /does not match/,
      (body) => ({ ...signed(body), 'X-Svc-Audience-Installation': identity.installation_id }),
    ],
    [
      'an installation that it signed and does not name',
      /does not match/,
      (body) => without(signed(body, { names_installation: true }), 'X-Svc-Audience-Installation'),
    ],
    [
      'a claim in addition to the known ones',
      /does not match/,
      (body) => signed(body, { context: { more: 1 } as object }),
    ],
    [
      'another workspace in its body',
      /names a workspace other than/,
      (body) => signed(body),
      () => task('echo', 'x', { workspace_id: 'ws_other' }),
    ],
    ['an unknown agent', /has no record/, (body) => signed(body, { by: stranger })],
    [
      'the name of the platform as its own',
      /name of the platform/,
      (body) => ({ ...signed(body), 'X-Svc-Agent-ID': ISSUER }),
    ],
    [
      "the platform's signature as well",
      /not by both/,
      (body) => ({ ...signed(body), ...routed(body) }),
    ],
  ]
  it.each(wrong)(
    'with %s are refused with 401 and not executed',
    async (_name, why, make, body = task) => {
      const text = body()
      expect(await expectRefused(text, make(text), 401)).toMatch(why)
    },
  )

  it('are executed once, however often they are sent', async () => {
    const body = task()
    const headers = signed(body)
    const answers = await Promise.all([
      desk.task(body, headers),
      desk.task(body, headers),
      desk.task(body, headers),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    expect(await expectRefused(body, headers, 401)).toMatch(/used before/)
  })

  it('are refused with 401 when the verdict is valid but does not confirm audience or freshness', async () => {
    const verdict: TrustVerdict = {
      valid: true,
      svc_id: caller.svc_id,
      reason: 'verified',
      verification_status: 'verified',
      reputation_score: 50,
      freshness: 'fresh',
      audience: 'matched',
      checks: [],
      policy: { allowed: true, rule: 'none' },
      verified_at: '2026-03-01T12:00:00.000Z',
    }
    for (const weaker of [
      { audience: 'not_provided' },
      { audience: 'not_checked' },
      { audience: undefined },
      { freshness: 'not_provided' },
      { svc_id: stranger.svc_id },
    ]) {
      const agent = await started(
        {},
        { ...link.link, verifyTrust: async () => ({ ...verdict, ...weaker }) as TrustVerdict },
      )
      const body = task()
      expect(await expectRefused(body, signed(body), 401, agent)).toMatch(/audience and freshness/)
      await agent.agent.close()
    }
  })

  it('are refused with 403 when the policy of the workspace does not allow the caller or the skill', async () => {
    const set = (a2a: object) =>
      platform.store.setPolicy(platform.context(), {
        workspace_id: owner.workspace_id,
        content: { ...DEFAULT_POLICY, a2a: { ...DEFAULT_POLICY.a2a, ...a2a } },
        signer: platform.services.signer,
      })
    await set({ allowed_callers: [stranger.svc_id] })
    const body = task()
    expect(await expectRefused(body, signed(body), 403)).toMatch(/a2a\.allowed_callers/)
    await set({ allowed_skills: ['echo'] })
    const other = task('secret')
    expect(await expectRefused(other, signed(other), 403)).toMatch(/a2a\.allowed_skills/)
    expect(formOf(await desk.task(body, signed(body)))).toBe('completed')
    await set({})
  })

  it('are refused with 403 when the caller is suspended, and 401 when its signature is wrong too', async () => {
    await platform.store.setSuspended(platform.context(), {
      svc_id: caller.svc_id,
      suspended: true,
      reason: 'test',
    })
    const body = task()
    expect(await expectRefused(body, signed(body), 403)).toMatch(/suspended/)
    await expectRefused(body, { ...signed(body), 'X-Svc-Signature': 'nonsense' }, 401)
    await platform.store.setSuspended(platform.context(), {
      svc_id: caller.svc_id,
      suspended: false,
      reason: 'test',
    })
  })

  it('get 503 and are not executed while the platform is unavailable', async () => {
    link.state.down = true
    const body = task()
    const headers = signed(body)
    expect(await expectRefused(body, headers, 503)).toMatch(/cannot be verified/)
    link.state.down = false
    expect(formOf(await desk.task(body, headers))).toBe('completed')
  })
})

describe('tasks that the platform forwards', () => {
  it('are executed when a published key verifies the statement; the keys are fetched once', async () => {
    const before = link.requests.length
    for (let n = 0; n < 3; n += 1) {
      const body = task('see', 'x', { workspace_id: owner.workspace_id })
      expect((await desk.task(body, routed(body))).body.result).toEqual({
        caller: {
          kind: 'platform',
          requester: { organization_id: 'org_routing', key_id: 'key_1' },
        },
        workspace_id: owner.workspace_id,
      })
    }
    expect(link.requests.slice(before)).toEqual(['/trust/jwks'])
  })

  it('T-04: are accepted once, whoever presents them again', async () => {
    const body = task()
    const headers = routed(body)
    const answers = await Promise.all([desk.task(body, headers), desk.task(body, headers)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(await expectRefused(body, headers, 401)).toMatch(/already accepted/)
    desk.clock.advance(59_000)
    expect(await expectRefused(body, headers, 401)).toMatch(/already accepted/)
    desk.clock.advance(60_000)
    expect(await expectRefused(body, headers, 401)).toMatch(/expired/)
    desk.clock.advance(-119_000)
  })

  const wrong: readonly [
    name: string,
    why: RegExp,
    make: (body: string) => SentHeaders,
    body?: () => string,
  ][] = [
    [
      'for another agent',
      /another agent/,
      (body) =>
        routed(body, {
          audience: { svc_id: caller.svc_id, installation_id: identity.installation_id },
        }),
    ],
    [
      'for another installation',
      /another installation/,
      (body) => routed(body, { audience: { svc_id: identity.svc_id, installation_id: 'other' } }),
    ],
    [
      'for another address',
      /another address/,
      (body) => routed(body, { upstream_url: 'https://relay.example/a2a/tasks' }),
    ],
    [
      'for another platform',
      /a platform other than/,
      (body) => routed(body, { issuer: 'https://other.example' }),
    ],
    [
      'signed by somebody else',
      /not signed with a key that the platform publishes/,
      (body) => routed(body, {}, signAsAgent(caller)),
    ],
    [
      'with the signature of another statement',
      /not signed with a key that the platform publishes/,
      (body) => {
        const [mine, other] = [routed(body), routed(task())].map((header) =>
          readStatement<'task'>(header['X-Svc-Task'])!,
        )
        return {
          'X-Svc-Task': writeStatement({ claims: mine!.claims, signature: other!.signature }),
        }
      },
    ],
    [
      'that has expired',
      /expired/,
      (body) => routed(body, { issued_at: at(-91_000), expires_at: at(-31_000) }),
    ],
    [
      'from the future',
      /in the future/,
      (body) => routed(body, { issued_at: at(31_000), expires_at: at(91_000) }),
    ],
    [
      'that is valid for too long',
      /more than 60 seconds/,
      (body) => routed(body, { expires_at: at(60_001) }),
    ],
    [
      'from before this agent started',
      /before this agent started/,
      (body) => routed(body, { issued_at: at(-30_000), expires_at: at(30_000) }),
    ],
    [
      'with another body',
      /not the one whose hash/,
      (body) => routed(body, { request_body_hash: sha256Hex('other') }),
    ],
    ['with another task_id', /a task_id other than/, (body) => routed(body, { task_id: 'other' })],
    [
      'without a task_id in its body',
      /a task_id other than/,
      (body) => routed(body),
      () => JSON.stringify({ input: { skill: 'echo', message: 'x' } }),
    ],
    ['with another skill', /a skill other than/, (body) => routed(body, { skill: 'see' })],
    [
      'with another workspace',
      /a workspace other than/,
      (body) => routed(body),
      () => task('echo', 'x', { workspace_id: 'ws_other' }),
    ],
    ['that cannot be read', /is malformed/, () => ({ 'X-Svc-Task': 'nonsense' })],
    [
      'with malformed claims',
      /a platform other than/,
      () => ({
        'X-Svc-Task': `${Buffer.from('{"audience":"x"}').toString('base64url')}.${Buffer.alloc(64).toString('base64url')}`,
      }),
    ],
  ]
  it.each(wrong)(
    'with a statement %s are refused with 401',
    async (_name, why, make, body = task) => {
      const text = body()
      expect(await expectRefused(text, make(text), 401)).toMatch(why)
    },
  )

  it('are refused before the body is read, unless the statement is valid', async () => {
    let reads = 0
    const send = (headers: Record<string, string>, body: string) =>
      desk.agent.dispatcher.handle({
        method: 'POST',
        target: '/a2a/tasks',
        ip: '127.0.0.1',
        headers: { 'content-type': 'application/json', ...headers },
        readBody: async () => {
          reads += 1
          return Buffer.from(body)
        },
      })
    const body = task()
    const lower = (headers: { 'X-Svc-Task': string }) => ({ 'x-svc-task': headers['X-Svc-Task'] })
    expect(
      (
        await send(
          lower(routed(body, { audience: { svc_id: identity.svc_id, installation_id: 'other' } })),
          body,
        )
      ).status,
    ).toBe(401)
    expect((await send(lower(routed(body, {}, signAsAgent(caller))), body)).status).toBe(401)
    expect((await send({ 'x-svc-signature': 'x' }, body)).status).toBe(401)
    expect(reads).toBe(0)
    expect((await send(lower(routed(body)), body)).status).toBe(200)
    expect(reads).toBe(1)
  })

  it('are accepted only at their own address', async () => {
    const body = rpcBody('echo', 'task-rpc')
    const headers = forwarded(
      { ...claimsFor(body), task_id: 'task-rpc', skill: 'echo' },
      platformSign,
    )
    expect(await desk.rpc(body, headers)).toMatchObject({
      status: 401,
      body: { error: { message: expect.stringContaining('/a2a/tasks only') } },
    })
  })

  it("are checked against the platform's clock if it is known, however wrong the agent's clock is", async () => {
    const agent = await startAgent(DECLARED, SKILLS, {
      platform: { ...link.link, time: () => ({ earliest_ms: START, latest_ms: START + 1000 }) },
      identity: { svc_id: identity.svc_id, seed: SEED },
      clock: { now_ms: () => START - 7 * 86_400_000 },
    })
    const body = task()
    expect(formOf(await agent.task(body, routed(body)))).toBe('completed')
    const later = task()
    expect(
      await expectRefused(
        later,
        routed(later, { issued_at: at(-91_500), expires_at: at(-31_500) }),
        401,
        agent,
      ),
    ).toMatch(/expired/)
    await agent.agent.close()
  })

  it('cause at most two fetches of the keys a minute', async () => {
    const agent = await started()
    const before = link.requests.length
    const body = task()
    for (const fetches of [1, 2]) {
      for (let n = 0; n < 10; n += 1)
        await expectRefused(body, routed(body, {}, signAsAgent(caller)), 401, agent)
      expect(link.requests.slice(before)).toEqual(Array(fetches).fill('/trust/jwks'))
      agent.clock.advance(30_000)
    }
    await agent.agent.close()
  })

  it('are refused when they are signed with a key that was withdrawn 30 seconds ago', async () => {
    let withdrawn = false
    const jwks = async () => (withdrawn ? [] : link.link.jwks())
    const agent = await started({}, { ...link.link, jwks })
    const [first, second] = [task(), task()]
    expect(formOf(await agent.task(first, routed(first)))).toBe('completed')
    withdrawn = true
    agent.clock.advance(30_000)
    expect(await expectRefused(second, routed(second), 401, agent)).toMatch(
      /not signed with a key that the platform publishes/,
    )
    await agent.agent.close()
  })

  it('get 503 while no key is available or all are too old, and are valid as soon as one is', async () => {
    const other = linkTo(installed, identity)
    other.state.down = true
    const agent = await started({}, other.link)
    const body = task()
    const headers = routed(body)
    expect(await agent.task(body, headers)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { error: { code: 'unavailable' } },
    })
    other.state.down = false
    agent.clock.advance(5_000)
    expect(formOf(await agent.task(body, headers))).toBe('completed')
    other.state.down = true
    agent.clock.advance(300_001)
    const later = task()
    await expectRefused(
      later,
      routed(later, { issued_at: at(305_000), expires_at: at(335_000) }),
      503,
      agent,
    )
    await agent.agent.close()
  })
})

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
  const session = async () => {
    const { status, body } = await strict.post('/svc/auth', { client_id: 'b' })
    expect(status).toBe(200)
    return { Authorization: `Bearer ${body.session_token as string}`, 'X-Svc-Client-ID': 'b' }
  }
  const message = () => JSON.stringify({ message: uniqueId('hello') })

  it('T-05: refuses unsigned requests on every path, even with a session or a vouch', async () => {
    const before = served.length
    const sessions = await session()
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
    const tries: (() => Promise<TestResponse>)[] = [{}, sessions].flatMap((more) => [
      () => strict.task(task(), more),
      () => strict.rpc(rpcBody(), more),
      () => strict.task(task(), { ...more, 'X-Svc-Agent-ID': caller.svc_id }),
      () => {
        const body = task()
        return strict.task(body, { ...more, 'X-Svc-Vouch': vouch(body) })
      },
    ])
    for (const attempt of [...tries, () => strict.post('/chat', message(), sessions)])
      expect((await attempt()).status).toBe(401)
    expect(served).toHaveLength(before)
    expect(await strict.post('/chat', message(), sessions)).toMatchObject({
      status: 401,
      body: { code: 'SIGNATURE_REQUIRED' },
      headers: { 'www-authenticate': 'SvcTrust realm="agent"' },
    })
  })

  it('opens sessions, and accepts a message that is signed with the skill chat', async () => {
    const sessions = await session()
    const body = message()
    const headers = signed(body, { context: { skill: 'chat' } })
    expect((await strict.post('/chat', body, { ...sessions, ...headers })).status).toBe(200)
    expect(await strict.post('/chat', body, { ...sessions, ...headers })).toMatchObject({
      status: 401,
      body: { code: 'SIGNATURE_INVALID', message: expect.stringContaining('used before') },
    })
    const other = message()
    expect(
      (
        await strict.post('/chat', other, {
          ...sessions,
          ...signed(other, { context: { skill: 'echo' } }),
        })
      ).status,
    ).toBe(401)
    expect((await strict.post('/chat', other, { ...sessions, ...routed(other) })).status).toBe(401)
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
  const sessions = { Authorization: `Bearer ${session_token as string}`, 'X-Svc-Client-ID': 'b' }
  const body = JSON.stringify({ message: 'x' })
  expect((await desk.post('/chat', body, sessions)).status).toBe(200)
  expect(
    await desk.post('/chat', body, {
      ...sessions,
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

describe('T-03: signatures for one receiver', () => {
  it('do not verify at another: another agent, the same agent of another organization, another platform', async () => {
    const body = task()
    const [request, statement] = [signed(body, { names_installation: true }), routed(body)]
    const others: readonly ReceiverIdentity[] = [
      { ...identity, svc_id: stranger.svc_id },
      { ...identity, installation_id: 'another' },
      { ...identity, workspace_id: 'ws_other', installation_id: 'another' },
      { ...identity, issuer: 'https://other.example' },
      {
        ...identity,
        upstream_url: 'https://elsewhere.example/a2a/tasks',
        installation_id: 'another',
      },
    ]
    for (const other of others) {
      const agent = await createAgent({
        manifest: { ...DECLARED, require_signed: true },
        skills: SKILLS,
        clock: { now_ms: () => START },
        platform: { ...link.link, ...linkOf(other) },
        identity: { svc_id: other.svc_id, seed: SEED },
      })
      const before = served.length
      for (const headers of [request, statement]) {
        const { status } = await agent.dispatcher.handle({
          method: 'POST',
          target: '/a2a/tasks',
          ip: '127.0.0.1',
          readBody: async () => Buffer.from(body),
          headers: {
            'content-type': 'application/json',
            ...Object.fromEntries(
              Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
            ),
          },
        })
        expect(status).toBe(401)
      }
      expect(served).toHaveLength(before)
    }
    expect(formOf(await desk.task(body, request))).toBe('completed')
  })

  it('do not verify for another purpose: the signature of an answer is not that of a request', async () => {
    const body = task()
    const { privateKey } = keyPairOfSeed(new Uint8Array(32).fill(3))
    const answer = signClaims(privateKey, 'answer', {
      issuer: ISSUER,
      svc_id: caller.svc_id,
      audience: identity.svc_id,
      request_nonce: 'n',
      request_body_hash: sha256Hex(body),
      response_body_hash: sha256Hex(body),
      status: 200,
      issued_at: at(0),
    })
    await expectRefused(body, { ...signed(body), 'X-Svc-Signature': answer }, 401)
  })
})
