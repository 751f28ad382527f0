import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/domain/json.ts'
import { A2aTask } from '../../../../src/agent/server/a2a/task.ts'
import { createTaskStore } from '../../../../src/agent/server/a2a/task-store.ts'
import { eventually, until } from '../../../kit/bounds.ts'
import { manifestOf, startAgent, type TestAgent } from '../agents.ts'
import { call, CLIENTS, createSteppedSkill, CURRENT, send, type Client } from './clients.ts'

let desk: TestAgent
const steps = createSteppedSkill()
beforeAll(async () => {
  desk = await startAgent(manifestOf({ step: {}, echo: {} }), {
    step: steps.skill,
    echo: ({ text }) => ({ text }),
  })
})
afterAll(() => desk.agent.close({ grace_ms: 0 }))

const immediately = {
  '1.0': { configuration: { returnImmediately: true } },
  '0.3': { configuration: { blocking: false } },
} as const
/** Starts a task without waiting for it, and returns it. */
const begin = async (agent: TestAgent, client: Client, text: string) => {
  const params = immediately[client.version]
  const { body } = await send(agent, client, { skill: 'step', text, params })
  return client.taskOf(body.result) as { id: string; status: { state: string } }
}

describe.each(CLIENTS)('an A2A $version task', (client) => {
  const get = (id: string) => call(desk, client, client.methods.get, { id })
  const cancel = (id: string) => call(desk, client, client.methods.cancel, { id })
  const named = (name: string) => `${name} ${client.version}`
  const echoed = async () =>
    client.taskOf((await send(desk, client, { skill: 'echo', text: 'kept' })).body.result)

  it('that the client does not wait for is working at first, and completed later', async () => {
    const text = named('later')
    const task = await begin(desk, client, text)
    expect(task.status.state).toBe(client.states.working)
    const working = await get(task.id)
    expect(working.body.result).toMatchObject({
      id: task.id,
      status: { state: client.states.working, message: { parts: [{ text: `reading ${text}` }] } },
    })
    expect(working.body.result).not.toHaveProperty('artifacts')
    expect(working.headers['x-svc-task-id']).toBe(task.id)
    steps.open(text)
    const completed = await eventually(async () => {
      const { body } = await get(task.id)
      expect(body.result.status.state).toBe(client.states.completed)
      return body.result
    })
    expect(completed.artifacts[0].parts[0].text).toBe(text)
    expect(completed.status).not.toHaveProperty('message')
  })

  it('can be read after the response to its message', async () => {
    const sent = await echoed()
    expect((await get(sent.id)).body.result).toEqual(sent)
  })

  it('is canceled once: its signal is aborted, and its result is not awaited', async () => {
    const text = named('canceled')
    const { id } = await begin(desk, client, text)
    const canceled = await cancel(id)
    expect(canceled.body.result).toMatchObject({ id, status: { state: client.states.canceled } })
    expect(steps.signals.get(text)!.aborted).toBe(true)
    const again = await cancel(id)
    expect([again.status, again.body.error.code]).toEqual([200, -32002])
    steps.open(text)
    expect((await get(id)).body.result).toEqual(canceled.body.result)
  })

  it('that has ended cannot be canceled, continued or followed', async () => {
    const { id } = await echoed()
    const codes = [
      (await cancel(id)).body.error.code,
      (await send(desk, client, { message: { taskId: id } })).body.error.code,
      (await call(desk, client, client.methods.subscribe, { id })).body.error.code,
    ]
    expect(codes).toEqual([-32002, -32004, -32004])
  })

  it.each([
    ['no id', {}, -32602],
    ['an empty id', { id: '' }, -32600],
    ['an unknown id', { id: 'none' }, -32001],
  ])('cannot be read, canceled or followed by a request with %s', async (_name, params, code) => {
    for (const method of [client.methods.get, client.methods.cancel, client.methods.subscribe])
      expect((await call(desk, client, method, params)).body.error.code).toBe(code)
  })
})

it('a task sent with tasks/send is not an A2A task, whatever id its client chose', async () => {
  await call(desk, CURRENT, 'tasks/send', { id: 't-1', skill: 'echo', message: { parts: [] } })
  const { body } = await call(desk, CURRENT, 'GetTask', { id: 't-1' })
  expect(body.error.code).toBe(-32001)
})

it('a canceled skill that ignores its signal keeps its slot, so canceling frees none', async () => {
  const limits = { running_tasks: 2 }
  const full = await startAgent(manifestOf({ step: {} }), { step: steps.skill }, { limits })
  const { id } = await begin(full, CURRENT, 'ignores')
  await call(full, CURRENT, 'CancelTask', { id })
  expect(full.agent.running()).toBe(1)
  await begin(full, CURRENT, 'second')
  expect((await send(full, CURRENT, {})).status).toBe(429)
  steps.open('ignores')
  await until(() => full.agent.running() === 1, 'the canceled skill keeps its slot after its end')
  await full.agent.close({ grace_ms: 0 })
})

it('closing the agent waits for a task whose client does not wait', async () => {
  const ended: string[] = []
  const closing = await startAgent(manifestOf({ step: {} }), {
    step: async (one) => {
      await steps.skill(one)
      ended.push(one.context.task_id)
    },
  })
  const { id } = await begin(closing, CURRENT, 'closing')
  const closed = closing.agent.close({ grace_ms: 60_000 })
  steps.open('closing')
  await closed
  expect(ended).toEqual([id])
})

it('the text of a status ends with a replacement character if its truncation splits a surrogate pair', () => {
  const task = new A2aTask({ id: '1', owner: 'a', context_id: 'c', skill: 's' }, () => 'now')
  task.progress(`${'x'.repeat(1023)}\u{1f600}`)
  expect(task.status.text).toBe(`${'x'.repeat(1023)}\ufffd`)
})

it('T-08: the result of a kept task takes about as much memory as its JSON text', () => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  const parts = `{"parts":[${Array(20_000).fill('{}').join(',')}]}`
  const keep = (_: unknown, id: number): A2aTask => {
    const identity = { id: `${id}`, owner: 'a', context_id: 'c', skill: 's' }
    const task = new A2aTask(identity, () => 'now')
    task.complete(JSON.parse(parts) as JsonObject)
    return task
  }
  gc()
  const before = process.memoryUsage().heapUsed
  const tasks = Array.from({ length: 100 }, keep)
  gc()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(tasks.length * parts.length)
  expect(tasks[7]!.result_bytes).toBe(parts.length)
  expect(tasks[7]!.result).toEqual(JSON.parse(parts))
})

describe('the task store', () => {
  const limits = { ended: 3, bytes: 8000, lifetime_ms: 1000 }
  const make = () => {
    let now = 0
    const store = createTaskStore(() => now, limits)
    const add = (id: string, owner: string, bytes = 0) => {
      const task = new A2aTask({ id, owner, context_id: 'c', skill: 's' }, () => 'now')
      return { task, added: store.add(task, bytes) }
    }
    const end = (id: string, owner: string, bytes = 0) => {
      const { task } = add(id, owner)
      task.complete({})
      store.keep(task, bytes)
    }
    const kept = (...ids: readonly string[]) =>
      ids.filter((id) => ['a', 'b'].some((owner) => store.find(id, owner) !== undefined))
    return { store, add, end, kept, advance: (ms: number) => (now += ms) }
  }

  it('finds a task for its owner only', () => {
    const { store, end } = make()
    end('1', 'a')
    expect(store.find('1', 'a')?.identity.id).toBe('1')
    expect(store.find('1', 'b')).toBeUndefined()
  })

  it('keeps the newest ended tasks, and evicts no tasks of an owner that has fewer', () => {
    const { end, kept } = make()
    end('b1', 'b')
    for (const id of ['a1', 'a2', 'a3', 'a4']) end(id, 'a')
    expect(kept('b1', 'a1', 'a2', 'a3', 'a4')).toEqual(['b1', 'a3', 'a4'])
  })

  it('removes the oldest ended task when the results exceed the limit in bytes', () => {
    const { end, kept } = make()
    for (const id of ['1', '2', '3']) end(id, 'a', 3000)
    expect(kept('1', '2', '3')).toEqual(['2', '3'])
  })

  it('evicts an expired task before a task of another owner', () => {
    const { end, add, kept, advance } = make()
    end('old', 'a', 3000)
    advance(1000)
    end('new', 'b', 4000)
    add('running', 'a', 3000)
    expect(kept('old', 'new', 'running')).toEqual(['new', 'running'])
  })

  it('keeps an ended task for its lifetime, and a running one longer', () => {
    const { end, add, kept, advance } = make()
    end('1', 'a')
    add('2', 'a')
    advance(999)
    expect(kept('1', '2')).toEqual(['1', '2'])
    advance(1)
    expect(kept('1', '2')).toEqual(['2'])
  })

  it('T-08: accepts running tasks of one owner up to half of its limit in bytes, and of all owners up to the limit', () => {
    const { add } = make()
    expect(add('1', 'a', 4000).added).toBe(true)
    expect(add('2', 'a', 1).added).toBe(false)
    expect(add('3', 'b', 4000).added).toBe(true)
    expect(add('4', 'c', 1).added).toBe(false)
  })
})
