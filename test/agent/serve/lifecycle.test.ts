import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createAgent, standalone, type PlatformLink } from '../../../src/agent/index.ts'
import { formOf, manifestOf, startAgent, TEXT, trustOf, type TestAgent } from './agents.ts'
import { until } from '../../kit/bounds.ts'

const agents: TestAgent[] = []
const start = async (...parts: Parameters<typeof startAgent>): Promise<TestAgent> => {
  const agent = await startAgent(...parts)
  agents.push(agent)
  return agent
}
afterEach(async () => {
  await Promise.all(agents.splice(0).map(({ agent }) => agent.close({ grace_ms: 0 })))
})

/** A skill that waits until the test releases it. */
function createGatedSkill() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    open: resolve,
    skill: async ({ text }: { text: string }) => {
      await promise
      return { text }
    },
  }
}
const untilRunning = ({ agent }: TestAgent, count: number): Promise<void> =>
  until(() => agent.running() >= count, `${count} tasks are not running`)

describe('concurrent tasks', () => {
  it('TASK-30: never mix up their ids, text or traces', async () => {
    const desk = await start(
      manifestOf({ echo: { input: TEXT } }),
      {
        echo: async ({ text, context, signal }) => {
          await sleep(Math.random() * 20, undefined, { signal })
          return { text, task_id: context.task_id, trace_id: context.trace_id }
        },
      },
      { identity: { svc_id: 'desk', seed: new Uint8Array(32).fill(1) } },
    )
    const numbers = Array.from({ length: 20 }, (_, n) => n)
    const responses = await Promise.all(
      numbers.map((n) =>
        n % 2 === 0
          ? desk.task(
              { task_id: `t-${n}`, input: { skill: 'echo', message: `text ${n}` } },
              { 'X-Svc-Trace-ID': `trace-${n}` },
            )
          : desk.rpc(
              {
                jsonrpc: '2.0',
                id: `q-${n}`,
                method: 'tasks/send',
                params: {
                  id: `t-${n}`,
                  skill: 'echo',
                  message: { parts: [{ type: 'text', text: `text ${n}` }] },
                },
              },
              { 'X-Svc-Trace-ID': `trace-${n}` },
            ),
      ),
    )
    for (const [n, response] of responses.entries()) {
      const result =
        n % 2 === 0 ? response.body.result : response.body.result.artifacts[0].parts[1].data
      expect(result).toEqual({ text: `text ${n}`, task_id: `t-${n}`, trace_id: `trace-${n}` })
      expect(trustOf(response)).toMatchObject({ task_id: `t-${n}`, trace_id: `trace-${n}` })
    }
  })

  it('do not wait for a task that hangs', async () => {
    const desk = await start(manifestOf({ echo: {}, hangs: {} }), {
      echo: ({ text }) => ({ text }),
      hangs: () => new Promise(() => undefined),
    })
    desk.task({ input: { skill: 'hangs' } }).catch(() => undefined)
    await untilRunning(desk, 1)
    expect(formOf(await desk.task({ input: { skill: 'echo', message: 'x' } }))).toBe('completed')
    expect(desk.agent.running()).toBe(1)
  })

  it('are limited to the configured number; one more is refused with 429', async () => {
    const { open, skill } = createGatedSkill()
    const desk = await start(
      manifestOf({ wait: {} }),
      { wait: skill },
      { limits: { running_tasks: 2 } },
    )
    const first = [desk.task({ input: { message: 'a' } }), desk.task({ input: { message: 'b' } })]
    await untilRunning(desk, 2)
    const third = await desk.task({ task_id: 't-3', input: { message: 'c' } })
    expect(third).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { status: 'failed', error: { code: 'rate_limited' } },
    })
    for (const path of ['/health', '/.well-known/agent.json'])
      expect((await desk.get(path)).status).toBe(200)
    open()
    expect((await Promise.all(first)).map(formOf)).toEqual(['completed', 'completed'])
    expect(formOf(await desk.task({ input: { message: 'd' } }))).toBe('completed')
  })
})

it('the timeout of a task does not abort its signal after the task has finished', async () => {
  const signals: AbortSignal[] = []
  const desk = await start(manifestOf({ quick: { timeout_ms: 500 } }), {
    quick: ({ signal }) => {
      signals.push(signal)
    },
  })
  expect(formOf(await desk.task({ input: {} }))).toBe('completed')
  await sleep(550)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
})

it('concurrent tasks are limited to 1000 unless the agent sets another limit', async () => {
  const { open, skill } = createGatedSkill()
  const desk = await start(manifestOf({ wait: {} }), { wait: skill })
  const send = () =>
    desk.agent.dispatcher.handle({
      method: 'POST',
      target: '/a2a/tasks',
      ip: '127.0.0.1',
      headers: { 'content-type': 'application/json', 'content-length': '1' },
      readBody: async () => Buffer.from('{"input": {"message": "x"}}'),
    })
  const accepted = Array.from({ length: 1000 }, send)
  await untilRunning(desk, 1000)
  expect((await send()).status).toBe(429)
  open()
  expect(new Set((await Promise.all(accepted)).map(({ status }) => status))).toEqual(new Set([200]))
})

it('concurrent tasks are limited even if their bodies arrive at the same moment', async () => {
  const { open, skill } = createGatedSkill()
  const { agent } = await start(
    manifestOf({ wait: {} }),
    { wait: skill },
    { limits: { running_tasks: 2 } },
  )
  const bodies = Promise.withResolvers<Buffer>()
  let [reading, refused] = [0, 0]
  const requests = Array.from({ length: 20 }, () =>
    agent.dispatcher.handle({
      method: 'POST',
      target: '/a2a/tasks',
      ip: '127.0.0.1',
      headers: { 'content-type': 'application/json', 'content-length': '1' },
      readBody: () => {
        reading += 1
        return bodies.promise
      },
    }),
  )
  for (const request of requests)
    void request.then(({ status }) => {
      if (status === 429) refused += 1
    })
  await until(() => reading === 20, 'not every body is being read')
  bodies.resolve(Buffer.from('{"input": {"message": "x"}}'))
  await until(() => refused === 18, 'too few tasks were refused')
  open()
  const responses = await Promise.all(requests)
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(
    responses.filter(({ status, headers }) => status === 429 && headers['Retry-After'] === '1'),
  ).toHaveLength(18)
})

it('chat messages are limited like tasks even if their bodies arrive at the same moment', async () => {
  const gate = Promise.withResolvers<string>()
  const desk = await start(
    manifestOf({ wait: {} }),
    { wait: () => ({}) },
    { limits: { running_tasks: 2 }, chat: () => gate.promise },
  )
  const { body } = await desk.post('/svc/auth', { client_id: 'a' })
  const bodies = Promise.withResolvers<Buffer>()
  let reading = 0
  const requests = Array.from({ length: 5 }, () =>
    desk.agent.dispatcher.handle({
      method: 'POST',
      target: '/chat',
      ip: '127.0.0.1',
      headers: {
        authorization: `Bearer ${body.session_token as string}`,
        'x-svc-client-id': 'a',
        'content-type': 'application/json',
        'content-length': '1',
      },
      readBody: () => {
        reading += 1
        return bodies.promise
      },
    }),
  )
  await until(() => reading === 5, 'not every body is being read')
  bodies.resolve(Buffer.from('{"message": "x"}'))
  await untilRunning(desk, 2)
  gate.resolve('done')
  const responses = await Promise.all(requests)
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429])
})

describe('a paused agent', () => {
  it('refuses new tasks, reports that it is paused, and finishes running tasks', async () => {
    let paused = false
    const platform: PlatformLink = { ...standalone(), paused: () => paused }
    const { open, skill } = createGatedSkill()
    const desk = await start(manifestOf({ wait: {} }), { wait: skill }, { platform })
    const {
      body: { session_token },
    } = await desk.post('/svc/auth', { client_id: 'a' })
    const running = desk.task({ input: { message: 'a' } })
    await untilRunning(desk, 1)
    paused = true
    expect(await desk.task({ task_id: 't', input: { message: 'x' } })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '30' },
      body: { status: 'failed', error: { code: 'paused' } },
    })
    expect(
      await desk.rpc({ jsonrpc: '2.0', id: 1, method: 'tasks/send', params: {} }),
    ).toMatchObject({ status: 503, body: { error: { code: -32603, data: { code: 'paused' } } } })
    expect(
      await desk.post(
        '/chat',
        { message: 'x' },
        { Authorization: `Bearer ${session_token as string}`, 'X-Svc-Client-ID': 'a' },
      ),
    ).toMatchObject({ status: 503, body: { code: 'PAUSED' } })
    expect(await desk.get('/health')).toMatchObject({ status: 200, body: { status: 'paused' } })
    expect((await desk.get('/.well-known/agent.json')).status).toBe(200)
    open()
    expect(formOf(await running)).toBe('completed')
    paused = false
    expect(formOf(await desk.task({ input: { message: 'x' } }))).toBe('completed')
  })
})

describe('close', () => {
  it('finishes running tasks and refuses new ones', async () => {
    const { open, skill } = createGatedSkill()
    const desk = await start(manifestOf({ wait: {} }), { wait: skill })
    const running = desk.task({ input: { message: 'a' } })
    await untilRunning(desk, 1)
    const closed = desk.agent.close()
    // A third-party server that uses this agent as middleware continues to forward requests to it.
    const readBody = async () => Buffer.from('{"input":{"message":"b"}}')
    const late = await desk.agent.dispatcher.handle({
      method: 'POST',
      target: '/a2a/tasks',
      headers: { 'content-type': 'application/json' },
      ip: '',
      readBody,
    })
    expect(late).toMatchObject({ status: 503, headers: { 'Retry-After': '30' } })
    expect(JSON.parse(String(late.body))).toMatchObject({
      status: 'failed',
      error: { code: 'unavailable' },
    })
    const session = await desk.agent.dispatcher.handle({
      method: 'POST',
      target: '/svc/auth',
      headers: { 'content-type': 'application/json' },
      ip: '',
      readBody: async () => Buffer.from('{"client_id":"a"}'),
    })
    expect(session.status).toBe(503)
    expect(Object.keys(session.headers).filter((name) => name.startsWith('X-Svc-'))).toEqual([])
    expect(desk.agent.health().status).toBe('stopping')
    await expect(desk.get('/health')).rejects.toThrow()
    open()
    expect(formOf(await running)).toBe('completed')
    await closed
  })

  it('interrupts tasks that exceed the grace period, and answers them', async () => {
    const aborted: string[] = []
    const desk = await start(manifestOf({ hangs: {} }), {
      hangs: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted.push((signal.reason as Error).name)
            reject(signal.reason as Error)
          })
        }),
    })
    const running = desk.task({ task_id: 't', input: {} })
    await untilRunning(desk, 1)
    await desk.agent.close({ grace_ms: 30 })
    expect(await running).toMatchObject({
      status: 503,
      body: { status: 'failed', error: { code: 'unavailable' } },
    })
    expect(aborted).toEqual(['AbortError'])
  })

  // docs/specification/agent-protocol.md#interrupted
  it('tells the client of an interrupted task that it may have been executed in part, and sends no Retry-After header', async () => {
    const hangs = () => new Promise<never>(() => undefined)
    const desk = await start(manifestOf({ hangs: {} }), { hangs }, { chat: hangs })
    const { body: session } = await desk.post('/svc/auth', { client_id: 'a' })
    const call = { jsonrpc: '2.0', id: 1, method: 'tasks/send', params: {} }
    const sent = [
      desk.task({ input: {} }),
      desk.rpc(call),
      desk.post(
        '/chat',
        { message: 'x' },
        { Authorization: `Bearer ${session.session_token as string}`, 'X-Svc-Client-ID': 'a' },
      ),
    ]
    await untilRunning(desk, 3)
    await desk.agent.close({ grace_ms: 0 })
    for (const { status, headers, text } of await Promise.all(sent)) {
      expect([status, headers['retry-after']]).toEqual([503, undefined])
      expect(text).toContain('may have been executed in part. Check its effects')
      expect(text).not.toMatch(/try again|did not execute/)
    }
  })

  it('does nothing for an agent that never listened', async () => {
    const agent = await createAgent({ manifest: manifestOf({ a: {} }), skills: { a: () => ({}) } })
    await agent.close()
  })
})

describe('listen', () => {
  it('rejects when the port is taken', async () => {
    const desk = await start(manifestOf({ a: {} }), { a: () => ({}) })
    const other = await createAgent({ manifest: manifestOf({ a: {} }), skills: { a: () => ({}) } })
    await expect(other.listen({ port: desk.port })).rejects.toThrow(/EADDRINUSE/)
  })
})
