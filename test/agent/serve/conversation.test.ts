import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ForeignError } from '../../../src/agent/tasks/skill-errors.ts'
import { HOUR } from '../../kit/time.ts'
import { manifestOf, startAgent, TEXT, trustOf, type TestAgent } from './agents.ts'

let desk: TestAgent
let strict: TestAgent
let chatAgent: TestAgent
const ADD = { type: 'object', required: ['a'] } as const

beforeAll(async () => {
  desk = await startAgent(
    manifestOf({ add: { input: ADD }, echo: { input: TEXT }, throws: { input: TEXT } }),
    {
      add: () => ({}),
      echo: ({ text }) => ({ text: `You said: ${text}` }),
      throws: () => {
        throw new Error()
      },
    },
  )
  strict = await startAgent(manifestOf({ add: { input: ADD } }), { add: () => ({}) })
  chatAgent = await startAgent(
    manifestOf({ add: { input: ADD } }),
    { add: () => ({}) },
    {
      chat: async ({ message, client_id, conversation_id }) => {
        if (message === 'half') return '\ud83d'
        if (message === 'boom') throw new Error('the password is hunter2')
        return `${client_id}/${conversation_id}: ${message}`
      },
    },
  )
})
afterAll(() =>
  Promise.all([desk, strict, chatAgent].map(({ agent }) => agent.close({ grace_ms: 100 }))),
)

async function connect(agent: TestAgent, client_id = 'desk', scope?: readonly string[]) {
  const { body } = await agent.post('/svc/auth', { client_id, ...(scope && { scope }) })
  return { Authorization: `Bearer ${body.session_token as string}`, 'X-Svc-Client-ID': client_id }
}

describe('sessions', () => {
  it('have a token of 256 bits, which is not logged, and expire after an hour', async () => {
    const [one, two] = [
      await desk.post('/svc/auth', { client_id: 'a', scope: ['chat'] }),
      await desk.post('/svc/auth', { client_id: 'a' }),
    ]
    expect(one).toMatchObject({
      status: 200,
      body: {
        session_token: expect.stringMatching(/^sess_[A-Za-z0-9_-]{43}$/),
        expires_at: '2026-03-01T13:00:00.000Z',
      },
    })
    expect(two.body.session_token).not.toBe(one.body.session_token)
    expect(JSON.stringify(desk.log)).not.toContain(one.body.session_token)
  })

  it.each([
    ['no client_id', {}],
    ['an empty client_id', { client_id: '' }],
    ['a client_id that no header can carry', { client_id: 'ü' }],
    ['a scope that is a string', { client_id: 'a', scope: 'chat' }],
    ['a scope of numbers', { client_id: 'a', scope: [1] }],
  ])('are refused with %s', async (_name, body) => {
    const response = await desk.post('/svc/auth', body)
    expect(response).toMatchObject({ status: 422, body: { code: 'INVALID_BODY' } })
    expect(response.body.issues[0].path).toMatch(/^\/body/)
    expect(response.text).not.toContain('sess_')
  })

  it('hold a conversation in which every message is a separate task', async () => {
    const session = await connect(desk)
    const one = await desk.post('/chat', { message: 'hello', conversation_id: 'c-1' }, session)
    expect(one).toMatchObject({
      status: 200,
      body: {
        message: 'You said: hello',
        conversation_id: 'c-1',
        task_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    })
    expect(trustOf(one)).toMatchObject({
      svc_id: desk.agent.svc_id,
      reputation: '50',
      verification: 'unverified',
      task_id: one.body.task_id,
    })
    const two = await desk.post('/chat', { message: 'hello', conversation_id: 'c-1' }, session)
    expect(two.body.task_id).not.toBe(one.body.task_id)
    expect(trustOf(two).trace_id).not.toBe(trustOf(one).trace_id)
  })

  it('start a new conversation if none is named', async () => {
    const session = await connect(desk)
    const [one, two] = [
      await desk.post('/chat', { message: 'a' }, session),
      await desk.post('/chat', { message: 'a' }, session),
    ]
    expect(one.body.conversation_id).not.toBe(two.body.conversation_id)
  })

  it('are valid for one client only', async () => {
    const { Authorization } = await connect(desk, 'desk')
    const refused = async (headers: Record<string, string>, code: string) => {
      expect(await desk.post('/chat', { message: 'x' }, headers)).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': expect.stringMatching(/^Bearer/) },
        body: { code },
      })
    }
    await refused({}, 'MISSING_SESSION')
    await refused({ 'X-Svc-Client-ID': 'desk' }, 'MISSING_SESSION')
    await refused({ Authorization }, 'INVALID_CLIENT_ID')
    await refused({ Authorization, 'X-Svc-Client-ID': 'other' }, 'INVALID_CLIENT_ID')
    await refused(
      { Authorization: 'Bearer sess_nothing', 'X-Svc-Client-ID': 'desk' },
      'INVALID_SESSION',
    )
    await refused({ Authorization: 'Basic ZGVzazo=', 'X-Svc-Client-ID': 'desk' }, 'INVALID_SESSION')
  })

  it('are refused after they expire', async () => {
    const agent = await startAgent(manifestOf({ echo: { input: TEXT } }), {
      echo: ({ text }) => text,
    })
    const session = await connect(agent)
    agent.clock.advance(HOUR - 1)
    expect(await agent.post('/chat', { message: 'x' }, session)).toMatchObject({ status: 200 })
    agent.clock.advance(1)
    expect(await agent.post('/chat', { message: 'x' }, session)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_SESSION' },
    })
    await agent.agent.close()
  })

  it('are limited to their scopes', async () => {
    expect(
      await desk.post('/chat', { message: 'x' }, await connect(desk, 'a', ['chat'])),
    ).toMatchObject({ status: 200 })
    for (const scope of [['tools'], []]) {
      expect(
        await desk.post('/chat', { message: 'x' }, await connect(desk, 'a', scope)),
      ).toMatchObject({ status: 403, body: { code: 'SCOPE_REQUIRED' } })
    }
  })
})

describe('messages on /chat', () => {
  it.each([
    ['no message', {}],
    ['an empty message', { message: '' }],
    ['a number', { message: 5 }],
    ['a conversation_id that no header can carry', { message: 'x', conversation_id: 'ü' }],
  ])('with %s are refused', async (_name, body) => {
    expect(await desk.post('/chat', body, await connect(desk))).toMatchObject({
      status: 422,
      body: { code: 'INVALID_BODY' },
    })
  })

  it('get a description of the agent if no skill accepts them', async () => {
    const { body } = await strict.post('/chat', { message: 'hello' }, await connect(strict))
    expect(body.message).toBe(
      'I am Text Desk. None of my skills accepts a plain message. Send me a task for one of them:\n- add: Does add.',
    )
  })

  it('get 500 without a Retry-After header if the agent to which the skill passes them cannot be reached', async () => {
    const relay = await startAgent(manifestOf({ relay: { input: TEXT } }), {
      relay: () => {
        throw new ForeignError('FOREIGN_UNREACHABLE', 'the connection was refused')
      },
    })
    const { status, headers, body } = await relay.post(
      '/chat',
      { message: 'a' },
      await connect(relay),
    )
    expect([status, body.code, headers['retry-after']]).toEqual([500, 'EXECUTION_ERROR', undefined])
    await relay.agent.close()
  })

  it('go to the chat function if the agent has one, with client and conversation', async () => {
    const session = await connect(chatAgent, 'ada')
    expect(
      (await chatAgent.post('/chat', { message: 'hi', conversation_id: 'c' }, session)).body
        .message,
    ).toBe('ada/c: hi')
    const half = await chatAgent.post('/chat', { message: 'half' }, session)
    expect(half.body.message).toBe('\ufffd')
    const broken = await chatAgent.post('/chat', { message: 'boom' }, session)
    expect(broken).toMatchObject({ status: 500, body: { code: 'EXECUTION_ERROR' } })
    expect(broken.text).not.toContain('hunter2')
    const { request_id } = broken.body as { request_id: string }
    expect(chatAgent.problems()).toMatchObject([
      { message: 'the chat function failed', fields: { request_id } },
    ])
  })
})
