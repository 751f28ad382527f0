import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { standalone, type PlatformLink } from '../../../../src/agent/index.ts'
import { manifestOf, startAgent, type SentHeaders, type TestAgent } from '../agents.ts'
import { agentIdentity, type TestAgent as Identity } from '../../../http/agents.ts'
import { START } from '../../../http/platform.ts'
import { readMessage } from '../../../../src/agent/server/a2a/message.ts'
import { assertTerminates } from '../../../kit/bounds.ts'
import { linkOf, signedBy, type ReceiverIdentity } from '../statements.ts'
import { CLIENTS, createSteppedSkill, CURRENT, SKILL, type Client } from './clients.ts'

const RECEIVER: Omit<ReceiverIdentity, 'svc_id'> = {
  installation_id: '4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3',
  workspace_id: 'ws_victim',
  upstream_url: 'https://victim.example/a2a/tasks',
  issuer: 'https://agents.example.com',
}
const A = agentIdentity()
const B = agentIdentity()
const steps = createSteppedSkill()
/** The skill of each signature that the platform was asked about. */
const asked: string[] = []
let open: TestAgent
let strict: TestAgent

/** Starts an agent whose platform confirms every signature of a named skill; the signatures themselves are tested elsewhere. */
async function start(require_signed: boolean): Promise<TestAgent> {
  const identity = { ...RECEIVER, svc_id: 'unused' }
  const link: PlatformLink = {
    ...standalone('https://agents.example.com/api/v1'),
    ...linkOf(identity),
    verifyTrust: async ({ svc_id, context }) => {
      asked.push((context as { readonly skill: string }).skill)
      return {
        valid: true,
        svc_id,
        audience: 'matched',
        freshness: 'fresh',
        checks: [],
        policy: { allowed: true, rule: 'default' },
        verification_status: 'verified',
        reputation_score: 50,
      } as never
    },
  }
  const manifest = manifestOf({ step: {}, echo: {} }, { require_signed })
  const skills = { step: steps.skill, echo: ({ text }: { text: string }) => ({ text }) }
  return startAgent(manifest, skills, { platform: link })
}
beforeAll(async () => {
  open = await start(false)
  strict = await start(true)
})
afterAll(async () => {
  await open.agent.close({ grace_ms: 0 })
  await strict.agent.close({ grace_ms: 0 })
})

const bodyOf = (method: string, params: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const signed = (agent: TestAgent, by: Identity, body: string, skill: string): SentHeaders =>
  signedBy(
    by,
    body,
    { ...RECEIVER, svc_id: agent.agent.svc_id },
    {
      now_ms: START,
      context: { skill },
    },
  )
/** Starts a task that runs until `steps.open` is called, signed by an agent or unsigned, and returns its id. */
async function begin(client: Client, by: Identity | undefined, agent = open): Promise<string> {
  const configuration = { returnImmediately: true, blocking: false }
  const params = client.message({ skill: 'step', text: 'secret', params: { configuration } })
  const body = bodyOf(client.methods.send, params)
  const headers = by ? signed(agent, by, body, 'step') : {}
  const response = await agent.rpc(body, { ...client.headers, ...headers })
  return client.taskOf(response.body.result).id as string
}
/** Sends a request about a task, signed by an agent or unsigned. */
const sendAbout = (
  client: Client,
  method: string,
  id: string,
  by: Identity | undefined,
  agent = open,
) => {
  const body = bodyOf(method, { id })
  const headers = by ? signed(agent, by, body, 'tasks') : {}
  return agent.rpc(body, { ...client.headers, ...headers })
}

describe.each(CLIENTS)('an A2A $version task', (client) => {
  const { get, cancel, subscribe, send } = client.methods

  it('that A signed is not found by B, by a caller who signs nothing, or as the task of a message', async () => {
    const id = await begin(client, A)
    const unknown = await sendAbout(client, get, '00000000-0000-7000-8000-000000000000', B)
    for (const method of [get, cancel, subscribe])
      for (const by of [B, undefined]) {
        const response = await sendAbout(client, method, id, by)
        expect([response.status, response.body.error.code]).toEqual([200, -32001])
        expect(response.text).not.toContain('secret')
        // A task of another caller is indistinguishable from one that does not exist.
        expect(response.body.error.message.replace(id, '')).toBe(
          unknown.body.error.message.replace('00000000-0000-7000-8000-000000000000', ''),
        )
      }
    const params = client.message({ skill: 'echo', message: { taskId: id } })
    const body = bodyOf(send, params)
    const continued = await open.rpc(body, { ...client.headers, ...signed(open, B, body, 'echo') })
    expect(continued.body.error.code).toBe(-32001)
    const own = await sendAbout(client, get, id, A)
    expect(own.body.result.status.state).toBe(client.states.working)
    expect((await sendAbout(client, cancel, id, A)).body.result.status.state).toBe(
      client.states.canceled,
    )
  })

  it('of an anonymous caller is not found by an agent, even one that learned its id', async () => {
    const id = await begin(client, undefined)
    expect((await sendAbout(client, get, id, B)).body.error.code).toBe(-32001)
    expect((await sendAbout(client, get, id, undefined)).body.result.id).toBe(id)
  })

  it('T-05: cannot be started, read, canceled or followed unsigned where signatures are required', async () => {
    const id = await begin(client, A, strict)
    const calls = [
      bodyOf(client.methods.send, client.message({ skill: 'echo' })),
      bodyOf(client.methods.stream, client.message({ skill: 'echo' })),
      ...[get, cancel, subscribe].map((method) => bodyOf(method, { id })),
    ]
    for (const body of calls) {
      const response = await strict.rpc(body, client.headers)
      expect([response.status, response.body.error.data.code]).toEqual([401, 'unauthorized'])
    }
    expect((await sendAbout(client, get, id, A, strict)).body.result.status.state).toBe(
      client.states.working,
    )
  })
})

it('T-03: a message is verified for the skill it names, and a request about a task for `tasks`', async () => {
  asked.length = 0
  const id = await begin(CURRENT, A)
  await sendAbout(CURRENT, 'GetTask', id, A)
  expect(asked).toEqual(['step', 'tasks'])
})

it('T-03: a signed message that names no skill is refused with 401', async () => {
  const body = bodyOf('SendMessage', CURRENT.message({}))
  const response = await open.rpc(body, { ...CURRENT.headers, ...signed(open, A, body, 'echo') })
  expect([response.status, response.body.error.data.code]).toEqual([401, 'unauthorized'])
})

it('T-01: a request to /a2a with the header X-Svc-Task is refused with 401, because the header is accepted at /a2a/tasks only', async () => {
  const params = { message: { metadata: { [SKILL]: { skill: 'echo' } } } }
  for (const method of ['SendMessage', 'message/send', 'GetTask']) {
    const response = await open.rpc(bodyOf(method, params), { 'X-Svc-Task': 'e30.e30' })
    expect(response.status).toBe(401)
    expect(response.body.error.message).toContain('/a2a/tasks only')
  }
})

it('a message with many data parts is read in linear time', () => {
  const members = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`m${at}`, at]))
  const parts = [{ data: members }, ...Array.from({ length: 50_000 }, () => ({ data: {} }))]
  const message = { messageId: 'm-1', role: 'user', parts }
  assertTerminates(() => expect(readMessage({ message })).toMatchObject({ input: { m7: 7 } }))
})
