import type { ServerResponse } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ForeignError, SkillBusyError } from '../../../src/agent/tasks/skill-errors.ts'
import { until } from '../../kit/bounds.ts'
import { callOf, openSkill } from '../external/calls.ts'
import { json, serve, serveRpc, type RpcCall } from './servers.ts'

const task = (state: string, more: object = {}) => ({ id: 'f-1', status: { state }, ...more })
const statusMessage = (text: string) => ({ parts: [{ text }] })

/** Runs a task on an agent that responds to the message with this result. */
async function outcomeWith(result: unknown) {
  const agent = await serveRpc(() => ({ result }))
  const { call } = callOf()
  const outcome = await openSkill({ a2a: agent.url })
    .run(call)
    .catch((cause: unknown) => cause)
  return { agent, outcome }
}

describe('a task for a foreign agent that uses A2A 1.0', () => {
  it('is sent as a message with its text and data, and the message in the response is its result', async () => {
    const agent = await serveRpc(() => ({
      result: { message: { role: 'ROLE_AGENT', parts: [{ text: 'Sunny' }, { data: { c: 21 } }] } },
    }))
    const { call } = callOf('Oslo')
    const { run } = openSkill({ a2a: agent.url, skill: 'forecast' })
    expect(await run({ ...call, input: { text: 'Oslo', data: { days: 2 } } })).toEqual({
      text: 'Sunny',
      data: { c: 21 },
    })
    expect(agent.received[0]!.headers).toMatchObject({
      'a2a-version': '1.0',
      traceparent: '00-11111111111111111111111111111111-2222222222222222-00',
    })
    expect(agent.calls).toMatchObject([
      {
        jsonrpc: '2.0',
        method: 'SendMessage',
        params: {
          message: {
            messageId: expect.stringMatching(/^[\w-]{22}$/),
            role: 'ROLE_USER',
            parts: [{ text: 'Oslo' }, { data: { days: 2 } }],
            metadata: { 'urn:svc:a2a:skill:v1': { skill: 'forecast' } },
          },
          configuration: { returnImmediately: true },
        },
      },
    ])
  })

  it('is followed until it has ended', async () => {
    const states = ['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING', 'TASK_STATE_COMPLETED']
    const agent = await serveRpc(({ method }) => {
      const artifacts = [{ parts: [{ text: 'Rain' }] }, { parts: [{ data: [1] }, { data: 2 }] }]
      const next = task(states.shift()!, { artifacts })
      return { result: method === 'SendMessage' ? { task: next } : next }
    })
    expect(await openSkill({ a2a: agent.url }).run()).toEqual({ text: 'Rain', data: [[1], 2] })
    expect(agent.methods()).toEqual(['SendMessage', 'GetTask', 'GetTask'])
    expect(agent.calls[1]!.params).toEqual({ id: 'f-1' })
  })

  it('returns files as they are, and the message of the status if there is no artifact', async () => {
    const parts = [{ text: 'See' }, { url: 'https://x.example/a.png', mediaType: 'image/png' }]
    const { outcome } = await outcomeWith({
      task: { id: 'f-1', status: { state: 'TASK_STATE_COMPLETED', message: { parts } } },
    })
    expect(outcome).toEqual({
      text: 'See',
      files: [{ url: 'https://x.example/a.png', mediaType: 'image/png' }],
    })
  })

  it.each([
    ['TASK_STATE_FAILED', 'the task at the foreign agent ended in the failed state: no data'],
    ['TASK_STATE_REJECTED', 'the task at the foreign agent ended in the rejected state: no data'],
    ['TASK_STATE_CANCELED', 'the task at the foreign agent ended in the canceled state: no data'],
  ])('fails if it ends in the %s state', async (state, message) => {
    const { agent, outcome } = await outcomeWith({
      task: { id: 'f-1', status: { state, message: statusMessage('no data') } },
    })
    expect(outcome).not.toBeInstanceOf(ForeignError)
    expect((outcome as Error).message).toBe(message)
    expect(agent.methods()).toEqual(['SendMessage'])
  })

  it.each([
    ['TASK_STATE_INPUT_REQUIRED', 'INPUT_REQUIRED'],
    ['TASK_STATE_AUTH_REQUIRED', 'AUTH_REQUIRED'],
  ])(
    'fails if it waits in the %s state, and is canceled at the foreign agent',
    async (state, code) => {
      const { agent, outcome } = await outcomeWith({ task: task(state) })
      expect(outcome).toMatchObject({ name: 'ForeignError', code })
      expect(agent.methods()).toEqual(['SendMessage', 'CancelTask'])
      expect(agent.calls[1]!.params).toEqual({ id: 'f-1' })
    },
  )

  it('is canceled at the foreign agent when it is aborted', async () => {
    const agent = await serveRpc(({ method }) => ({
      result:
        method === 'SendMessage'
          ? { task: task('TASK_STATE_WORKING') }
          : task('TASK_STATE_WORKING'),
    }))
    const { call, abort } = callOf()
    const outcome = openSkill({ a2a: agent.url }).run(call).catch(String)
    await until(() => agent.methods().includes('GetTask'), 'it was not followed')
    abort()
    expect(await outcome).toMatch(/abort/i)
    await until(() => agent.methods().at(-1) === 'CancelTask', 'it was not canceled')
  })
})

it('a task for a foreign agent that uses A2A 0.3 has the methods, kinds and states of that version', async () => {
  const agent = await serveRpc(({ method }) => ({
    result:
      method === 'message/send'
        ? { kind: 'task', ...task('submitted') }
        : {
            kind: 'task',
            ...task('completed', {
              artifacts: [
                {
                  parts: [
                    { kind: 'text', text: 'Fog' },
                    { kind: 'file', file: { name: 'a.txt', bytes: 'QQ==' } },
                  ],
                },
              ],
            }),
          },
  }))
  const { run } = openSkill({ a2a: agent.url, version: '0.3' })
  expect(await run()).toEqual({ text: 'Fog', files: [{ name: 'a.txt', bytes: 'QQ==' }] })
  expect(agent.methods()).toEqual(['message/send', 'tasks/get'])
  expect(agent.calls[0]!.params).toMatchObject({
    message: { kind: 'message', role: 'user', parts: [{ kind: 'text', text: 'Ada' }] },
    configuration: { blocking: false },
  })
})

describe('a foreign agent', () => {
  it.each([
    ['a result of another type', 'ok'],
    ['neither a message nor a task', { greeting: 'hello' }],
    ['a task without an id', { task: { status: { state: 'TASK_STATE_WORKING' } } }],
    ['an unknown state', { task: task('TASK_STATE_DREAMING') }],
    ['no state', { task: { id: 'f-1' } }],
  ])('is reported as a protocol mismatch if it responds with %s', async (_, result) => {
    expect((await outcomeWith(result)).outcome).toMatchObject({ code: 'PROTOCOL_MISMATCH' })
  })

  it.each([
    ['another id', { jsonrpc: '2.0', id: 'x', result: {} }],
    ['another id in an error', { jsonrpc: '2.0', id: 'x', error: { code: -32603, message: '' } }],
    ['no JSON-RPC version', { id: 1, result: {} }],
    ['neither result nor error', { jsonrpc: '2.0', id: null }],
    ['a list', []],
  ])('is reported as a protocol mismatch if it responds with %s', async (_, body) => {
    const { url } = await serve((_received, response) => json(response, body))
    await expect(openSkill({ a2a: url }).run()).rejects.toMatchObject({ code: 'PROTOCOL_MISMATCH' })
  })

  it.each([
    ['an HTML page', 200, 'text/html', '<html>'],
    ['JSON with another type', 200, 'text/plain', '{}'],
    ['a stream', 200, 'text/event-stream', 'data: {}\n\n'],
    ['a redirect', 307, 'application/json', '{}'],
    ['a status of 404', 404, 'text/plain', 'Not Found'],
  ])('is reported as a protocol mismatch if it responds with %s', async (_, status, type, body) => {
    const { url } = await serve((_received, response) =>
      response.writeHead(status, { 'Content-Type': type, Location: '/elsewhere' }).end(body),
    )
    await expect(openSkill({ a2a: url, max_output_bytes: 900 }).run()).rejects.toMatchObject({
      code: 'PROTOCOL_MISMATCH',
    })
  })

  it.each([
    ['-32700', 'INVALID_INPUT', 200, { error: { code: -32700, message: 'no' } }],
    ['-32600', 'INVALID_INPUT', 200, { error: { code: -32600, message: 'no' } }],
    ['-32602', 'INVALID_INPUT', 200, { error: { code: -32602, message: 'no' } }],
    ['-32005', 'INVALID_INPUT', 200, { error: { code: -32005, message: 'no' } }],
    ['a status of 413 without JSON-RPC', 'INVALID_INPUT', 413, 'Too large'],
    ['a status of 451 from a filter, without JSON-RPC', 'INVALID_INPUT', 451, 'Filtered'],
    ['a status of 422 without JSON-RPC', 'INVALID_INPUT', 422, { detail: [] }],
    ['too long a result', 'EXECUTION_ERROR', 200, 'x'.repeat(999)],
    [
      'a result that does not match its schema',
      'EXECUTION_ERROR',
      200,
      { result: { message: { parts: [{ text: 'secret' }] } } },
    ],
  ])(
    'is not reported as a protocol mismatch if the input of the task may have caused the response: %s',
    async (_, code, status, body) => {
      const { url } = await serve(({ text }, response) => {
        const { id } = JSON.parse(text) as { id: string }
        const rpc = typeof body === 'object' && !('detail' in body)
        return json(response, rpc ? { jsonrpc: '2.0', id, ...body } : body, status)
      })
      const run = { a2a: url, max_output_bytes: 900 }
      const output_schema = { properties: { text: { maxLength: 3 } } }
      const skill = { name: 'work', description: '', input_schema: true, timeout_ms: 60_000 }
      const opened = openSkill(run, { skills: [{ ...skill, output_schema, run }] })
      await expect(opened.run()).rejects.toMatchObject({ code })
    },
  )

  it.each([
    [
      'is nested deeper than 64 levels',
      `{"a":${'['.repeat(64)}${']'.repeat(64)}}`,
      'is nested deeper than 64 levels',
    ],
    ['contains an unpaired surrogate', '{"text":"abcd\\ud83d"}', 'contains an unpaired surrogate'],
    ['contains a number that JSON does not have', '{"sum":NaN}', 'is not JSON'],
    ['is cut within a character', Buffer.from('7b2278223a22c322', 'hex'), 'is not UTF-8'],
  ])(
    'is not reported as a protocol mismatch if a response that may contain the result %s',
    async (_, body, reason) => {
      const respond = (response: ServerResponse) =>
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
      const sent = await serve((_received, response) => respond(response))
      const polled = await serve(({ text }, response) => {
        const { id, method } = JSON.parse(text) as RpcCall
        if (method !== 'SendMessage') return respond(response)
        return json(response, { jsonrpc: '2.0', id, result: { task: task('TASK_STATE_WORKING') } })
      })
      for (const { url } of [sent, polled])
        await expect(openSkill({ a2a: url }).run()).rejects.toMatchObject({
          code: 'EXECUTION_ERROR',
          message: `what the foreign agent sent cannot be read as JSON, because it ${reason}`,
        })
    },
  )

  it('is asked for responses that are not compressed, because some servers compress only long ones', async () => {
    const { url, received } = await serveRpc(() => ({ result: { message: { parts: [] } } }))
    await openSkill({ a2a: url }).run()
    expect(received[0]!.headers['accept-encoding']).toBe('identity')
  })

  it('is reported as a protocol mismatch if it refuses to return its own task', async () => {
    const { url } = await serveRpc(({ method }) =>
      method === 'SendMessage'
        ? { result: { task: task('TASK_STATE_WORKING') } }
        : { error: { code: -32602, message: 'no' } },
    )
    await expect(openSkill({ a2a: url }).run()).rejects.toMatchObject({ code: 'PROTOCOL_MISMATCH' })
  })

  it.each([-32601, -32009])(
    'is reported as a protocol mismatch if its error %i means that it does not understand the request',
    async (code) => {
      const { url } = await serveRpc(() => ({ error: { code, message: 'no' } }))
      await expect(openSkill({ a2a: url }).run()).rejects.toMatchObject({
        code: 'PROTOCOL_MISMATCH',
      })
    },
  )

  it('fails the task if its status or its error says that it failed', async () => {
    const broken = await serve((_, response) => response.writeHead(502).end('oops'))
    const failure = await openSkill({ a2a: broken.url }).run().catch(String)
    expect(failure).toBe('Error: the foreign agent responded with status 502: oops')
    const failed = await serve((_, response) => json(response, { error: 'oops' }, 500))
    expect(await openSkill({ a2a: failed.url }).run().catch(String)).toBe(
      'Error: the foreign agent responded with status 500: {"error":"oops"}',
    )
    const { url } = await serveRpc(() => ({ error: { code: -32603, message: 'out of memory' } }))
    const outcome = await openSkill({ a2a: url }).run().catch(String)
    expect(outcome).toBe(
      'RpcError: the foreign agent responded with the error -32603: out of memory',
    )
    const hostile = await serveRpc(() => ({
      error: { code: -32603, message: { toString: 1 } as never },
    }))
    expect(await openSkill({ a2a: hostile.url }).run().catch(String)).toBe(
      'RpcError: the foreign agent responded with the error -32603: no message',
    )
  })

  it('does not keep the slot of a task occupied if it switches the connection to another protocol', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
        ),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { run } = openSkill({ a2a: url, max_concurrent: 1, max_waiting: 1 })
    for (let task = 0; task < 3; task += 1)
      await expect(run()).rejects.toMatchObject({ code: 'PROTOCOL_MISMATCH' })
  })

  it('is reported as a protocol mismatch if its response is about another task', async () => {
    const agent = await serveRpc(({ method }) => ({
      result:
        method === 'SendMessage'
          ? { task: task('TASK_STATE_WORKING') }
          : { ...task('TASK_STATE_COMPLETED'), id: 'f-2' },
    }))
    await expect(openSkill({ a2a: agent.url }).run()).rejects.toMatchObject({
      code: 'PROTOCOL_MISMATCH',
    })
  })

  it('cannot redirect a task to another address', async () => {
    const elsewhere = await serve((_, response) => json(response, {}))
    const { url } = await serve((_, response) =>
      response.writeHead(308, { Location: elsewhere.url }).end(),
    )
    await expect(openSkill({ a2a: url }).run()).rejects.toThrow('redirect (308)')
    expect(elsewhere.received).toEqual([])
  })

  it.each([
    [401, ForeignError, 'AUTH_REQUIRED'],
    [403, ForeignError, 'AUTH_REQUIRED'],
    [429, SkillBusyError, undefined],
    [503, SkillBusyError, undefined],
  ])('fails the task with the error for its status %i', async (status, type, code) => {
    const { url } = await serve((_, response) => json(response, {}, status))
    const outcome = await openSkill({ a2a: url })
      .run()
      .catch((cause: unknown) => cause)
    expect(outcome).toBeInstanceOf(type)
    expect(outcome).toMatchObject({ ...(code && { code }) })
  })

  it('is reported as unreachable if nothing listens, or the connection ends during the response', async () => {
    const unreachable = openSkill({ a2a: 'http://127.0.0.1:1' })
    await expect(unreachable.run()).rejects.toMatchObject({ code: 'FOREIGN_UNREACHABLE' })
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 99 })
      response.write('{', () => response.destroy())
    })
    const cut = openSkill({ a2a: url })
    await expect(cut.run()).rejects.toMatchObject({ code: 'FOREIGN_UNREACHABLE' })
  })

  it('keeps a task running until the task is aborted if the response is never completed', async () => {
    const { url, received } = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{')
    })
    const { call, abort } = callOf()
    const outcome = openSkill({ a2a: url }).run(call).catch(String)
    await until(() => received.length === 1, 'the agent received no request')
    abort()
    expect(await outcome).toMatch(/abort/i)
  })
})

describe('credentials for a foreign agent', () => {
  const headers_env = { Authorization: 'DESK_TOKEN', 'X-Tenant': 'TENANT' }
  const env = { PATH: process.env['PATH'], DESK_TOKEN: 'Bearer s3cret-value' }

  it('come from the environment, and are neither logged nor part of an error', async () => {
    const { url, received } = await serve((one, response) =>
      json(response, { echo: one.headers['authorization'] }),
    )
    const { run, log } = openSkill({ a2a: url, headers_env }, { env })
    const { call } = callOf()
    const error = (await run(call).catch((cause: unknown) => cause)) as ForeignError
    expect(received[0]!.headers['authorization']).toBe('Bearer s3cret-value')
    expect(received[0]!.headers['x-tenant']).toBeUndefined()
    expect(error.detail).toBe('{"echo":"[redacted]"}')
    expect(log).toEqual([
      {
        message: 'an environment variable that svc.yml names for a header is not set',
        fields: { name: 'TENANT' },
      },
    ])
  })

  it('are removed from results and progress, but names of schemes that occur as ordinary words are not', async () => {
    let polls = 0
    const echo = 'Bearer s3cret-value'
    const { url } = await serveRpc(() => {
      polls += 1
      if (polls === 1)
        return {
          result: {
            task: task('TASK_STATE_WORKING', {
              status: { state: 'TASK_STATE_WORKING', message: statusMessage(echo) },
            }),
          },
        }
      const parts = [{ text: `Bearer token s3cret-value` }, { data: { 's3cret-value': [echo, 7] } }]
      return { result: { ...task('TASK_STATE_COMPLETED'), artifacts: [{ parts }] } }
    })
    const { run } = openSkill({ a2a: url, headers_env }, { env })
    const { call } = callOf()
    const reported: string[] = []
    const result = await run({ ...call, progress: (text) => void reported.push(text) })
    expect(result).toEqual({
      text: 'Bearer token [redacted]',
      data: { '[redacted]': ['[redacted]', 7] },
    })
    expect(reported).toEqual(['[redacted]'])
  })

  it('are removed from a long response before it is truncated', async () => {
    const { url } = await serve((one, response) =>
      json(response, { echo: 'x'.repeat(270) + one.headers['authorization'] }),
    )
    const error = (await openSkill({ a2a: url, headers_env }, { env })
      .run()
      .catch((cause: unknown) => cause)) as ForeignError
    expect(error.detail).toContain('xxx[redacted]')
    expect(error.detail).not.toContain('s3cret')
  })

  it('are refused if they cannot be header values', () => {
    expect(() =>
      openSkill({ a2a: 'http://127.0.0.1:1', headers_env }, { env: { DESK_TOKEN: 'a\nb' } }),
    ).toThrow('the environment variable DESK_TOKEN contains line breaks')
  })
})
