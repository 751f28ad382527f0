import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gzipSync } from 'node:zlib'
import { formOf, manifestOf, startAgent, TEXT, trustOf, type TestAgent } from './agents.ts'

let desk: TestAgent
let singleSkill: TestAgent
const cyclic: Record<string, unknown> = {}
cyclic['self'] = cyclic

beforeAll(async () => {
  desk = await startAgent(
    manifestOf({
      echo: { input: TEXT },
      add: {
        input: {
          type: 'object',
          required: ['a', 'b'],
          additionalProperties: false,
          properties: { a: { type: 'number' }, b: { type: 'number' } },
        },
      },
      see: {},
      nothing: {},
      list: {},
      words: { output: { type: 'string' } },
      date: {},
      throws: {},
      rejects: {},
      throws_nothing: {},
      cyclic: {},
      bigint: {},
      lies: { output: TEXT },
      huge: {},
      wide: {},
      hangs: { timeout_ms: 40 },
      late: { timeout_ms: 40 },
      heeds: { timeout_ms: 40 },
      blocks: { timeout_ms: 40 },
    }),
    {
      echo: ({ text }) => ({ text }),
      add: ({ input }) => ({ sum: Number(input['a']) + Number(input['b']) }),
      see: ({ text, input, context }) => ({ text, input, context }),
      nothing: () => undefined,
      list: () => [1, 2],
      words: async () => 'a b',
      date: () => ({ at: new Date(0), gone: undefined, never: () => 1 }),
      throws: () => {
        throw new Error('the password is hunter2')
      },
      rejects: () => Promise.reject(new Error('the password is hunter2')),
      throws_nothing: () => {
        throw undefined
      },
      cyclic: () => cyclic,
      bigint: () => ({ n: 1n }),
      lies: () => ({ text: 5 }),
      huge: () => ({ text: 'x'.repeat(5 * 1024 * 1024) }),
      wide: () => Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`m${n}`, n])),
      hangs: () => new Promise(() => undefined),
      late: async () => {
        await new Promise((resolve) => setTimeout(resolve, 80))
        throw new Error('too late to matter')
      },
      heeds: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
      blocks: () => {
        const until = performance.now() + 60
        while (performance.now() < until);
        return {}
      },
    },
  )
  singleSkill = await startAgent(manifestOf({ echo: { input: TEXT } }), {
    echo: ({ text }) => ({ text }),
  })
})
afterAll(async () => {
  await desk.agent.close({ grace_ms: 100 })
  await singleSkill.agent.close()
})

const MESSAGE = { role: 'user', parts: [{ type: 'text', text: 'hello' }] }
const CANONICAL = {
  task_id: 't-1',
  type: 'echo',
  input: { skill: 'echo', message: MESSAGE },
  context: { skill: 'echo', workspace_id: 'ws_1', requester_id: 'org_1' },
}

describe('task requests', () => {
  it('in the documented form get a completed task with status 200, and equal result and output', async () => {
    const answer = await desk.task(CANONICAL)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        task_id: 't-1',
        status: 'completed',
        result: { text: 'hello' },
        output: { text: 'hello' },
        execution_time_ms: expect.any(Number),
      },
    })
    expect(answer.headers['content-type']).toBe('application/json')
  })

  const variations: readonly [name: string, body: object, text?: string][] = [
    ['a message that is a string', { ...CANONICAL, input: { skill: 'echo', message: 'hello' } }],
    ['no type', { ...CANONICAL, type: undefined }],
    [
      'a message that is a string and no type',
      { task_id: 't', input: { skill: 'echo', message: 'hello' } },
    ],
    ['no context', { ...CANONICAL, context: undefined }],
    ['an empty context', { ...CANONICAL, context: {} }],
    [
      'no context.skill',
      { ...CANONICAL, context: { workspace_id: 'ws_1', requester_id: 'org_1' } },
    ],
    ['no requester', { ...CANONICAL, context: { skill: 'echo', workspace_id: 'ws_1' } }],
    ['no task_id', { ...CANONICAL, task_id: undefined }],
    ['the skill in type alone', { type: 'echo', input: { message: 'hello' } }],
    ['the skill in the context alone', { input: { message: 'hello' }, context: { skill: 'echo' } }],
    [
      'a type other than input.skill',
      { type: 'throws', input: { skill: 'echo', message: 'hello' }, context: { skill: 'add' } },
    ],
    [
      'a context.skill other than type',
      { type: 'echo', input: { message: 'hello' }, context: { skill: 'add' } },
    ],
    [
      'unknown members everywhere',
      {
        ...CANONICAL,
        more: 1,
        input: { ...CANONICAL.input, more: [1] },
        context: { ...CANONICAL.context, more: {} },
      },
    ],
    ['a message without a role', { input: { skill: 'echo', message: { parts: MESSAGE.parts } } }],
    [
      'several text parts',
      {
        input: {
          skill: 'echo',
          message: {
            parts: [
              { type: 'text', text: 'a' },
              { type: 'text', text: 'b' },
            ],
          },
        },
      },
      'a\nb',
    ],
    [
      'parts of unknown types in addition to text',
      {
        input: {
          skill: 'echo',
          message: {
            parts: [
              { type: 'file', uri: 'x' },
              { type: 'text', text: 'a' },
              7,
              null,
              'b',
              { type: 'text' },
              { text: 'c' },
            ],
          },
        },
      },
      'a',
    ],
    ['text as a member of the input', { input: { skill: 'echo', text: 'hello' } }],
    [
      'an input.text other than the message',
      { input: { skill: 'echo', text: 'other', message: 'hello' } },
    ],
    ['empty text', { input: { skill: 'echo', message: '' } }, ''],
    [
      'text with emoji, Hebrew, a null character and accents',
      { input: { skill: 'echo', message: '😀 שלום \u0000 é' } },
      '😀 שלום \u0000 é',
    ],
    [
      '60 kB of text',
      { input: { skill: 'echo', message: 'x'.repeat(60_000) } },
      'x'.repeat(60_000),
    ],
  ]
  it.each(variations)('with %s are completed', async (_name, body, text = 'hello') => {
    const answer = await desk.task(body)
    expect(formOf(answer)).toBe('completed')
    expect(answer.body.result).toEqual({ text })
  })

  it('may name a charset, and are refused when compressed', async () => {
    expect(
      formOf(await desk.task(CANONICAL, { 'Content-Type': 'application/json; charset=utf-8' })),
    ).toBe('completed')
    const zipped = gzipSync(JSON.stringify(CANONICAL))
    expect(await desk.task(zipped, { 'Content-Encoding': 'gzip' })).toMatchObject({
      status: 415,
      body: { error: { code: 'unsupported_media_type' } },
    })
  })

  it('without a skill go to the only skill of an agent, and are refused if it has several', async () => {
    expect(await singleSkill.task({ input: { message: 'hello' } })).toMatchObject({
      status: 200,
      body: { result: { text: 'hello' } },
    })
    expect(await desk.task({ input: { message: 'hello' } })).toMatchObject({
      status: 422,
      body: { error: { code: 'unknown_skill' } },
    })
  })

  it('pass their members, text and context to the skill', async () => {
    const { body } = await desk.task(
      {
        task_id: 't-9',
        input: { skill: 'see', id: 'x', contextId: 'y', a: 1, message: 'hi' },
        context: { workspace_id: 'ws_1', requester_id: 'org_1' },
      },
      { 'X-Svc-Trace-ID': 'trace-7', 'X-Svc-Workspace-ID': 'ws_claimed' },
    )
    expect(body.result).toEqual({
      text: 'hi',
      input: { a: 1, text: 'hi' },
      context: {
        task_id: 't-9',
        trace_id: 'trace-7',
        traceparent: '00-144488e03bf528da5d612023dc8eb71e-207e59562ecfe57c-00',
        skill: 'see',
        workspace_id: 'ws_1',
        requester_id: 'org_1',
      },
    })
    expect((await desk.task({ input: { skill: 'see' } })).body.result).toMatchObject({
      text: '',
      input: {},
    })
    expect(
      (await desk.task('{"input":{"skill":"see","__proto__":{"a":1}}}')).body.result.input,
    ).toEqual({ ['__proto__']: { a: 1 } })
  })

  it('are executed again when they are repeated', async () => {
    const [one, two] = [await desk.task(CANONICAL), await desk.task(CANONICAL)]
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.headers['x-svc-trace-id']).not.toBe(two.headers['x-svc-trace-id'])
  })
})

describe('results of skills', () => {
  it.each([
    ['nothing', {}],
    ['list', { value: [1, 2] }],
    ['words', { text: 'a b' }],
    ['date', { at: '1970-01-01T00:00:00.000Z' }],
  ])('are sent as an object (%s)', async (skill, result) => {
    expect(await desk.task({ input: { skill } })).toMatchObject({
      status: 200,
      body: { result, output: result },
    })
  })

  it.each(['throws', 'rejects', 'throws_nothing', 'cyclic', 'bigint', 'lies', 'huge', 'wide'])(
    'that are invalid, or a skill that throws, fail the task with 500; the answer hides the cause, and one error is logged (%s)',
    async (skill) => {
      const before = desk.problems().length
      const answer = await desk.task({ task_id: 't-5', input: { skill } })
      expect(answer).toMatchObject({
        status: 500,
        body: { task_id: 't-5', error: { code: 'execution_error' } },
      })
      expect(formOf(answer)).toBe('failed')
      expect(answer.text).not.toMatch(/hunter2|stack|at /)
      const [entry, ...others] = desk.problems().slice(before)
      expect(others).toEqual([])
      const request_id = answer.headers['x-request-id']
      expect(entry).toMatchObject({ level: 'error', fields: { request_id, task_id: 't-5', skill } })
    },
  )

  it.each(['hangs', 'late', 'heeds', 'blocks'])(
    'fail the task with 504 if they are not available within timeout_ms (%s)',
    async (skill) => {
      const answer = await desk.task({ input: { skill } })
      expect(answer).toMatchObject({
        status: 504,
        body: { error: { code: 'timeout', message: expect.stringContaining('40 milliseconds') } },
      })
      expect(formOf(answer)).toBe('failed')
    },
  )
})

describe('failed tasks', () => {
  const bad: readonly [
    name: string,
    status: number,
    code: string,
    body: unknown,
    headers?: Record<string, string | undefined>,
  ][] = [
    ['an unknown skill', 422, 'unknown_skill', { input: { skill: 'sing' } }],
    [
      'a skill whose name differs in case',
      422,
      'unknown_skill',
      { input: { skill: 'Echo', message: 'x' } },
    ],
    [
      'a skill named like a member of every object',
      422,
      'unknown_skill',
      { input: { skill: 'constructor' } },
    ],
    [
      'input that does not match its schema',
      400,
      'invalid_request',
      { input: { skill: 'add', a: 1 } },
    ],
    ['input of another type', 400, 'invalid_request', { input: { skill: 'add', a: 1, b: 'two' } }],
    [
      'a member that the schema does not allow',
      400,
      'invalid_request',
      { input: { skill: 'add', a: 1, b: 2, message: 'text' } },
    ],
    [
      'no text where the schema requires it',
      400,
      'invalid_request',
      { input: { skill: 'echo', message: { parts: [] } } },
    ],
    ['no input', 400, 'invalid_request', { task_id: 't-2' }],
    ['an input that is a string', 400, 'invalid_request', { input: 'hello' }],
    [
      'a task_id that is a number',
      400,
      'invalid_request',
      { task_id: 7, input: { skill: 'echo', message: 'x' } },
    ],
    [
      'a task_id that no header can carry',
      400,
      'invalid_request',
      { task_id: 'ü\n', input: { skill: 'echo', message: 'x' } },
    ],
    [
      'a context that is a string',
      400,
      'invalid_request',
      { input: { skill: 'echo', message: 'x' }, context: 'x' },
    ],
    ['an array', 400, 'invalid_request', [CANONICAL]],
    ['null', 400, 'invalid_request', 'null'],
    ['a number', 400, 'invalid_request', '7'],
    ['broken JSON', 400, 'invalid_request', '{"input":'],
    ['no body', 400, 'invalid_request', ''],
    ['no body and no length', 400, 'invalid_request', undefined],
    ['bytes that are not UTF-8', 400, 'invalid_request', Buffer.from([0x22, 0xff, 0x22])],
    [
      'half a surrogate pair',
      400,
      'invalid_request',
      '{"input":{"skill":"echo","message":"\\ud800"}}',
    ],
    [
      'a thousand levels',
      400,
      'invalid_request',
      `{"input":${'['.repeat(1000)}${']'.repeat(1000)}}`,
    ],
    ['an invalid trace id', 400, 'invalid_request', CANONICAL, { 'X-Svc-Trace-ID': 'no blanks' }],
    ['an invalid timestamp', 400, 'invalid_request', CANONICAL, { 'X-Svc-Timestamp': 'yesterday' }],
    [
      'another media type',
      415,
      'unsupported_media_type',
      CANONICAL,
      { 'Content-Type': 'text/plain' },
    ],
    ['no media type', 415, 'unsupported_media_type', CANONICAL, { 'Content-Type': undefined }],
    [
      'an unknown encoding',
      415,
      'unsupported_media_type',
      CANONICAL,
      { 'Content-Encoding': 'rot13' },
    ],
    [
      'a body with an encoding',
      415,
      'unsupported_media_type',
      CANONICAL,
      { 'Content-Encoding': 'br' },
    ],
    [
      'two megabytes',
      413,
      'content_too_large',
      { input: { skill: 'echo', message: 'x'.repeat(2 * 1024 * 1024) } },
    ],
  ]
  it.each(bad)(
    'with %s have the status %i and the code %s',
    async (_name, status, code, body, headers) => {
      const answer = await desk.task(body, headers)
      expect(formOf(answer)).toBe('failed')
      expect(answer).toMatchObject({ status, body: { error: { code } } })
      expect(answer.body.task_id).toBe(answer.headers['x-svc-task-id'])
    },
  )

  it('have the task_id of the request if it has one', async () => {
    for (const body of [
      { task_id: 't-3' },
      { task_id: 't-3', input: 5 },
      { task_id: 't-3', input: { skill: 'sing' } },
    ]) {
      expect((await desk.task(body)).body.task_id).toBe('t-3')
    }
  })

  it('name the invalid member', async () => {
    expect((await desk.task({ task_id: 't' })).body.error.message).toBe(
      'The body does not match its schema. /body/input is required.',
    )
    expect(
      (await desk.task({ input: { skill: 'add', a: 1, b: 'two' } })).body.error.message,
    ).toContain('/b must be number')
  })

  it('result from a URL with a query, but not from one with extra slashes', async () => {
    for (const path of ['/a2a/tasks/', '//a2a//tasks', '/a2a/tasks?x=1', '/a2a/tasks/?x=1']) {
      expect(formOf(await desk.post(path, CANONICAL))).toBe(
        path.includes('?') ? 'failed' : 'completed',
      )
    }
  })

  it('do not result from another method, which gets 405', async () => {
    expect(await desk.get('/a2a/tasks')).toMatchObject({
      status: 405,
      headers: { allow: 'POST, OPTIONS' },
      body: { code: 'METHOD_NOT_ALLOWED' },
    })
  })
})

describe('trust headers', () => {
  it('are on every answer to a task, with the status of an unknown agent', async () => {
    for (const [answer, task_id] of [
      [await desk.task(CANONICAL), 't-1'],
      [await desk.task({ task_id: 't-4', input: {} }), 't-4'],
      [await desk.task('{'), undefined],
    ] as const) {
      expect(trustOf(answer)).toEqual({
        svc_id: desk.agent.svc_id,
        reputation: '50',
        verification: 'unverified',
        task_id: task_id ?? answer.body.task_id,
        trace_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
    }
  })

  it('keep the trace id of the request', async () => {
    expect(
      (await desk.task(CANONICAL, { 'X-Svc-Trace-ID': 'abc.123' })).headers['x-svc-trace-id'],
    ).toBe('abc.123')
  })
})
