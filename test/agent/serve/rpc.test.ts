import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifestOf, startAgent, TEXT, trustOf, type TestAgent } from './agents.ts'

let desk: TestAgent
beforeAll(async () => {
  desk = await startAgent(
    manifestOf({ echo: { input: TEXT }, count: {}, throws: {}, hangs: { timeout_ms: 30 } }),
    {
      echo: ({ text }) => ({ text }),
      count: ({ text }) => ({ letters: text.length }),
      throws: () => {
        throw new Error('the password is hunter2')
      },
      hangs: () => new Promise(() => undefined),
    },
  )
})
afterAll(() => desk.agent.close({ grace_ms: 100 }))

const message = (text: string) => ({ role: 'user', parts: [{ type: 'text', text }] })
const send = (params: object, more: object = {}) => ({
  jsonrpc: '2.0',
  method: 'tasks/send',
  id: 'q-1',
  params,
  ...more,
})

describe('tasks/send', () => {
  it('returns a task with its state, and its result as text and as data', async () => {
    const { status, body } = await desk.rpc(send({ skill: 'count', message: message('abc') }))
    expect(status).toBe(200)
    expect(body).toEqual({
      jsonrpc: '2.0',
      id: 'q-1',
      result: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        contextId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: { state: 'completed', timestamp: '2026-03-01T12:00:00.000Z' },
        artifacts: [
          {
            parts: [
              { type: 'text', text: '{"letters":3}' },
              { type: 'data', data: { letters: 3 } },
            ],
          },
        ],
      },
    })
    const echoed = await desk.rpc(send({ skill: 'echo', message: message('plain') }))
    expect(echoed.body.result.artifacts[0].parts[0]).toEqual({ type: 'text', text: 'plain' })
  })

  it('names the first three faults of a body', async () => {
    const { body } = await desk.rpc(send({ skill: 5, id: 5, contextId: 5, message: 5 }))
    expect(body.error.message).toMatch(
      /^The body does not match its schema\. [^;]+; [^;]+; [^;]+\.$/,
    )
  })

  it('takes the ids of task and context from the request, and sets the trust headers', async () => {
    const response = await desk.rpc(
      send({ skill: 'echo', id: 't-1', contextId: 'c-1', message: message('x') }),
    )
    expect(response.body.result).toMatchObject({ id: 't-1', contextId: 'c-1' })
    expect(trustOf(response)).toMatchObject({
      svc_id: desk.agent.svc_id,
      task_id: 't-1',
      reputation: '50',
      verification: 'unverified',
    })
  })

  it.each([
    ['a string', 'q'],
    ['an empty string', ''],
    ['a number', 7],
    ['a fraction', 1.5],
    ['null', null],
  ])('returns %s as the id', async (_name, id) => {
    expect((await desk.rpc(send({ skill: 'echo', message: message('x') }, { id }))).body.id).toBe(
      id,
    )
  })

  const bad: readonly (readonly [
    name: string,
    status: number,
    code: number,
    id: unknown,
    data: string | undefined,
    body: unknown,
  ])[] = [
    [
      'an unknown method',
      200,
      -32601,
      'q-1',
      undefined,
      { jsonrpc: '2.0', method: 'tasks/pause', id: 'q-1' },
    ],
    [
      'no params',
      200,
      -32602,
      'q-1',
      'invalid_request',
      { jsonrpc: '2.0', method: 'tasks/send', id: 'q-1' },
    ],
    [
      'an unknown skill',
      200,
      -32602,
      'q-1',
      'unknown_skill',
      send({ skill: 'sing', message: message('x') }),
    ],
    [
      'no skill, where there are several',
      200,
      -32602,
      'q-1',
      'unknown_skill',
      send({ message: message('x') }),
    ],
    [
      'input that does not match its schema',
      200,
      -32602,
      'q-1',
      'invalid_request',
      send({ skill: 'echo' }),
    ],
    [
      'a skill that fails',
      200,
      -32603,
      'q-1',
      'execution_error',
      send({ skill: 'throws', message: message('x') }),
    ],
    [
      'a skill that takes too long',
      200,
      -32603,
      'q-1',
      'timeout',
      send({ skill: 'hangs', message: message('x') }),
    ],
    ['broken JSON', 400, -32700, null, 'invalid_request', '{"jsonrpc":'],
    ['no body', 400, -32700, null, 'invalid_request', ''],
    ['no method', 422, -32600, 'q-1', 'invalid_request', { jsonrpc: '2.0', id: 'q-1' }],
    [
      'another version',
      422,
      -32600,
      'q-1',
      'invalid_request',
      { jsonrpc: '1.0', method: 'tasks/send', id: 'q-1', params: {} },
    ],
    [
      'a notification',
      422,
      -32600,
      null,
      'invalid_request',
      { jsonrpc: '2.0', method: 'tasks/send', params: { skill: 'echo' } },
    ],
    [
      'a batch',
      422,
      -32600,
      null,
      'invalid_request',
      [send({ skill: 'echo', message: message('x') })],
    ],
    [
      'an id that is an object',
      200,
      -32600,
      null,
      'invalid_request',
      send({ skill: 'echo' }, { id: {} }),
    ],
    [
      'an id that is true',
      200,
      -32600,
      null,
      'invalid_request',
      send({ skill: 'echo' }, { id: true }),
    ],
    [
      'an id that a number cannot represent exactly',
      200,
      -32600,
      null,
      'invalid_request',
      '{"jsonrpc":"2.0","method":"tasks/send","id":12345678901234567890,"params":{}}',
    ],
    [
      'an id that is too large for a number',
      200,
      -32600,
      null,
      'invalid_request',
      '{"jsonrpc":"2.0","method":"tasks/send","id":1e999,"params":{}}',
    ],
    ['params that are an array', 422, -32600, 'q-1', 'invalid_request', send([])],
    ['another media type', 415, -32600, null, 'unsupported_media_type', undefined],
  ]
  it.each(bad)(
    'responds to %s with status %i and error %i',
    async (...[, status, code, id, data, body]) => {
      const response =
        body === undefined
          ? await desk.rpc('{}', { 'Content-Type': 'text/plain' })
          : await desk.rpc(body)
      expect(response.status).toBe(status)
      expect(response.body).toMatchObject({
        jsonrpc: '2.0',
        id,
        error: { code, message: expect.stringMatching(/./) },
      })
      expect(response.body).not.toHaveProperty('result')
      expect(response.body.error.data.code).toBe(data)
      expect(response.text).not.toContain('hunter2')
      expect(trustOf(response)).toMatchObject({
        svc_id: desk.agent.svc_id,
        task_id: expect.any(String),
      })
    },
  )

  it('never mixes up the ids of twenty concurrent calls', async () => {
    const numbers = Array.from({ length: 20 }, (_, n) => n)
    const responses = await Promise.all(
      numbers.map((n) =>
        desk.rpc(send({ skill: 'echo', id: `t-${n}`, message: message(`text ${n}`) }, { id: n })),
      ),
    )
    for (const [n, { body, headers }] of responses.entries()) {
      expect(body).toMatchObject({
        id: n,
        result: { id: `t-${n}`, artifacts: [{ parts: [{ text: `text ${n}` }, {}] }] },
      })
      expect(headers['x-svc-task-id']).toBe(`t-${n}`)
    }
  })

  it('has the same outcome as the task at /a2a/tasks', async () => {
    for (const [skill, text] of [
      ['echo', 'x'],
      ['sing', 'x'],
      ['throws', 'x'],
      ['hangs', 'x'],
    ] as const) {
      const task = await desk.task({ input: { skill, message: text } })
      const call = await desk.rpc(send({ skill, message: message(text) }))
      expect(call.body.error?.data.code).toBe(task.body.error?.code)
    }
  })
})
