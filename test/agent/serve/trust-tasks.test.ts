import { describe, expect, it, onTestFinished } from 'vitest'
import { createAgent } from '../../../src/agent/index.ts'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import {
  signClaims,
  readStatement,
  writeStatement,
} from '../../../src/domain/signatures/signature.ts'
import { ISSUER, START } from '../../http/platform.ts'
import { ForeignError, SkillBusyError } from '../../../src/agent/tasks/skill-errors.ts'
import { formOf, manifestOf, startAgent, type SentHeaders } from './agents.ts'
import { forwarded, signAsAgent, linkOf, task, type ReceiverIdentity } from './statements.ts'
import {
  owner,
  installed,
  caller,
  stranger,
  desk,
  identity,
  served,
  SEED,
  linkTo,
  link,
  DECLARED,
  SKILLS,
  started,
  at,
  platformSign,
  signed,
  claimsFor,
  routed,
  rpcBody,
  expectRefused,
  startReceiver,
} from './trust-receiver.ts'

startReceiver()

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

  it('T-04: are accepted only once, whether they are sent again at the same time or later', async () => {
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
      /another installation\. Send the task again through the platform/,
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
      'for a body without a task_id',
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
      const message = await expectRefused(text, make(text), 401)
      expect(message).toMatch(why)
      const { level, fields } = desk.log.findLast(
        (entry) => entry.message === 'refused a signature',
      )!
      expect([level, message.startsWith(String(fields['reason']))]).toEqual(['info', true])
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

  // `startAgent` refuses every response with a header that the contract does not list.
  it('get signed answers if they fail, with documented headers only', async () => {
    const fail = (error: Error) => () => {
      throw error
    }
    const unreachable = fail(new ForeignError('FOREIGN_UNREACHABLE', 'refused'))
    const busy = fail(new SkillBusyError('no slot'))
    const agent = await startAgent(
      manifestOf({
        strict: { input: false },
        fails: {},
        hangs: { timeout_ms: 5 },
        busy: {},
        far: {},
      }),
      {
        strict: () => ({}),
        fails: fail(new Error('wrong')),
        hangs: () => new Promise(() => undefined),
        busy,
        far: unreachable,
      },
      { platform: link.link, identity: { svc_id: identity.svc_id, seed: SEED } },
    )
    onTestFinished(() => agent.agent.close({ grace_ms: 0 }))
    const FAILURES = { strict: 400, unknown: 422, busy: 429, fails: 500, far: 503, hangs: 504 }
    for (const [skill, status] of Object.entries(FAILURES)) {
      const body = task(skill)
      const answer = await agent.task(body, routed(body))
      expect([skill, answer.status]).toEqual([skill, status])
      expect(answer.headers).toHaveProperty('x-svc-signature')
    }
    for (const [skill, status] of [
      ['busy', 429],
      ['far', 503],
    ] as const) {
      const body = rpcBody(skill)
      const answer = await agent.rpc(body, signed(body))
      expect([answer.status, 'x-svc-signature' in answer.headers]).toEqual([status, true])
    }
  })

  it('are accepted only at their own address', async () => {
    const body = rpcBody('echo', 'task-rpc')
    const headers = forwarded(
      { ...claimsFor(body), task_id: 'task-rpc', skill: 'echo' },
      platformSign,
    )
    expect(await desk.rpc(body, headers)).toMatchObject({
      status: 401,
      body: {
        error: {
          message: expect.stringMatching(
            /\/a2a\/tasks only\. Send the task there, or omit X-Svc-Task\.$/,
          ),
        },
      },
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

describe('T-03: signatures for one receiver', () => {
  it('do not verify at another agent, another installation of the same agent, or an agent of another platform', async () => {
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
