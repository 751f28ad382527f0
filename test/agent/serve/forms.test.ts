import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formOf, manifestOf, sendTo, startAgent, TEXT, type TestAgent } from './agents.ts'

let desk: TestAgent
beforeAll(async () => {
  const skills = manifestOf({ echo: { input: TEXT }, moody: {}, value: {} })
  desk = await startAgent(skills, {
    echo: ({ text }) => ({ text }),
    moody: ({ text }) => {
      if (text.length % 2 === 1) throw new Error(text)
      return { text }
    },
    value: ({ input }) => input['give'],
  })
})
afterAll(() => desk.agent.close({ grace_ms: 100 }))

const skill = fc.oneof(
  fc.constantFrom('echo', 'moody', 'value', 'nobody', '__proto__', ''),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\u0000', '\u2028', '{"a":1}'),
)
const part = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'data', 'file'), text }, { requiredKeys: [] }),
  fc.jsonValue({ maxDepth: 1 }),
)
const message = fc.oneof(
  text,
  fc.record(
    { role: fc.constantFrom('user', 'agent'), parts: fc.array(part, { maxLength: 4 }) },
    { requiredKeys: [] },
  ),
  fc.jsonValue({ maxDepth: 2 }),
)
const input = fc.oneof(
  fc.record(
    { skill, message, give: fc.jsonValue({ maxDepth: 3 }), text: fc.jsonValue({ maxDepth: 1 }) },
    { requiredKeys: [] },
  ),
  fc.jsonValue({ maxDepth: 2 }),
)
const context = fc.oneof(
  fc.record({ skill, workspace_id: fc.string(), requester_id: fc.string() }, { requiredKeys: [] }),
  fc.jsonValue({ maxDepth: 1 }),
)
const good = fc.record(
  {
    task_id: fc.uuid(),
    input: fc.record({
      skill: fc.constantFrom('echo', 'moody', 'value'),
      message: text,
      give: fc.jsonValue({ maxDepth: 3 }),
    }),
  },
  { requiredKeys: ['input'] },
)
const near = fc.record(
  {
    task_id: fc.oneof(fc.uuid(), fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 1 })),
    type: skill,
    input,
    context,
  },
  { requiredKeys: [] },
)

describe('POST /a2a/tasks', () => {
  it('also accepts tasks if the request target is an absolute URL', async () => {
    for (const host of ['http://desk.test', 'HTTPS://desk.test:8443']) {
      const task = { input: { skill: 'echo', message: 'a' } }
      for (const path of ['/a2a/tasks', '//a2a//tasks/?'])
        expect((await sendTo(desk.port, 'POST', `${host}${path}`, task)).status).toBe(200)
      expect((await sendTo(desk.port, 'GET', `${host}/health`)).status).toBe(200)
    }
  })

  it('TASK-36, I-34: answers any JSON body in exactly one of the two legal forms, and never with 404', async () => {
    const ends = { completed: 0, failed: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          { weight: 1, arbitrary: good },
          { weight: 3, arbitrary: near },
          { weight: 1, arbitrary: fc.jsonValue() },
        ),
        async (body) => {
          const answer = await desk.task(JSON.stringify(body))
          ends[formOf(answer)] += 1
          expect(answer.headers['x-svc-task-id']).toBe(answer.body.task_id)
        },
      ),
      { numRuns: 400 },
    )
    expect(ends.completed).toBeGreaterThan(20)
    expect(ends.failed).toBeGreaterThan(20)
  })

  it('answers arbitrary bytes of any media type with a failed task', async () => {
    const type = fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'text/plain',
      'multipart/form-data',
      'application/xml',
    )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), type, async (bytes, contentType) => {
        expect(formOf(await desk.task(Buffer.from(bytes), { 'Content-Type': contentType }))).toBe(
          'failed',
        )
      }),
      { numRuns: 100 },
    )
  })

  it('returns what the skill returned, converted to JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (give) => {
        const { body } = await desk.task(JSON.stringify({ input: { skill: 'value', give } }))
        expect(body.output).toEqual(body.result)
        expect(body.result).toEqual(JSON.parse(JSON.stringify(give)))
      }),
      { numRuns: 100 },
    )
  })
})
