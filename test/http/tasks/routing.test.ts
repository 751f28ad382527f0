import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { isSameSum } from '../../../src/domain/agents/reputation.ts'
import { verifyClaims, readStatement } from '../../../src/domain/signatures/signature.ts'
import { plus } from '../../../src/domain/time.ts'
import { httpAgentCaller, type AgentCaller } from '../../../src/ports/agent-caller.ts'
import { readConfig } from '../../../src/config/config.ts'
import { openDatabase } from '../../../src/store/open.ts'
import type { Database } from '../../../src/store/database.ts'
import { createStore } from '../../../src/store/store.ts'
import {
  agentIdentity,
  install,
  installRegistered,
  register,
  registerPrivately,
} from '../agents.ts'
import { apiKey, bearer } from '../client.ts'
import { answer, goodAgent, httpAgent, MISBEHAVING, type RunningAgent } from '../task-agents.ts'
import { ISSUER, startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { SECOND } from '../../kit/time.ts'
import { until } from '../../kit/bounds.ts'
import { newFolder } from '../../kit/folder.ts'

const SKILL = 'reverse_text'
/** Starts a platform that may call agents on the loopback address. */
const startOnLoopback = () =>
  startPlatform(
    {},
    { agentCaller: httpAgentCaller({ http: true, allow: ['127.0.0.1', 'nobody.invalid'] }) },
  )
const offer = (upstream_url: string | null, skill = SKILL) => ({
  capabilities: [skill],
  ...(upstream_url !== null && { upstream_url }),
})

let platform: TestPlatform
let acme: TestOrganization
let agent: RunningAgent
beforeAll(async () => {
  platform = await startOnLoopback()
  acme = await platform.organization('enterprise', 'Acme')
  agent = await goodAgent()
})
afterAll(() => {
  platform.services.agentCaller.close()
  platform.server.close()
})

const route = (owner: TestOrganization, more: object = {}, context: object = {}) =>
  owner.api.post('/a2a/route', {
    skill: SKILL,
    message: 'abc',
    context: { workspace_id: owner.workspace_id, ...context },
    ...more,
  })
const tasksOf = async ({ api_key, workspace_id }: TestOrganization, query = '') =>
  (await platform.as({ ...bearer(api_key), 'X-Workspace-ID': workspace_id }).get(`/tasks${query}`))
    .body
const reputationOf = async (svc_id: string, by = acme) =>
  (await by.api.get(`/trust/profile/did:svc:${svc_id}`)).body.reputation

describe('routing a task by skill', () => {
  it('routes a task to an installation with the skill, and returns result and output', async () => {
    const {
      installation_id,
      agent: { svc_id },
    } = await install(platform, acme, undefined, offer(agent.url))
    const got = await route(acme)
    expect([got.status, got.body]).toEqual([
      200,
      {
        task_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: 'completed',
        agent: { svc_id, installation_id },
        attested: false,
        result: { text: 'cba', for: acme.organization_id },
        output: { text: 'cba', for: acme.organization_id },
        execution_time_ms: expect.any(Number),
      },
    ])
    const {
      items: [task],
    } = await tasksOf(acme)
    expect(task).toEqual({
      task_id: got.body.task_id,
      workspace_id: acme.workspace_id,
      skill: SKILL,
      requester_id: acme.organization_id,
      requester: { organization_id: acme.organization_id, key_id: expect.stringMatching(/^key_/) },
      attested: false,
      agent: got.body.agent,
      status: 'completed',
      execution_time_ms: got.body.execution_time_ms,
      created_at: platform.clock.now(),
      finished_at: platform.clock.now(),
    })
    const kinds = (await platform.auditOf(got.headers['x-request-id'] as string)).map(
      ({ event_type }) => event_type,
    )
    expect(kinds).toEqual(['task.routed', 'task.completed'])
    expect(await platform.metrics.text()).toContain('svc_events_total{event="task_completed"} 1')
  })

  it('sends the task as the agent protocol specifies, without any credential of the caller', async () => {
    const org = await platform.organization()
    await install(platform, org, undefined, offer(agent.url))
    const message = {
      role: 'agent',
      parts: [
        { type: 'text', text: 'xyz' },
        { type: 'data', data: { rows: [1, 2] } },
      ],
    }
    const secret = 'sk_live_of_somebody_else_000000000000000000000000000'
    const got = await platform
      .as({
        ...apiKey(org.api_key),
        Cookie: `session=${secret}`,
        'X-Forwarded-Authorization': secret,
        Authorization: `Bearer ${secret}`,
      })
      .post('/a2a/route', {
        skill: SKILL,
        message,
        input: { tone: 'kind', skill: 'other' },
        context: { workspace_id: org.workspace_id, requester_id: `${org.organization_id}/jane` },
        unheard_of: 1,
      })
    expect(got.body.status).toBe('completed')
    const { body, headers, text } = agent.received.at(-1)!
    expect(body).toEqual({
      task_id: got.body.task_id,
      type: SKILL,
      input: { tone: 'kind', skill: SKILL, message },
      context: {
        skill: SKILL,
        workspace_id: org.workspace_id,
        requester_id: `${org.organization_id}/jane`,
      },
    })
    expect(
      Object.keys(headers)
        .filter((name) => !name.startsWith('x-svc-'))
        .toSorted(),
    ).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ])
    expect(JSON.stringify(headers) + text).not.toContain(secret)
    expect(JSON.stringify(headers) + text).not.toContain(org.api_key)
  })

  it('T-01: sends a statement of the platform for this installation, this address, this task and this body', async () => {
    const org = await platform.organization()
    const {
      agent: { svc_id },
      installation_id,
    } = await install(platform, org, undefined, offer(agent.url))
    const got = await route(org)
    const { headers, text } = agent.received.at(-1)!
    expect(
      Object.keys(headers)
        .filter((name) => name.startsWith('x-svc-'))
        .toSorted(),
    ).toEqual(['x-svc-task', 'x-svc-trace-id'])
    expect(headers['x-svc-trace-id']).toBe(got.headers['x-request-id'])
    const { keys } = (await org.api.get('/trust/jwks')).body
    const key = Buffer.from(keys[0].x, 'base64url')
    const { claims, signature } = readStatement<'task'>(headers['x-svc-task'] as string)!
    expect(verifyClaims(key, 'task', claims, signature)).toBe('verified')
    const { organization_id, workspace_id } = org
    expect(claims).toEqual({
      issuer: ISSUER,
      audience: { svc_id, installation_id },
      upstream_url: agent.url,
      organization_id,
      workspace_id,
      requester: { organization_id, key_id: expect.stringMatching(/./) },
      task_id: got.body.task_id,
      skill: SKILL,
      request_body_hash: sha256Hex(text),
      issued_at: platform.clock.now(),
      expires_at: plus(platform.clock.now(), 60_000),
    })
    expect(got.body.status).toBe('completed')
  })

  it('routes the task to the installation that is named', async () => {
    const org = await platform.organization()
    const installed = [
      await install(platform, org, undefined, offer(agent.url)),
      await install(platform, org, undefined, offer(agent.url)),
    ]
    for (const {
      installation_id,
      agent: { svc_id },
    } of [...installed, ...installed]) {
      expect((await route(org, { target: { installation_id } })).body.agent).toEqual({
        svc_id,
        installation_id,
      })
      expect((await route(org, { target: { svc_id } })).body.agent).toEqual({
        svc_id,
        installation_id,
      })
    }
    const [first, second] = installed
    expect(
      (
        await route(org, {
          target: { svc_id: first!.agent.svc_id, installation_id: second!.installation_id },
        })
      ).body.code,
    ).toBe('NO_AGENT_FOR_SKILL')
  })

  it('keeps the code and the message of a failure that the agent reports', async () => {
    const org = await platform.organization()
    const failing = await httpAgent(({ body }, res) =>
      answer(res, 422, {
        task_id: body.task_id,
        status: 'failed',
        error: { code: 'unknown_skill', message: 'I cannot reverse.' },
      }),
    )
    await install(platform, org, undefined, offer(failing.url))
    const got = await route(org)
    expect([got.status, got.body]).toMatchObject([
      200,
      { status: 'failed', error: { code: 'unknown_skill', message: 'I cannot reverse.' } },
    ])
    expect(got.body).not.toHaveProperty('result')
    expect((await tasksOf(org, '?status=failed')).items[0]).toMatchObject({
      status: 'failed',
      error: { code: 'unknown_skill' },
    })
  })

  it('keeps the failure of an agent that refuses the request before it knows the task_id', async () => {
    const org = await platform.organization()
    const refusing = await httpAgent((_, res) =>
      answer(res, 401, {
        task_id: '01955ff0-0000-7000-8000-000000000000',
        status: 'failed',
        error: { code: 'unauthorized', message: 'The statement is from another platform.' },
      }),
    )
    await install(platform, org, undefined, offer(refusing.url))
    const { body } = await route(org)
    expect(body.error).toEqual({
      code: 'unauthorized',
      message: 'The statement is from another platform.',
    })
    expect(body.task_id).toBe((await tasksOf(org, '?status=failed')).items[0]!.task_id)
  })

  it.each([
    ['no skill', { skill: undefined }, '/body/skill'],
    ['an empty skill', { skill: '' }, '/body/skill'],
    ['no context', { context: undefined }, '/body/context'],
    ['no workspace', { context: {} }, '/body/context'],
    ['no time', { timeout_ms: 0 }, '/body/timeout_ms'],
    ['too much time', { timeout_ms: 120_001 }, '/body/timeout_ms'],
    ['a message that is a number', { message: 7 }, '/body/message'],
    ['a message without parts', { message: { role: 'user' } }, '/body/message'],
    ['no parts', { message: { parts: [] } }, '/body/message/parts'],
    ['an input that is a string', { input: 'x' }, '/body/input'],
    [
      'an input that is too deep',
      { input: JSON.parse('{"a":'.repeat(33) + '1' + '}'.repeat(33)) as object },
      '/body/input',
    ],
    ['a target that is a string', { target: 'x' }, '/body/target'],
  ])('responds with 422 to a request with %s', async (_, more, path) => {
    const got = await route(acme, more)
    expect([got.status, got.body.code]).toEqual([422, 'INVALID_BODY'])
    expect(got.body.issues.some((issue: { path: string }) => issue.path.startsWith(path))).toBe(
      true,
    )
  })
})

/**
 * The timeout of hanging tasks is a multiple of what fifty other tasks take in the same run, so that it follows the load of the machine.
 */
const HANGING = { factor: 8, least_ms: 3000, most_ms: 30_000 }

describe('misbehaving agents', () => {
  it('cause failures with the code for what they do wrong, while other tasks continue', async () => {
    const org = await platform.organization()
    const urls = await Promise.all(Object.values(MISBEHAVING).map(({ url }) => url()))
    const names = Object.keys(MISBEHAVING)
    for (const [index, url] of urls.entries())
      await install(platform, org, undefined, offer(url, names[index]!))
    await install(platform, org, undefined, offer(agent.url))
    const routeFifty = () =>
      Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const requester_id = `${org.organization_id}/${index}`
          return (await route(org, { message: `text ${index}` }, { requester_id })).body.result
        }),
      )
    const began = performance.now()
    await routeFifty()
    const wanted_ms = HANGING.factor * (performance.now() - began)
    const timeout_ms = Math.round(Math.min(Math.max(wanted_ms, HANGING.least_ms), HANGING.most_ms))
    const ended: string[] = []
    const bad = names.map(async (skill) => {
      const got = await route(org, { skill, timeout_ms })
      ended.push(skill)
      return [skill, got.status, got.body.status, got.body.error?.code]
    })
    // Fifty other tasks get their own results before the tasks of hanging agents time out.
    expect(await routeFifty()).toEqual(
      Array.from({ length: 50 }, (_, index) => ({
        text: [...`text ${index}`].toReversed().join(''),
        for: `${org.organization_id}/${index}`,
      })),
    )
    expect(ended.filter((name) => /hangs (before|in)|drips/.test(name))).toEqual([])
    expect(await Promise.all(bad)).toEqual(
      Object.entries(MISBEHAVING).map(([skill, { code }]) => [skill, 200, 'failed', code]),
    )
    expect(new Set(Object.values(MISBEHAVING).map(({ code }) => code)).size).toBeGreaterThanOrEqual(
      12,
    )

    const { total, items } = await tasksOf(org, '?status=failed&limit=200')
    expect(total).toBe(names.length)
    expect(
      Object.fromEntries(
        items.map((task: { skill: string; error: { code: string } }) => [
          task.skill,
          task.error.code,
        ]),
      ),
    ).toEqual(
      Object.fromEntries(Object.entries(MISBEHAVING).map(([name, { code }]) => [name, code])),
    )
    expect((await tasksOf(org, '?status=working')).total).toBe(0)
  }, 180_000)

  it('at a blocked address cause an error that reveals no more than that it is blocked', async () => {
    const org = await platform.organization()
    await install(platform, org, undefined, offer('http://10.1.2.3:5432/'))
    const { error, execution_time_ms } = (await route(org)).body
    expect(error).toEqual({
      code: 'ADDRESS_BLOCKED',
      message:
        'The platform does not connect to the address of the agent (its host is not a public address; the operator can allow it with SVC_OUTGOING_ALLOW).',
    })
    expect(execution_time_ms).toBeUndefined()
  })

  it('are called only over https at public addresses by default', async () => {
    const strictPlatform = await startPlatform(
      {},
      { agentCaller: httpAgentCaller(readConfig({}, {}).outgoing) },
    )
    const org = await strictPlatform.organization()
    const before = agent.received.length
    for (const upstream_url of [
      agent.url,
      agent.url.replace('http:', 'https:'),
      agent.url.replace('127.0.0.1', 'localhost'),
    ]) {
      const { installation_id } = await install(strictPlatform, org, undefined, offer(upstream_url))
      const got = await org.api.post('/a2a/route', {
        skill: SKILL,
        context: { workspace_id: org.workspace_id },
        target: { installation_id },
      })
      expect(got.body).toMatchObject({ status: 'failed' })
      expect(['ADDRESS_BLOCKED', 'AGENT_UNREACHABLE']).toContain(got.body.error.code)
    }
    expect(agent.received.length).toBe(before)
    strictPlatform.server.close()
  })
})

describe('reputation', () => {
  it('follows from tasks of other organizations, and appears in profile and headers', async () => {
    const [owner, user] = [await platform.organization(), await platform.organization()]
    const mine = await register(owner)
    const { svc_id } = mine
    await installRegistered(platform, user, mine, offer(agent.url))
    for (let index = 0; index < 2; index += 1) await route(user)
    expect(await reputationOf(svc_id)).toMatchObject({
      score: 52,
      samples: 2,
      organizations: 1,
      unattested_outcomes: 2,
      breakdown: { successes: expect.closeTo(0.1925, 6) as unknown, failures: 0, own_outcomes: 0 },
    })
    expect(
      (await user.api.post('/trust/headers', { svc_id })).body.headers['X-Svc-Reputation'],
    ).toBe('52')
    const failing = await httpAgent((_, res) => answer(res, 200, 'oops'))
    await installRegistered(platform, user, mine, offer(failing.url, 'break'))
    await route(user, { skill: 'break' })
    expect(await reputationOf(svc_id)).toMatchObject({ score: 50, samples: 3 })
    const kept = (await platform.database.read((tx) =>
      tx.agents.get({ svc_id, organization_id: owner.organization_id }),
    ))!.reputation
    expect(
      isSameSum(
        (await platform.store.recountReputation({
          svc_id,
          organization_id: owner.organization_id,
        }))!,
        kept,
      ),
    ).toBe(true)
  })

  it('does not change when an organization routes to its own unreachable installation of an agent of another organization, which is shown as unreached', async () => {
    const [owner, user] = [await platform.organization(), await platform.organization()]
    const mine = await register(owner)
    const { svc_id } = mine
    const { installation_id } = await installRegistered(
      platform,
      user,
      mine,
      offer('http://127.0.0.1:9/a2a/tasks'),
    )
    for (let index = 0; index < 20; index += 1)
      expect((await route(user)).body.error.code).toBe('AGENT_UNREACHABLE')
    expect(await reputationOf(svc_id)).toMatchObject({
      score: 50,
      samples: 0,
      organizations: 0,
      unattested_outcomes: 0,
    })
    const shown = (await user.api.get(`/installations/${installation_id}`)).body
    expect(shown).toMatchObject({ health: 'unhealthy', unreached_at: platform.clock.now() })
  })

  it('T-07: does not change when an agent uses another protocol, or a bridge reports that, and other agents are preferred', async () => {
    const other = await httpAgent((_, res) =>
      answer(res, 200, { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } }),
    )
    const bridge = await httpAgent(({ body: { task_id } }, res) => {
      const error = { code: 'protocol_mismatch', message: 'It sent HTML.' }
      answer(res, 500, { task_id, status: 'failed', error })
    })
    for (const [{ url }, code] of [
      [other, 'AGENT_OTHER_PROTOCOL'],
      [bridge, 'protocol_mismatch'],
    ] as const) {
      const [owner, user] = [await platform.organization(), await platform.organization()]
      const mine = await register(owner)
      const { installation_id } = await installRegistered(platform, user, mine, offer(url))
      for (let index = 0; index < 20; index += 1)
        expect((await route(user)).body.error.code).toBe(code)
      expect(await reputationOf(mine.svc_id)).toMatchObject({
        score: 50,
        samples: 0,
        organizations: 0,
        unattested_outcomes: 0,
      })
      const key = { svc_id: mine.svc_id, organization_id: owner.organization_id }
      expect(await platform.store.recountReputation(key)).toMatchObject({ samples: 0 })
      const shown = (await user.api.get(`/installations/${installation_id}`)).body
      expect(shown).toMatchObject({ health: 'unhealthy', unreached_at: platform.clock.now() })
      const good = await register(owner)
      await installRegistered(platform, user, good, offer(agent.url))
      expect((await route(user)).body.agent.svc_id).toBe(good.svc_id)
    }
  })

  it('does not count tasks that its own organization requested, but shows them', async () => {
    const owner = await platform.organization()
    const {
      agent: { svc_id },
    } = await install(platform, owner, undefined, offer(agent.url))
    for (let index = 0; index < 3; index += 1) await route(owner)
    expect(await reputationOf(svc_id)).toMatchObject({
      score: 50,
      samples: 0,
      breakdown: { own_outcomes: 3 },
    })
    expect((await tasksOf(owner)).total).toBe(3)
  })

  it('decides which agent gets the next task', async () => {
    const [owner, user] = [await platform.organization(), await platform.organization()]
    const [first, second] = [await register(owner), await register(owner)]
    const installed = [
      await installRegistered(platform, user, first, offer(agent.url)),
      await installRegistered(platform, user, second, offer(agent.url)),
    ]
    await route(user, { target: { svc_id: second.svc_id } })
    for (let index = 0; index < 3; index += 1)
      expect((await route(user)).body.agent.installation_id).toBe(installed[1]!.installation_id)
  })
})

describe('authorization of routing', () => {
  it('refuses keys without the scope, for another workspace, or of another organization', async () => {
    const [org, other] = [await platform.organization(), await platform.organization()]
    const {
      installation_id,
      agent: { svc_id },
    } = await install(platform, org, undefined, offer(agent.url))
    const before = agent.received.length
    const as = async (key: string) =>
      (
        await platform
          .as(apiKey(key))
          .post('/a2a/route', { skill: SKILL, context: { workspace_id: org.workspace_id } })
      ).body.code
    expect(await as(await platform.apiKey(org.organization_id, { scopes: ['tasks:read'] }))).toBe(
      'SCOPE_REQUIRED',
    )
    const second = await platform.workspace(org.organization_id, 'Second')
    expect(await as(await platform.apiKey(org.organization_id, { workspace_id: second }))).toBe(
      'WORKSPACE_NOT_ALLOWED',
    )
    expect(await as(other.api_key)).toBe('WORKSPACE_NOT_FOUND')
    expect((await route(other, { target: { svc_id } })).body.code).toBe('NO_AGENT_FOR_SKILL')
    expect((await route(other, { target: { installation_id } })).body.code).toBe(
      'NO_AGENT_FOR_SKILL',
    )
    expect(
      (
        await platform
          .as(bearer('adm_nowhere'))
          .post('/a2a/route', { skill: SKILL, context: { workspace_id: org.workspace_id } })
      ).status,
    ).toBe(401)
    expect((await tasksOf(org)).total).toBe(0)
    expect(agent.received.length).toBe(before)
    expect(
      await as(
        await platform.apiKey(org.organization_id, {
          workspace_id: org.workspace_id,
          scopes: ['tasks:route'],
        }),
      ),
    ).toBeUndefined()
  })

  it('responds in the same way for a requester of another organization and for one that does not exist', async () => {
    const [org, other] = [await platform.organization(), await platform.organization()]
    await install(platform, org, undefined, offer(agent.url))
    const hidden = await registerPrivately(platform, other.organization_id)
    const visible = await register(other)
    const ask = async (requester_id: string) => {
      const {
        status,
        body: { request_id, ...body },
      } = await route(org, {}, { requester_id })
      return { status, body }
    }
    const nobody = await ask('nobody-at-all')
    expect([nobody.status, nobody.body.code]).toEqual([404, 'REQUESTER_NOT_FOUND'])
    for (const requester_id of [
      other.organization_id,
      `${other.organization_id}/x`,
      other.email,
      hidden.svc_id,
      visible.svc_id,
    ])
      expect(await ask(requester_id)).toEqual(nobody)
    for (const requester_id of [org.organization_id, `${org.organization_id}/x`])
      expect((await ask(requester_id)).body.status).toBe('completed')
  })

  it('does not let a key with only tasks:route pass a policy by naming the e-mail address of the owner', async () => {
    const org = await platform.organization()
    await install(platform, org, undefined, offer(agent.url))
    const content = {
      ...DEFAULT_POLICY,
      a2a: { allowed_callers: [org.email], allowed_skills: ['*'] },
    }
    await platform.store.setPolicy(platform.context(), {
      workspace_id: org.workspace_id,
      signer: platform.services.signer,
      content,
    })
    const before = agent.received.length
    const named = async (scopes: readonly string[] | undefined, requester_id = org.email) => {
      const key = await platform.apiKey(org.organization_id, {
        workspace_id: org.workspace_id,
        ...(scopes && { scopes }),
      })
      const context = { workspace_id: org.workspace_id, requester_id }
      const { status, body } = await platform
        .as(apiKey(key))
        .post('/a2a/route', { skill: SKILL, message: 'abc', context })
      return [status, body.code]
    }
    expect(await named(['tasks:route'])).toEqual([403, 'SCOPE_REQUIRED'])
    expect(await named(undefined)).toEqual([403, 'SCOPE_REQUIRED'])
    expect(await named(['tasks:route', 'tasks:delegate'])).toEqual([403, 'POLICY_DENIED'])
    expect(await named(['tasks:route'], 'nobody@nowhere.example')).toEqual([
      404,
      'REQUESTER_NOT_FOUND',
    ])
    expect([(await tasksOf(org)).total, agent.received.length]).toEqual([0, before])
  })

  it('records both the credential with tasks:delegate and the requester that it acts for', async () => {
    const org = await platform.organization()
    await install(platform, org, undefined, offer(agent.url))
    const requester_agent = await register(org)
    const api = platform.as(
      apiKey(
        await platform.apiKey(org.organization_id, { scopes: ['tasks:route', 'tasks:delegate'] }),
      ),
    )
    for (const [requester_id, acting_for] of [
      [org.email.toUpperCase(), org.email],
      [requester_agent.svc_id, requester_agent.svc_id],
    ] as const) {
      const got = await api.post('/a2a/route', {
        skill: SKILL,
        message: 'abc',
        context: { workspace_id: org.workspace_id, requester_id },
      })
      expect([got.status, got.body.status, got.body.result.for]).toEqual([
        200,
        'completed',
        requester_id,
      ])
      const task = (await tasksOf(org)).items.find(
        ({ task_id }: { task_id: string }) => task_id === got.body.task_id,
      )
      const requester = {
        organization_id: org.organization_id,
        key_id: expect.stringMatching(/^key_/) as unknown,
        acting_for,
      }
      expect(task).toMatchObject({ requester_id, requester })
      const [routed] = await platform.auditOf(got.headers['x-request-id'] as string)
      expect(routed).toMatchObject({
        actor: { type: 'api_key', id: task.requester.key_id },
        metadata: { requester_id, acting_for },
      })
    }
  })

  it('does not tell the agent the e-mail address of a member for whom a credential acts', async () => {
    const org = await platform.organization()
    await install(platform, org, undefined, offer(agent.url))
    const api = platform.as(
      apiKey(
        await platform.apiKey(org.organization_id, { scopes: ['tasks:route', 'tasks:delegate'] }),
      ),
    )
    const [member] = (await org.api.get(`/orgs/${org.organization_id}/members`)).body.items
    const got = await api.post('/a2a/route', {
      skill: SKILL,
      message: 'abc',
      context: { workspace_id: org.workspace_id, requester_id: member.user_id },
    })
    expect(got.body.status).toBe('completed')
    const { headers, text } = agent.received.at(-1)!
    const { claims } = readStatement<'task'>(headers['x-svc-task'] as string)!
    expect(claims.requester.acting_for).toBe(member.user_id)
    expect(JSON.stringify([claims, text])).not.toContain(org.email)
    const [task] = (await tasksOf(org)).items
    expect(task.requester.acting_for).toBe(org.email)
  })

  it('continues to reach an installation of a claimed agent after its proven owner has made the agent private', async () => {
    const [org, claimant, owner] = [
      await platform.organization(),
      await platform.organization(),
      await platform.organization(),
    ]
    const identity = agentIdentity()
    await claimant.api.post('/agents/register', identity.registration)
    const { path } = await installRegistered(platform, org, identity, offer(agent.url))
    await register(owner, identity)
    expect((await route(org)).body.status).toBe('completed')
    await owner.api.put(`/agents/${identity.svc_id}`, { private: true })
    expect((await route(org)).body.status).toBe('completed')
    expect((await org.api.get(path)).body.agent_name).toBe(identity.registration.name)
  })

  it('lets a credential act for an agent of the workspace that its owner has since made private', async () => {
    const [org, owner] = [await platform.organization(), await platform.organization()]
    await install(platform, org, undefined, offer(agent.url))
    const privateAgent = await register(owner)
    await installRegistered(platform, org, privateAgent)
    await owner.api.put(`/agents/${privateAgent.svc_id}`, { private: true })
    const api = platform.as(
      apiKey(
        await platform.apiKey(org.organization_id, { scopes: ['tasks:route', 'tasks:delegate'] }),
      ),
    )
    const got = await api.post('/a2a/route', {
      skill: SKILL,
      message: 'abc',
      context: { workspace_id: org.workspace_id, requester_id: privateAgent.svc_id },
    })
    expect([got.status, got.body.status]).toEqual([200, 'completed'])
  })

  it('lets a key pass on tasks:delegate only if its own scopes name it', async () => {
    const org = await platform.organization()
    const make = async (key: string, scopes: readonly string[]) =>
      (
        await platform
          .as(apiKey(key))
          .post(`/orgs/${org.organization_id}/api-keys`, { name: 'made', scopes })
      ).body
    expect((await make(org.api_key, ['tasks:route', 'tasks:delegate'])).code).toBe('SCOPE_REQUIRED')
    const creator = await platform.apiKey(org.organization_id, {
      scopes: ['keys:write', 'tasks:delegate'],
    })
    expect((await make(creator, ['tasks:delegate'])).scopes).toEqual(['tasks:delegate'])
    const owner = platform.as(bearer(await platform.session(org.email)))
    const made = await owner.post(`/orgs/${org.organization_id}/api-keys`, {
      name: 'by a person',
      scopes: ['tasks:delegate'],
    })
    expect([made.status, made.body.scopes]).toEqual([201, ['tasks:delegate']])
  })

  it('lets the policy of the workspace decide which agent may request which skill', async () => {
    const org = await platform.organization()
    const [requester_agent, other] = [await register(org), await register(org)]
    const delegating = {
      ...org,
      api: platform.as(
        apiKey(
          await platform.apiKey(org.organization_id, { scopes: ['tasks:route', 'tasks:delegate'] }),
        ),
      ),
    }
    await install(platform, org, undefined, offer(agent.url))
    await platform.store.setPolicy(platform.context(), {
      workspace_id: org.workspace_id,
      signer: platform.services.signer,
      content: {
        ...DEFAULT_POLICY,
        a2a: { allowed_callers: [requester_agent.svc_id, other.svc_id], allowed_skills: [SKILL] },
      },
    })
    const denied = await route(org)
    expect([denied.status, denied.body.code]).toEqual([403, 'POLICY_DENIED'])
    expect(denied.body.message).toContain('a2a.allowed_callers')
    expect(
      (await platform.auditOf(denied.headers['x-request-id'] as string)).map(
        ({ event_type, outcome }) => [event_type, outcome],
      ),
    ).toEqual([['policy.violated', 'denied']])
    // The policy must allow the credential, too, not only the requester that it names.
    expect((await route(delegating, {}, { requester_id: requester_agent.svc_id })).body.code).toBe(
      'POLICY_DENIED',
    )
    await platform.store.setPolicy(platform.context(), {
      workspace_id: org.workspace_id,
      signer: platform.services.signer,
      content: {
        ...DEFAULT_POLICY,
        a2a: {
          allowed_callers: [requester_agent.svc_id, org.organization_id],
          allowed_skills: [SKILL],
        },
      },
    })
    expect(
      (await route(delegating, {}, { requester_id: requester_agent.svc_id })).body.status,
    ).toBe('completed')
    expect((await route(delegating, {}, { requester_id: other.svc_id })).body.code).toBe(
      'POLICY_DENIED',
    )
    expect(
      (await route(delegating, { skill: 'other' }, { requester_id: requester_agent.svc_id })).body
        .code,
    ).toBe('POLICY_DENIED')
  })

  it('routes no tasks to an agent that the operator suspended', async () => {
    const org = await platform.organization()
    const {
      agent: { svc_id },
    } = await install(platform, org, undefined, offer(agent.url))
    await platform.store.setSuspended(platform.context(), { svc_id, suspended: true, reason: 'x' })
    expect((await route(org)).body.code).toBe('NO_AGENT_FOR_SKILL')
  })
})

describe('routing during failures', () => {
  it('calls no agent inside a transaction', async () => {
    const inside = new AsyncLocalStorage<true>()
    const watched = (database: Database): Database => ({
      ...database,
      transact: (body) => database.transact((tx) => inside.run(true, () => body(tx))),
      read: (body) => database.read((tx) => inside.run(true, () => body(tx))),
    })
    const calls: (true | undefined)[] = []
    const agentCaller: AgentCaller = {
      async call() {
        calls.push(inside.getStore())
        return {
          answer: { kind: 'failed', code: 'AGENT_TIMEOUT', reached: true },
          execution_time_ms: 5,
        }
      },
      close: () => undefined,
    }
    const own = await startPlatform(
      {},
      { agentCaller, store: createStore(watched(await openDatabase('memory:'))) },
    )
    const org = await own.organization()
    await install(own, org, undefined, offer('https://agent.example/a2a/tasks'))
    const ask = () =>
      org.api.post('/a2a/route', { skill: SKILL, context: { workspace_id: org.workspace_id } })
    expect((await Promise.all([ask(), ask(), ask()])).map(({ body }) => body.error.code)).toEqual([
      'AGENT_TIMEOUT',
      'AGENT_TIMEOUT',
      'AGENT_TIMEOUT',
    ])
    expect(calls).toEqual([undefined, undefined, undefined])
    own.server.close()
  })

  it('stores a task and its audit record durably before it calls the agent', async () => {
    const folder = newFolder('routing')
    const address = `sqlite:${join(folder, 'registry.db')}`
    const found: unknown[] = []
    const agentCaller: AgentCaller = {
      async call({ body }) {
        const { task_id } = JSON.parse(body) as { task_id: string }
        const another = await openDatabase(address)
        found.push(
          await another.read(async (tx) => [
            (await tx.tasks.get({ task_id }))?.status,
            await tx.audit_log.count({ chain: org.organization_id, event_type: 'task.routed' }),
          ]),
        )
        await another.close()
        return {
          answer: { kind: 'failed', code: 'AGENT_TIMEOUT', reached: true },
          execution_time_ms: 5,
        }
      },
      close: () => undefined,
    }
    const own = await startPlatform(
      {},
      { agentCaller, store: createStore(await openDatabase(address)) },
    )
    const org = await own.organization()
    await install(own, org, undefined, offer('https://agent.example/a2a/tasks'))
    await org.api.post('/a2a/route', { skill: SKILL, context: { workspace_id: org.workspace_id } })
    expect(found).toEqual([['working', 1]])
    own.server.close()
    await own.services.store.close()
  })

  it('abandons a task under way when the platform stops, and does not count it against the agent', async () => {
    const own = await startOnLoopback()
    const [owner, user] = [await own.organization(), await own.organization()]
    const hanging = await httpAgent(() => undefined)
    const {
      agent: { svc_id },
    } = await installRegistered(own, user, await register(owner), offer(hanging.url))
    const pending = user.api.post('/a2a/route', {
      skill: SKILL,
      context: { workspace_id: user.workspace_id },
    })
    await until(() => hanging.received.length > 0, 'the task does not reach the agent')
    own.services.agentCaller.close()
    expect((await pending).body).toMatchObject({
      status: 'failed',
      error: { code: 'TASK_ABANDONED' },
    })
    expect((await user.api.get(`/trust/profile/did:svc:${svc_id}`)).body.reputation).toMatchObject({
      score: 50,
      samples: 0,
    })
    own.server.close()
  })

  it('does not change the failure of a task that was abandoned in the meantime, responds with the stored state, and counts it once', async () => {
    const org = await platform.organization()
    let release = (): void => undefined
    const slow = await httpAgent(
      ({ body }, res) =>
        new Promise<void>((done) => {
          release = () => {
            answer(res, 200, { task_id: body.task_id, status: 'completed', result: {}, output: {} })
            done()
          }
        }),
    )
    await install(platform, org, undefined, offer(slow.url))
    const pending = route(org, { timeout_ms: 1000 })
    await until(() => slow.received.length > 0, 'the task does not reach the agent')
    expect((await tasksOf(org, '?status=working')).total).toBe(1)
    await platform.advance(12 * SECOND)
    release()
    const got = await pending
    expect(got.body).toMatchObject({ status: 'failed', error: { code: 'TASK_ABANDONED' } })
    expect(got.body).not.toHaveProperty('result')
    expect((await tasksOf(org)).items).toMatchObject([
      { status: 'failed', error: { code: 'TASK_ABANDONED' } },
    ])
    await platform.advance(60 * SECOND)
    const { points } = (await org.api.get(`/orgs/${org.organization_id}/installations/trends`)).body
    const steps = points.filter(({ tasks }: { tasks: number }) => tasks > 0)
    expect(steps).toMatchObject([{ tasks: 1, failures: 1 }])
  })

  it('finishes a task whose caller has disconnected', async () => {
    const org = await platform.organization()
    const caller = new AbortController()
    const late = await httpAgent(async ({ body }, res) => {
      caller.abort()
      await disconnected
      answer(res, 200, { task_id: body.task_id, status: 'completed', result: {}, output: {} })
    })
    await install(platform, org, undefined, offer(late.url))
    const { port } = platform.server.address() as { port: number }
    const pendingRequest = fetch(`http://127.0.0.1:${port}/api/v1/a2a/route`, {
      method: 'POST',
      headers: { 'X-API-Key': org.api_key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ skill: SKILL, context: { workspace_id: org.workspace_id } }),
      signal: caller.signal,
    })
    const disconnected = expect(pendingRequest).rejects.toThrow()
    await disconnected
    await until(
      async () => (await tasksOf(org, '?status=completed')).total === 1,
      'the task is not completed',
    )
    expect((await tasksOf(org)).items).toMatchObject([{ status: 'completed' }])
  })

  it('writes neither requests nor answers to logs or audit records', async () => {
    const org = await platform.organization()
    const canary = await httpAgent(({ body }, res) =>
      answer(res, 200, {
        task_id: body.task_id,
        status: 'completed',
        result: { secret: 'CANARY-result' },
        output: { secret: 'CANARY-result' },
      }),
    )
    await install(platform, org, undefined, offer(canary.url))
    expect(
      (await route(org, { message: 'CANARY-message', input: { more: 'CANARY-input' } })).body
        .result,
    ).toEqual({
      secret: 'CANARY-result',
    })
    expect(JSON.stringify(await platform.rows()) + platform.log.join('')).not.toContain('CANARY')
  })
})
