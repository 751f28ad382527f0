import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import { signedText, type Claims, readStatement } from '../../../src/domain/signatures/signature.ts'
import { httpAgentCaller } from '../../../src/ports/agent-caller.ts'
import { agentIdentity, install, installRegistered, type TestAgent } from '../agents.ts'
import { bearer } from '../client.ts'
import { ISSUER, startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { answer, httpAgent, type ReceivedTask, type RunningAgent } from '../task-agents.ts'

const SKILL = 'read'
let platform: TestPlatform
let owner: TestOrganization
let hostile: TestOrganization
beforeAll(async () => {
  platform = await startPlatform(
    {},
    { agentCaller: httpAgentCaller({ http: true, allow: ['127.0.0.1'] }) },
  )
  owner = await platform.organization('enterprise', 'Owner')
  hostile = await platform.organization('enterprise', 'Hostile')
})
afterAll(() => {
  platform.services.agentCaller.close()
  platform.server.close()
})
const route = ({ api, workspace_id }: TestOrganization, installation_id: string) =>
  api.post('/a2a/route', {
    skill: SKILL,
    message: 'x',
    context: { workspace_id },
    target: { installation_id },
  })

/** Returns the headers of a signed answer to a task, with the claims that a test changes. */
function signedAnswer(
  agent: TestAgent,
  { body: { task_id }, text }: ReceivedTask,
  content: string,
  status = 200,
  changes: Partial<Claims['answer']> = {},
) {
  const issued_at = platform.clock.now()
  const claims: Claims['answer'] = {
    issuer: ISSUER,
    svc_id: agent.svc_id,
    audience: ISSUER,
    request_nonce: task_id,
    request_body_hash: sha256Hex(text),
    response_body_hash: sha256Hex(content),
    status,
    issued_at,
    ...changes,
  }
  return {
    'X-Svc-Agent-ID': agent.svc_id,
    'X-Svc-Timestamp': issued_at,
    'X-Svc-Signature': agent.sign(signedText('answer', claims)),
  }
}
const contentOf = ({ body: { task_id } }: ReceivedTask) =>
  JSON.stringify({ task_id, status: 'completed', result: {}, output: {} })

describe('the signature of an answer to a task', () => {
  let reply: (task: ReceivedTask, res: ServerResponse) => void
  let running: RunningAgent
  beforeAll(async () => {
    running = await httpAgent((task, res) => reply(task, res))
  })
  const installed = async (registered?: TestAgent) => {
    const details = { capabilities: [SKILL], upstream_url: running.url }
    const { agent, installation_id } = registered
      ? await installRegistered(platform, owner, registered, details)
      : await install(platform, owner, agentIdentity(), details)
    const attestedAt = async () =>
      (await owner.api.get(`/installations/${installation_id}`)).body.attested_at as
        | string
        | undefined
    const task = async () => {
      const { body } = await route(owner, installation_id)
      return [body.status, body.error?.code, body.attested]
    }
    return { agent, installation_id, attestedAt, task }
  }
  const unsigned = (task: ReceivedTask, res: ServerResponse) => answer(res, 200, contentOf(task))

  it('attests the installation permanently, and leaves earlier outcomes unattested', async () => {
    const { agent, attestedAt, task } = await installed()
    reply = unsigned
    expect([await task(), await attestedAt()]).toEqual([['completed', undefined, false], undefined])
    reply = (received, res) =>
      answer(res, 200, contentOf(received), signedAnswer(agent, received, contentOf(received)))
    expect([await task(), await attestedAt()]).toEqual([
      ['completed', undefined, true],
      platform.clock.now(),
    ])
    reply = unsigned
    expect(await task()).toEqual(['completed', undefined, true])
    const { items } = (
      await platform
        .as({ ...bearer(owner.api_key), 'X-Workspace-ID': owner.workspace_id })
        .get(`/tasks?agent_id=${agent.svc_id}`)
    ).body
    expect(items.map(({ attested }: { attested: boolean }) => attested).toSorted()).toEqual([
      false,
      true,
      true,
    ])
  })

  it('is verified for a failure as well', async () => {
    const { agent, task } = await installed()
    const content = ({ body: { task_id } }: ReceivedTask) =>
      JSON.stringify({ task_id, status: 'failed', error: { code: 'no', message: 'No.' } })
    reply = (received, res) =>
      answer(res, 400, content(received), signedAnswer(agent, received, content(received), 400))
    expect(await task()).toEqual(['failed', 'no', true])
    reply = (received, res) =>
      answer(res, 400, content(received), signedAnswer(agent, received, content(received), 200))
    expect(await task()).toEqual(['failed', 'AGENT_BAD_SIGNATURE', true])
  })

  const wrong: readonly (readonly [
    string,
    (agent: TestAgent, task: ReceivedTask) => Record<string, string>,
  ])[] = [
    [
      'made by another key',
      (agent, task) => ({
        ...signedAnswer(agentIdentity(), task, contentOf(task)),
        'X-Svc-Agent-ID': agent.svc_id,
      }),
    ],
    ['made by another agent', (_, task) => signedAnswer(agentIdentity(), task, contentOf(task))],
    ['of another answer', (agent, task) => signedAnswer(agent, task, '{}')],
    [
      'to another request',
      (agent, task) =>
        signedAnswer(agent, task, contentOf(task), 200, { request_body_hash: sha256Hex('x') }),
    ],
    [
      'to another task',
      (agent, task) => signedAnswer(agent, task, contentOf(task), 200, { request_nonce: 'other' }),
    ],
    [
      'for another platform',
      (agent, task) =>
        signedAnswer(agent, task, contentOf(task), 200, {
          issuer: 'https://other.test',
          audience: 'https://other.test',
        }),
    ],
    [
      'for an agent as audience',
      (agent, task) => signedAnswer(agent, task, contentOf(task), 200, { audience: agent.svc_id }),
    ],
    ['over another status', (agent, task) => signedAnswer(agent, task, contentOf(task), 201)],
    [
      'sent without its timestamp',
      (agent, task) => ({ ...signedAnswer(agent, task, contentOf(task)), 'X-Svc-Timestamp': '' }),
    ],
    [
      'not a signature',
      (agent) => ({
        'X-Svc-Agent-ID': agent.svc_id,
        'X-Svc-Timestamp': platform.clock.now(),
        'X-Svc-Signature': 'nonsense',
      }),
    ],
    [
      'made for another purpose',
      (agent, task) => ({
        ...signedAnswer(agent, task, contentOf(task)),
        'X-Svc-Signature': agent.trust({}).signature,
      }),
    ],
  ]
  it.each(wrong)('fails the task and attests nothing when it is wrong: %s', async (_, make) => {
    const { agent, attestedAt, task } = await installed()
    reply = (received, res) => answer(res, 200, contentOf(received), make(agent, received))
    expect([await task(), await attestedAt()]).toEqual([
      ['failed', 'AGENT_BAD_SIGNATURE', false],
      undefined,
    ])
  })

  it.each([
    ['the id is 64 hexadecimal digits, but not the hash of the registration', 'f'.repeat(64), {}],
    ['the key is invalid or weak', 'unsound-key', { key_sound: false }],
  ])(
    'T-06: verifies and attests nothing if %s, but still fails a task whose answer names another agent',
    async (_, svc_id, facts) => {
      const agent = { ...agentIdentity(), svc_id }
      await platform.store.registerAgent(platform.context(), {
        ...agent.registration,
        organization_id: owner.organization_id,
        key_sound: true,
        proven: false,
        private: false,
        details: {},
        ...facts,
        svc_id,
      })
      const { attestedAt, task } = await installed(agent)
      reply = (received, res) =>
        answer(res, 200, contentOf(received), signedAnswer(agent, received, contentOf(received)))
      expect([await task(), await attestedAt()]).toEqual([
        ['completed', undefined, false],
        undefined,
      ])
      const context = { issuer: ISSUER, workspace_id: owner.workspace_id }
      const signature = agent.sign(signedText('trust', { svc_id, context }))
      const { body } = await owner.api.post('/trust/verify', { svc_id, context, signature })
      expect([body.valid, body.reason]).toEqual([false, 'key_unsound'])
      reply = (received, res) =>
        answer(res, 200, contentOf(received), {
          ...signedAnswer(agent, received, contentOf(received)),
          'X-Svc-Agent-ID': 'another-agent',
        })
      expect(await task()).toEqual(['failed', 'AGENT_BAD_SIGNATURE', false])
    },
  )

  it('T-04: attests nothing when an answer to an earlier task is replayed by another installation', async () => {
    const { agent, task } = await installed()
    let harvested: { content: string; headers: Record<string, string> } | undefined
    reply = (received, res) => {
      harvested = {
        content: contentOf(received),
        headers: signedAnswer(agent, received, contentOf(received)),
      }
      answer(res, 200, harvested.content, harvested.headers)
    }
    expect(await task()).toEqual(['completed', undefined, true])
    const { installation_id } = await installRegistered(platform, hostile, agent, {
      capabilities: [SKILL],
      upstream_url: running.url,
    })
    const hostileTask = async () => {
      const { body } = await route(hostile, installation_id)
      return [body.status, body.error?.code, body.attested]
    }
    reply = (received, res) => answer(res, 200, contentOf(received), harvested!.headers)
    expect(await hostileTask()).toEqual(['failed', 'AGENT_BAD_SIGNATURE', false])
    reply = (_, res) => answer(res, 200, harvested!.content, harvested!.headers)
    expect(await hostileTask()).toEqual(['failed', 'AGENT_BAD_SIGNATURE', false])
  })
})

describe('T-01: the statement to a hostile installation of an agent', () => {
  it('names that installation and its address, never another one of the same agent', async () => {
    const [hostileAgent, real] = [
      await httpAgent((task, res) => answer(res, 200, contentOf(task))),
      await httpAgent((task, res) => answer(res, 200, contentOf(task))),
    ]
    const agent = agentIdentity()
    const genuine = await install(platform, owner, agent, {
      capabilities: [SKILL],
      upstream_url: real.url,
    })
    const { installation_id } = await installRegistered(platform, hostile, agent, {
      capabilities: [SKILL],
      upstream_url: hostileAgent.url,
    })
    await route(hostile, installation_id)
    const { claims } = readStatement<'task'>(
      hostileAgent.received.at(-1)!.headers['x-svc-task'] as string,
    )!
    expect(claims).toMatchObject({
      audience: { svc_id: agent.svc_id, installation_id },
      upstream_url: hostileAgent.url,
      organization_id: hostile.organization_id,
      workspace_id: hostile.workspace_id,
      requester: { organization_id: hostile.organization_id },
    })
    expect(claims.audience.installation_id).not.toBe(genuine.installation_id)
    // No choice of target brings the hostile organization a statement for the owner's installation.
    for (const target of [
      { installation_id: genuine.installation_id },
      { svc_id: agent.svc_id, installation_id: genuine.installation_id },
    ]) {
      const got = await hostile.api.post('/a2a/route', {
        skill: SKILL,
        message: 'x',
        context: { workspace_id: hostile.workspace_id },
        target,
      })
      expect(got.body.code).toBe('NO_AGENT_FOR_SKILL')
    }
    expect(real.received).toEqual([])
  })

  it('comes without a header that counts as the signature of an agent', async () => {
    const hostileAgent = await httpAgent((task, res) => answer(res, 200, contentOf(task)))
    const { installation_id, agent } = await install(platform, hostile, agentIdentity(), {
      capabilities: [SKILL],
      upstream_url: hostileAgent.url,
    })
    await route(hostile, installation_id)
    const { headers } = (await hostile.api.post('/trust/headers', { svc_id: agent.svc_id }))
      .body as { headers: object }
    for (const sent of [hostileAgent.received.at(-1)!.headers, headers])
      expect(Object.keys(sent).filter((name) => /signature|signed-by/i.test(name))).toEqual([])
  })
})

describe('verification by an installation', () => {
  const contextOf = (
    receiver: { agent: TestAgent; installation_id: string },
    more: object = {},
  ) => ({
    issuer: ISSUER,
    audience: { svc_id: receiver.agent.svc_id, installation_id: receiver.installation_id },
    skill: SKILL,
    request_body_hash: sha256Hex('x'),
    timestamp: platform.clock.now(),
    ...more,
  })
  const ask = async (runtime_token: string, body: object) => {
    const got = await platform.as(bearer(runtime_token)).post('/trust/verify', body)
    return [got.body.valid, got.body.reason, got.body.audience]
  }

  it('T-03: refuses a signed request that its receiver passes on to another', async () => {
    const caller = await install(platform, owner)
    const receiver = await install(platform, owner)
    const [other, elsewhere] = [await install(platform, owner), await install(platform, hostile)]
    const signed = caller.agent.trust(contextOf(receiver, { nonce: 'once' }))
    for (const { runtime_token } of [other, elsewhere])
      expect(await ask(runtime_token, signed)).toEqual([false, 'audience_mismatch', 'mismatched'])
    // The failed attempts have not used up the nonce.
    expect(await ask(receiver.runtime_token, signed)).toEqual([true, 'verified', 'matched'])
    expect(await ask(receiver.runtime_token, signed)).toEqual([false, 'nonce_reused', 'matched'])
  })

  it('T-03: refuses what was signed for another platform', async () => {
    const [caller, receiver] = [await install(platform, owner), await install(platform, owner)]
    expect(
      await ask(
        receiver.runtime_token,
        caller.agent.trust(contextOf(receiver, { issuer: 'https://other.test' })),
      ),
    ).toEqual([false, 'issuer_mismatch', 'matched'])
  })

  it('verifies a bare context and reports what is missing; does not check the audience for an API key', async () => {
    const [caller, receiver] = [await install(platform, owner), await install(platform, owner)]
    const bare = caller.agent.trust({ workspace_id: owner.workspace_id })
    expect(
      (await platform.as(bearer(receiver.runtime_token)).post('/trust/verify', bare)).body,
    ).toMatchObject({ valid: true, audience: 'not_provided', freshness: 'not_provided' })
    const full = caller.agent.trust(contextOf(receiver))
    expect((await owner.api.post('/trust/verify', full)).body).toMatchObject({
      valid: true,
      audience: 'not_checked',
      freshness: 'fresh',
    })
    expect(
      (
        await owner.api.post('/trust/verify', {
          ...full,
          context: { ...full.context, audience: 'me' },
        })
      ).status,
    ).toBe(422)
  })

  it('accepts unknown members of the context, which are signed, but not of its audience', async () => {
    const [caller, receiver] = [await install(platform, owner), await install(platform, owner)]
    const runtime = platform.as(bearer(receiver.runtime_token))
    const { audience, ...context } = contextOf(receiver)
    const verify = (more: object) =>
      runtime.post('/trust/verify', caller.agent.trust({ ...context, ...more }))
    expect((await verify({ audience, region: 'eu' })).body).toMatchObject({
      valid: true,
      audience: 'matched',
    })
    expect((await verify({ audience: { ...audience, region: 'eu' } })).body).toMatchObject({
      code: 'INVALID_BODY',
      issues: [{ path: '/body/context/audience/region' }],
    })
  })

  it('T-04: does not treat verification of a harvested signature as a proof of ownership', async () => {
    const agent = agentIdentity()
    await hostile.api.post('/agents/register', agent.registration)
    const profile = async () => (await hostile.api.get(`/agents/${agent.svc_id}`)).body
    const before = await profile()
    const harvested = agent.trust({
      workspace_id: hostile.workspace_id,
      timestamp: platform.clock.now(),
      nonce: 'harvested',
    })
    const got = await hostile.api.post('/trust/verify', harvested)
    expect(got.body.valid).toBe(true)
    expect((await profile()).verification_status).toBe(before.verification_status)
    expect((await profile()).verification_status).not.toBe('verified')
    expect(
      (await platform.auditOf(got.headers['x-request-id'] as string)).map(
        ({ event_type }) => event_type,
      ),
    ).toEqual([])
  })
})
