import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifestOf, startAgent, TEXT, trustOf, type TestAgent } from '../agents.ts'
import { call, CLIENTS, CURRENT, LEGACY, send, SKILL, type Client } from './clients.ts'

const NOW = '2026-03-01T12:00:00.000Z'
const UUID = /^[0-9a-f-]{36}$/
let desk: TestAgent
let only: TestAgent
beforeAll(async () => {
  desk = await startAgent(
    manifestOf({ echo: { input: TEXT }, show: {}, throws: {}, hangs: { timeout_ms: 30 } }),
    {
      echo: ({ text }) => ({ text }),
      show: ({ input, context }) => ({ input, task_id: context.task_id }),
      throws: () => {
        throw new Error('the password is hunter2')
      },
      hangs: () => new Promise(() => undefined),
    },
  )
  only = await startAgent(manifestOf({ show: {} }), { show: ({ input }) => input })
})
afterAll(async () => {
  await desk.agent.close({ grace_ms: 100 })
  await only.agent.close({ grace_ms: 100 })
})

/** Returns what `show` received as its input. */
const shown = async (client: Client, parts: readonly object[]) => {
  const { body } = await send(desk, client, { skill: 'show', parts })
  const data = client.taskOf(body.result).artifacts[0].parts[1].data
  return data.input as unknown
}

describe('a message', () => {
  it('in A2A 1.0 returns a completed task with its result as text and as data', async () => {
    const response = await send(desk, CURRENT, { skill: 'echo', text: 'plain' })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      jsonrpc: '2.0',
      id: 'q-1',
      result: {
        task: {
          id: expect.stringMatching(UUID),
          contextId: expect.stringMatching(UUID),
          status: { state: 'TASK_STATE_COMPLETED', timestamp: NOW },
          artifacts: [
            {
              artifactId: 'result',
              name: 'echo',
              parts: [{ text: 'plain' }, { data: { text: 'plain' } }],
            },
          ],
        },
      },
    })
  })

  it('in A2A 0.3 returns the same task, with the kind of each object', async () => {
    const { body } = await send(desk, LEGACY, { skill: 'echo', text: 'plain' })
    expect(body.result).toEqual({
      kind: 'task',
      id: expect.stringMatching(UUID),
      contextId: expect.stringMatching(UUID),
      status: { state: 'completed', timestamp: NOW },
      artifacts: [
        {
          artifactId: 'result',
          name: 'echo',
          parts: [
            { kind: 'text', text: 'plain' },
            { kind: 'data', data: { text: 'plain' } },
          ],
        },
      ],
    })
  })

  it.each(CLIENTS)(
    'in A2A $version gets a new task id, which the skill receives and the headers contain',
    async (client) => {
      const content = { skill: 'show', message: { contextId: 'c-1' }, params: { id: 'mine' } }
      const response = await send(desk, client, content)
      const task = client.taskOf(response.body.result)
      expect(task.id).toMatch(UUID)
      expect(task.contextId).toBe('c-1')
      expect(task.artifacts[0].parts[1].data.task_id).toBe(task.id)
      expect(trustOf(response)).toMatchObject({ svc_id: desk.agent.svc_id, task_id: task.id })
    },
  )

  it.each(CLIENTS)(
    'in A2A $version to a skill that fails returns a failed task that says so',
    async (client) => {
      for (const [skill, text] of [
        ['throws', 'The skill throws failed; the log of the agent contains the cause.'],
        ['hangs', 'The skill hangs did not end within 30 milliseconds.'],
      ] as const) {
        const response = await send(desk, client, { skill })
        const { status } = client.taskOf(response.body.result)
        expect(status.state).toBe(client.states.failed)
        expect(status.message).toMatchObject({
          role: { '1.0': 'ROLE_AGENT', '0.3': 'agent' }[client.version],
          parts: [{ text }],
        })
        expect(response.text).not.toContain('hunter2')
      }
    },
  )
})

describe('the input of a message', () => {
  const all = [
    ['parts without a type', [{ text: 'a' }, { data: { n: 1 } }, { text: 'b' }]],
    [
      'parts with a kind',
      [
        { kind: 'text', text: 'a' },
        { kind: 'data', data: { n: 1 } },
        { kind: 'text', text: 'b' },
      ],
    ],
    [
      'parts with a type',
      [
        { type: 'text', text: 'a' },
        { type: 'data', data: { n: 1 } },
        { type: 'text', text: 'b' },
      ],
    ],
  ] as const
  for (const client of CLIENTS)
    it.each(all)(
      `has the data and the text of %s, in A2A ${client.version}`,
      async (_name, parts) => {
        expect(await shown(client, parts)).toEqual({ n: 1, text: 'a\nb' })
      },
    )

  it('consists of all data parts, in which later parts replace members of earlier ones and the text replaces `text`', async () => {
    const parts = [{ data: { a: 1, b: 1, text: 'data' } }, { data: { b: 2, id: 'i', skill: 's' } }]
    expect(await shown(CURRENT, parts)).toEqual({ a: 1, b: 2, id: 'i', skill: 's', text: 'data' })
    expect(await shown(CURRENT, [...parts, { text: '' }])).toMatchObject({ text: '' })
  })

  it('does not change any prototype', async () => {
    const parts = '[{"data":{"__proto__":{"polluted":true},"a":1}}]'
    await send(desk, CURRENT, { skill: 'show', parts: JSON.parse(parts) as object[] })
    expect(({} as { polluted?: true }).polluted).toBeUndefined()
  })
})

describe('the skill of a message', () => {
  it('is named by the extension, in the metadata of the message or of the request', async () => {
    const params = { metadata: { [SKILL]: { skill: 'echo' } } }
    const { body } = await send(desk, CURRENT, { text: 'x', params })
    expect(body.result.task.artifacts[0].name).toBe('echo')
    const both = await send(desk, CURRENT, { skill: 'show', params })
    expect(both.body.result.task.artifacts[0].name).toBe('show')
  })

  it('is the only skill of the agent if there is one', async () => {
    const { body } = await send(only, CURRENT, { text: 'x' })
    expect(body.result.task.artifacts[0]).toMatchObject({ name: 'show' })
  })

  it.each(CLIENTS)(
    'must otherwise be named and known, or the error -32602 lists the skills of the agent, in A2A $version',
    async (client) => {
      for (const content of [{}, { skill: 'sing' }]) {
        const { status, body } = await send(desk, client, content)
        expect(status).toBe(200)
        expect(body.error.code).toBe(-32602)
        expect(body.error.message).toContain('The skills are: echo, show, throws, hangs.')
        expect(body.error.message).toContain(SKILL)
      }
    },
  )
})

describe('the version', () => {
  it.each([
    ['no header', undefined, 'message/send'],
    ['an empty header', '', 'message/send'],
    ['the header 0.3', '0.3', 'message/send'],
    ['the header 0.3.0', '0.3.0', 'message/send'],
    ['the header 1.0', '1.0', 'SendMessage'],
    ['the header 1.0.1', '1.0.1', 'SendMessage'],
  ])('of a request with %s is supported', async (_name, version, method) => {
    const client = method === 'SendMessage' ? CURRENT : LEGACY
    const params = client.message({ skill: 'echo' })
    const { body } = await call(desk, { headers: {} }, method, params, { 'A2A-Version': version })
    expect(client.taskOf(body.result).status.state).toBe(client.states.completed)
  })

  it.each(['0.2', '1.1', '2.0', '10', 'x', '1.0, 1.0', '__proto__'])(
    '%s is refused with -32009',
    async (version) => {
      for (const method of ['SendMessage', 'message/send', 'tasks/pause']) {
        const params = CURRENT.message({ skill: 'echo' })
        const { status, body } = await call(desk, { headers: {} }, method, params, {
          'A2A-Version': version,
        })
        expect([status, body.error.code]).toEqual([200, -32009])
        expect(body.error.message).toContain('1.0 or 0.3')
      }
    },
  )

  it('decides which methods there are, and the error names the other version', async () => {
    const params = CURRENT.message({ skill: 'echo' })
    const current = await call(desk, LEGACY, 'SendMessage', params)
    expect(current.body.error).toMatchObject({
      code: -32601,
      message:
        'The request does not use A2A 1.0, which has the method SendMessage; send the header A2A-Version: 1.0.',
    })
    const legacy = await call(desk, CURRENT, 'message/send', params)
    expect(legacy.body.error).toMatchObject({
      code: -32601,
      message:
        'The request does not use A2A 0.3, which has the method message/send; send the header A2A-Version: 0.3.',
    })
  })

  it('has no effect on tasks/send', async () => {
    const params = { skill: 'echo', message: { parts: [{ type: 'text', text: 'x' }] } }
    for (const version of ['1.0', '0.3', '7'])
      expect(
        (await call(desk, { headers: {} }, 'tasks/send', params, { 'A2A-Version': version })).body,
      ).toMatchObject({ result: { status: { state: 'completed' } } })
  })

  it('does not make a part without a type valid in tasks/send', async () => {
    const params = { skill: 'echo', message: { parts: [{ text: 'x' }] } }
    const { status, body } = await call(desk, LEGACY, 'tasks/send', params)
    expect([status, body.error.code]).toEqual([200, -32602])
    expect(body.error.message).toContain('/params/message/parts/0/type is missing')
  })
})

describe('a message that cannot be a task', () => {
  const rows: readonly (readonly [name: string, code: number, content: object])[] = [
    ['no parts', -32602, { parts: [] }],
    ['no messageId', -32602, { message: { messageId: undefined } }],
    ['no role', -32602, { message: { role: undefined } }],
    ['the role of an agent', -32602, { message: { role: 'ROLE_AGENT' } }],
    ['a contextId that is not a string', -32602, { message: { contextId: 7 } }],
    ['an extension that names no skill', -32602, { message: { metadata: { [SKILL]: 'echo' } } }],
    ['data that is not an object', -32602, { parts: [{ data: [1] }] }],
    ['data that is a string', -32602, { parts: [{ data: 'x' }] }],
    ['a part with two contents', -32602, { parts: [{ text: 'x', data: {} }] }],
    ['a part with text and a file', -32602, { parts: [{ text: 'x', url: 'https://a.example' }] }],
    [
      "input that does not match the skill's schema",
      -32602,
      { skill: 'echo', parts: [{ data: {} }] },
    ],
    ['a file', -32005, { parts: [{ url: 'https://a.example/x.pdf' }] }],
    ['bytes', -32005, { parts: [{ raw: 'AA==' }] }],
    [
      'a file in the form of 0.3',
      -32005,
      { parts: [{ kind: 'file', file: { uri: 'https://a.example/' } }] },
    ],
    ['an empty part', -32005, { parts: [{}] }],
    ['a task that does not exist', -32001, { message: { taskId: 'none' } }],
    [
      'notifications in the form of 1.0',
      -32003,
      { params: { configuration: { taskPushNotificationConfig: { url: 'https://a.example/' } } } },
    ],
    [
      'notifications in the form of 0.3',
      -32003,
      { params: { configuration: { pushNotificationConfig: { url: 'https://a.example/' } } } },
    ],
  ]
  for (const client of CLIENTS)
    it.each(rows)(
      `with %s is refused with %i, in A2A ${client.version}`,
      async (_name, code, content) => {
        const response = await send(desk, client, { skill: 'show', ...content })
        expect([response.status, response.body.error?.code]).toEqual([200, code])
        expect(response.body).not.toHaveProperty('result')
        expect(response.body.error.message).toMatch(/\.$/)
      },
    )
})

it.each([
  ['ListTasks', '1.0', -32004],
  ['GetExtendedAgentCard', '1.0', -32004],
  ['agent/getAuthenticatedExtendedCard', '0.3', -32007],
  ['CreateTaskPushNotificationConfig', '1.0', -32003],
  ['tasks/pushNotificationConfig/set', '0.3', -32003],
  ['tasks/list', '0.3', -32601],
  ['constructor', '1.0', -32601],
])('the method %s in A2A %s fails with the error %i', async (method, version, code) => {
  const response = await call(desk, { headers: { 'A2A-Version': version } }, method, {})
  expect([response.status, response.body.error.code]).toEqual([200, code])
})
