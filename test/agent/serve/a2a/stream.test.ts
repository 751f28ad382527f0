import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../kit/bounds.ts'
import { manifestOf, startAgent, type TestResponse, type TestAgent } from '../agents.ts'
import { call, CLIENTS, createSteppedSkill, CURRENT, LEGACY, openStream, send } from './clients.ts'

const NOW = '2026-03-01T12:00:00.000Z'
let desk: TestAgent
const steps = createSteppedSkill()
const start = () => startAgent(manifestOf({ step: {} }), { step: steps.skill })
beforeAll(async () => {
  desk = await start()
})
afterAll(() => desk.agent.close({ grace_ms: 0 }))

/** Returns the state of an event in any version. */
const stateOf = (event: TestResponse['body']): string | undefined => {
  const { task, statusUpdate, status } = event.result
  return (task ?? statusUpdate ?? { status }).status?.state as string | undefined
}

describe('a stream', () => {
  it('in A2A 1.0 consists of the task, its progress as it is reported, the result and the final status', async () => {
    const stream = await openStream(
      desk,
      CURRENT,
      'SendStreamingMessage',
      CURRENT.message({ text: 'whole' }),
    )
    expect(stream.response.status).toBe(200)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
    const first = await stream.next()
    const { id, contextId } = first.result.task
    expect(first).toEqual({
      jsonrpc: '2.0',
      id: 'q-1',
      result: { task: { id, contextId, status: { state: 'TASK_STATE_WORKING', timestamp: NOW } } },
    })
    expect(stream.response.headers.get('x-svc-task-id')).toBe(id)
    const ids = { taskId: id, contextId }
    expect((await stream.next()).result).toEqual({
      statusUpdate: {
        ...ids,
        status: {
          state: 'TASK_STATE_WORKING',
          timestamp: NOW,
          message: {
            messageId: `${id}.1`,
            ...ids,
            role: 'ROLE_AGENT',
            parts: [{ text: 'reading whole' }],
          },
        },
      },
    })
    steps.open('whole')
    const rest = await stream.all()
    expect(rest.map(({ result }) => result)).toEqual([
      {
        statusUpdate: expect.objectContaining({
          status: expect.objectContaining({ state: 'TASK_STATE_WORKING' }),
        }),
      },
      {
        artifactUpdate: {
          ...ids,
          artifact: {
            artifactId: 'result',
            name: 'step',
            parts: [{ text: 'whole' }, { data: { text: 'whole' } }],
          },
          lastChunk: true,
        },
      },
      { statusUpdate: { ...ids, status: { state: 'TASK_STATE_COMPLETED', timestamp: NOW } } },
    ])
  })

  it('in A2A 0.3 has the kind of each event, and marks the last one', async () => {
    steps.open('kinds')
    const stream = await openStream(
      desk,
      LEGACY,
      'message/stream',
      LEGACY.message({ text: 'kinds' }),
    )
    const events = (await stream.all()).map(({ result }) => result)
    expect(events.map(({ kind, final }) => [kind, final])).toEqual([
      ['task', undefined],
      ['status-update', false],
      ['status-update', false],
      ['artifact-update', undefined],
      ['status-update', true],
    ])
    expect(events.at(-1).status).toEqual({ state: 'completed', timestamp: NOW })
    expect(events[3].artifact.parts[0]).toEqual({ kind: 'text', text: 'kinds' })
  })

  it.each(CLIENTS)(
    'in A2A $version is replaced by an error response if its task cannot start',
    async (client) => {
      const response = await call(
        desk,
        client,
        client.methods.stream,
        client.message({ skill: 'sing' }),
      )
      expect(response.status).toBe(200)
      expect(response.headers['content-type']).toBe('application/json')
      expect(response.body.error.code).toBe(-32602)
    },
  )

  it.each(CLIENTS)(
    'in A2A $version can be joined by a second stream, which has the same events to the end',
    async (client) => {
      const text = `joined ${client.version}`
      const first = await openStream(desk, client, client.methods.stream, client.message({ text }))
      const { id } = client.taskOf((await first.next()).result)
      await first.next()
      const second = await openStream(desk, client, client.methods.subscribe, { id })
      const joined = await second.next()
      expect(client.taskOf(joined.result)).toMatchObject({
        id,
        status: { state: client.states.working, message: { parts: [{ text: `reading ${text}` }] } },
      })
      steps.open(text)
      const [events, same] = [await first.all(), await second.all()]
      expect(events).toEqual(same)
      expect(events).toHaveLength(3)
    },
  )

  it.each(CLIENTS)('in A2A $version ends when the task is canceled', async (client) => {
    const text = `canceled ${client.version}`
    const stream = await openStream(desk, client, client.methods.stream, client.message({ text }))
    const { id } = client.taskOf((await stream.next()).result)
    await call(desk, client, client.methods.cancel, { id })
    expect((await stream.all()).map(stateOf)).toEqual([
      client.states.working,
      client.states.canceled,
    ])
  })

  it('that its client closes does not end the task', async () => {
    const stream = await openStream(
      desk,
      CURRENT,
      'SendStreamingMessage',
      CURRENT.message({ text: 'left' }),
    )
    const { id } = (await stream.next()).result.task
    stream.close()
    steps.open('left')
    await until(async () => {
      const { body } = await call(desk, CURRENT, 'GetTask', { id })
      return body.result.status.state === 'TASK_STATE_COMPLETED'
    }, 'the task does not end')
  })

  it('ends with a failed task when the agent closes', async () => {
    const closing = await start()
    const stream = await openStream(
      closing,
      CURRENT,
      'SendStreamingMessage',
      CURRENT.message({ text: 'closing' }),
    )
    await stream.next()
    await closing.agent.close({ grace_ms: 0 })
    expect(stateOf((await stream.all()).at(-1))).toBe('TASK_STATE_FAILED')
  })
})

it('progress has no effect on tasks that no client follows', async () => {
  steps.open('x')
  const answer = await desk.task({ input: { skill: 'step', message: 'x' } })
  expect(answer.body).toMatchObject({ status: 'completed', result: { text: 'x' } })
  expect((await send(desk, CURRENT, {})).body.result.task.status).toEqual({
    state: 'TASK_STATE_COMPLETED',
    timestamp: NOW,
  })
})
