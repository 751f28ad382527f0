import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcomeOfAnswer, type AgentAnswer } from '../../../src/domain/tasks/answer.ts'

const answer = (http_status: number, body: unknown, encoded = false): AgentAnswer => ({
  kind: 'answered',
  http_status,
  encoded,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})
const outcomeOf = (http_status: number, body: unknown) =>
  outcomeOfAnswer('t1', answer(http_status, body))
const codeOf = (http_status: number, body: unknown) => {
  const outcome = outcomeOf(http_status, body)
  return outcome.status === 'failed' ? outcome.error.code : outcome.status
}
const result = { text: 'Hello', list: [1, { a: null }] }
const good = { task_id: 't1', status: 'completed', result, output: result }

describe('an answer with HTTP 200', () => {
  it('completes the task with the status `completed`, a `result` and an equal `output`', () =>
    expect(outcomeOf(200, good)).toEqual({ status: 'completed', result, counts: true, seen: true }))
  it.each([
    ['members in another order', { ...good, output: { list: [1, { a: null }], text: 'Hello' } }],
    ['empty objects', { ...good, result: {}, output: {} }],
    ['no task_id', { ...good, task_id: undefined }],
    ['more members', { ...good, execution_time_ms: 3, trace: 'x' }],
    ['a byte order mark', `\ufeff${JSON.stringify(good)}`],
  ])('is accepted with %s', (_, body) => expect(codeOf(200, body)).toBe('completed'))

  it.each([
    [
      'a different output',
      { ...good, output: { text: 'Bye', list: [1, { a: null }] } },
      'AGENT_MISMATCH',
    ],
    [
      'an output with an extra member',
      { ...good, output: { ...result, more: 1 } },
      'AGENT_MISMATCH',
    ],
    ['an output with a missing member', { ...good, output: { text: 'Hello' } }, 'AGENT_MISMATCH'],
    [
      'a list in another order',
      { ...good, result: { a: [1, 2] }, output: { a: [2, 1] } },
      'AGENT_MISMATCH',
    ],
    [
      'a list and an object',
      { ...good, result: { a: ['x'] }, output: { a: { 0: 'x' } } },
      'AGENT_MISMATCH',
    ],
    ['a number and a string', { ...good, result: { a: 1 }, output: { a: '1' } }, 'AGENT_MISMATCH'],
    [
      'a hidden prototype',
      '{"status":"completed","result":{"__proto__":{"a":1}},"output":{"b":{"a":1}}}',
      'AGENT_MISMATCH',
    ],
    ['no output', { ...good, output: undefined }, 'AGENT_BAD_SHAPE'],
    ['no result', { ...good, result: undefined }, 'AGENT_BAD_SHAPE'],
    [
      'a result that is not an object',
      { ...good, result: 'Hello', output: 'Hello' },
      'AGENT_BAD_SHAPE',
    ],
    ['a result that is a list', { ...good, result: [1], output: [1] }, 'AGENT_BAD_SHAPE'],
    ['a result that is null', { ...good, result: null, output: null }, 'AGENT_BAD_SHAPE'],
    ['another task', { ...good, task_id: 't2' }, 'AGENT_WRONG_TASK'],
    ['a task_id that is not a string', { ...good, task_id: 1 }, 'AGENT_WRONG_TASK'],
    ['status success', { ...good, status: 'success' }, 'AGENT_UNKNOWN_STATUS'],
    ['status working', { ...good, status: 'working' }, 'AGENT_UNKNOWN_STATUS'],
    ['status true', { ...good, status: true }, 'AGENT_UNKNOWN_STATUS'],
    ['no status', { ...good, status: undefined }, 'AGENT_BAD_SHAPE'],
    [
      'status failed',
      { task_id: 't1', status: 'failed', error: { code: 'x', message: 'y' } },
      'AGENT_STATUS_MISMATCH',
    ],
    ['a list', [good], 'AGENT_BAD_SHAPE'],
    ['null', null, 'AGENT_BAD_SHAPE'],
    ['a string', '"completed"', 'AGENT_BAD_SHAPE'],
    [
      '65 levels',
      `{"status":"completed","result":${'{"a":'.repeat(64)}1${'}'.repeat(64)}}`,
      'AGENT_BAD_SHAPE',
    ],
    ['half a million levels', '['.repeat(524_288), 'AGENT_NOT_JSON'],
    [
      'a quarter million closed levels',
      `{"status":${'['.repeat(250_000)}${']'.repeat(250_000)}}`,
      'AGENT_BAD_SHAPE',
    ],
    ['HTML', '<!doctype html><title>ok</title>', 'AGENT_NOT_JSON'],
    ['an empty body', '', 'AGENT_NOT_JSON'],
    ['half of the body', JSON.stringify(good).slice(0, 30), 'AGENT_NOT_JSON'],
    ['the body twice', JSON.stringify(good).repeat(2), 'AGENT_NOT_JSON'],
  ])('fails the task: %s', (_, body, code) => expect(codeOf(200, body)).toBe(code))

  it('may have 64 levels but not 65', () => {
    const nested = (levels: number) => {
      const result = `{"a":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}`
      return `{"status":"completed","result":${result},"output":${result}}`
    }
    expect([codeOf(200, nested(64)), codeOf(200, nested(65))]).toEqual([
      'completed',
      'AGENT_BAD_SHAPE',
    ])
  })

  it('is refused in a character encoding other than UTF-8', () => {
    const utf16 = outcomeOfAnswer('t1', {
      kind: 'answered',
      http_status: 200,
      encoded: false,
      body: Buffer.from(JSON.stringify(good), 'utf16le'),
    })
    const latin1 = outcomeOfAnswer('t1', {
      kind: 'answered',
      http_status: 200,
      encoded: false,
      body: Buffer.from('{"status":"completed","result":{"a":"ä"},"output":{"a":"ä"}}', 'latin1'),
    })
    for (const outcome of [utf16, latin1])
      expect(outcome).toMatchObject({ error: { code: 'AGENT_NOT_JSON' } })
  })
  it('is refused if it is compressed', () =>
    expect(outcomeOfAnswer('t1', answer(200, good, true))).toMatchObject({
      error: { code: 'AGENT_BAD_ENCODING' },
    }))
})

describe('an answer with HTTP 4xx or 5xx', () => {
  const failure = {
    task_id: 't1',
    status: 'failed',
    error: { code: 'internal_error', message: 'The disk is full.' },
  }
  it.each([400, 401, 422, 429, 500, 503, 504, 599])(
    'fails the task with the code and the message of the agent: HTTP %d',
    (http_status) => {
      expect(outcomeOf(http_status, failure)).toEqual({
        status: 'failed',
        error: { code: 'internal_error', message: 'The disk is full.' },
        counts: true,
        seen: true,
      })
    },
  )
  it.each([undefined, 't2', 7])(
    'fails the task whatever its task_id is, because the agent may not have read the request: %j',
    (task_id) => {
      expect(outcomeOf(401, { ...failure, task_id })).toMatchObject({
        error: { code: 'internal_error' },
      })
    },
  )
  it.each([
    ['the status completed', good, 'AGENT_STATUS_MISMATCH'],
    ['no error', { status: 'failed' }, 'AGENT_BAD_SHAPE'],
    ['an error without code', { status: 'failed', error: { message: 'x' } }, 'AGENT_BAD_SHAPE'],
    ['an error without message', { status: 'failed', error: { code: 'x' } }, 'AGENT_BAD_SHAPE'],
    ['an empty code', { status: 'failed', error: { code: '', message: 'x' } }, 'AGENT_BAD_SHAPE'],
    [
      'a code that is a number',
      { status: 'failed', error: { code: -32602, message: 'x' } },
      'AGENT_BAD_SHAPE',
    ],
    ['an error that is a string', { status: 'failed', error: 'broken' }, 'AGENT_BAD_SHAPE'],
    ['the page of a proxy', '<h1>502 Bad Gateway</h1>', 'AGENT_NOT_JSON'],
    [
      'the status working for another task',
      { status: 'working', task_id: 't2' },
      'AGENT_WRONG_TASK',
    ],
  ])('is invalid with %s', (_, body, code) => expect(codeOf(502, body)).toBe(code))

  it('means that the task endpoint is missing if its status is 404 and its body is not a JSON-RPC response', () => {
    expect(codeOf(404, failure)).toBe('AGENT_NO_ENDPOINT')
    expect(codeOf(404, '')).toBe('AGENT_NO_ENDPOINT')
  })

  it('has its code and message limited to what the contract allows, whatever the agent sent', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 3000 }),
      fc.constant('\ud83d\ude00'.repeat(2000)),
      fc.constant('\ud800 x'),
      fc.constant('a\0b\x7f\n'),
    )
    fc.assert(
      fc.property(text, text, (code, message) => {
        const outcome = outcomeOf(
          500,
          JSON.stringify({ status: 'failed', error: { code, message } }),
        )
        if (outcome.status !== 'failed') throw new Error('not failed')
        expect(outcome.error.code).toMatch(/^[A-Za-z0-9_.-]{1,64}$/)
        expect([...outcome.error.message].length).toBeLessThanOrEqual(1024)
        expect(outcome.error.message).toMatch(/^[^\0-\x08\x0b\x0c\x0e-\x1f\x7f]*$/)
        expect(outcome.error.message.isWellFormed()).toBe(true)
      }),
    )
  })
})

it.each([
  [201, 'AGENT_BAD_STATUS'],
  [202, 'AGENT_BAD_STATUS'],
  [204, 'AGENT_BAD_STATUS'],
  [206, 'AGENT_BAD_STATUS'],
  [600, 'AGENT_BAD_STATUS'],
  [999, 'AGENT_BAD_STATUS'],
  [301, 'AGENT_REDIRECTED'],
  [304, 'AGENT_REDIRECTED'],
  [307, 'AGENT_REDIRECTED'],
])('an answer with HTTP %d fails the task with %s', (http_status, code) =>
  expect(codeOf(http_status, good)).toBe(code),
)

it('every answer has an outcome, and only one of the exact form is a success', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 999 }),
      fc.jsonValue({ maxDepth: 3 }),
      (http_status, body) => {
        expect(outcomeOf(http_status, body).status).toBe('failed')
      },
    ),
  )
  fc.assert(
    fc.property(
      fc.object({
        withBigInt: false,
        values: [
          fc.string(),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.boolean(),
          fc.constant(null),
        ],
      }),
      (value) => {
        const copy = JSON.parse(JSON.stringify(value)) as object
        expect(
          outcomeOf(200, { status: 'completed', result: copy, output: structuredClone(copy) })
            .status,
        ).toBe('completed')
      },
    ),
  )
})

it('a missing answer counts against the agent if it was reached, against its installation if it was not, and against neither if the platform caused the failure', () => {
  for (const code of ['NO_UPSTREAM', 'ANSWER_MEMORY_FULL', 'TASK_ABANDONED'] as const)
    for (const reached of [true, false])
      expect(outcomeOfAnswer('t1', { kind: 'failed', code, reached })).toEqual({
        status: 'failed',
        counts: false,
        seen: false,
        error: { code, message: expect.any(String) },
      })
  for (const code of [
    'ADDRESS_BLOCKED',
    'AGENT_UNREACHABLE',
    'AGENT_TLS_FAILED',
    'AGENT_CONNECT_TIMEOUT',
    'AGENT_RESET',
  ] as const)
    expect(outcomeOfAnswer('t1', { kind: 'failed', code, reached: false })).toMatchObject({
      counts: false,
      seen: false,
      unreached: true,
      error: { code },
    })
  expect(
    outcomeOfAnswer('t1', { kind: 'failed', code: 'AGENT_TIMEOUT', reached: true, detail: 'late' }),
  ).toEqual({
    status: 'failed',
    counts: true,
    seen: false,
    error: { code: 'AGENT_TIMEOUT', message: 'The agent did not begin to respond in time (late).' },
  })
  // An agent that reports such a code itself is still responsible.
  expect(
    outcomeOf(500, { status: 'failed', error: { code: 'TASK_ABANDONED', message: 'x' } }),
  ).toMatchObject({ counts: true, seen: true })
})

describe('an agent of another protocol', () => {
  const refused = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } }

  it.each([
    ['an error of a stock A2A agent', 200, refused],
    ['an error of an MCP server', 406, { ...refused, id: 'server-error' }],
    ['an error for an unknown method', 404, refused],
    ['a result', 200, { jsonrpc: '2.0', id: 1, result: { task: {} } }],
  ])('is recognized by %s, and does not count against the reputation', (_, status, body) => {
    expect(outcomeOf(status, body)).toEqual({
      status: 'failed',
      counts: false,
      seen: true,
      unreached: true,
      error: {
        code: 'AGENT_OTHER_PROTOCOL',
        message: expect.stringContaining('put `svc-agent bridge` in front of it') as string,
      },
    })
  })

  it.each([
    ['another version', 200, { ...refused, jsonrpc: '1.0' }, 'AGENT_BAD_SHAPE'],
    ['a body with neither error nor result', 200, { jsonrpc: '2.0', id: 1 }, 'AGENT_BAD_SHAPE'],
    ['an error without a code', 200, { jsonrpc: '2.0', error: {} }, 'AGENT_BAD_SHAPE'],
    ['a list', 200, [refused], 'AGENT_BAD_SHAPE'],
    ['a redirect', 302, refused, 'AGENT_REDIRECTED'],
    [
      'a body that also has the members of a completed task',
      200,
      { ...refused, ...good },
      'completed',
    ],
    [
      'a body that also reports a failed task',
      200,
      { ...refused, status: 'failed' },
      'AGENT_STATUS_MISMATCH',
    ],
  ])('is not recognized by %s', (_, status, body, code) => {
    expect(codeOf(status, body)).toBe(code)
  })

  it('is not recognized in an answer that is compressed or signed by somebody else', () => {
    expect(outcomeOfAnswer('t1', answer(200, refused, true))).toMatchObject({ counts: true })
    expect(outcomeOfAnswer('t1', answer(200, refused), 'wrong')).toMatchObject({
      counts: true,
      error: { code: 'AGENT_BAD_SIGNATURE' },
    })
  })

  it('is reported by a bridge as protocol_mismatch, with its own message', () => {
    const error = { code: 'protocol_mismatch', message: 'It sent HTML.' }
    expect(outcomeOf(500, { task_id: 't1', status: 'failed', error })).toEqual({
      status: 'failed',
      counts: false,
      seen: true,
      unreached: true,
      error,
    })
  })
})

it('the message of AGENT_BAD_HTTP names both causes: invalid HTTP, or headers of more than 16 KiB', () => {
  const outcome = outcomeOfAnswer('t', { kind: 'failed', code: 'AGENT_BAD_HTTP', reached: true })
  expect(outcome.status === 'failed' && outcome.error.message).toBe(
    'The answer of the agent is not valid HTTP, or has more than 16 KiB of headers.',
  )
})
