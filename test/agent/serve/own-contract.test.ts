import { validate } from '@hyperjump/json-schema/openapi-3-1'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterEach, describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../src/agent/index.ts'
import { manifestOf, startAgent, TEXT, type TestAgent } from './agents.ts'

type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const agents: TestAgent[] = []
afterEach(async () => {
  for (const { agent } of agents.splice(0)) await agent.close()
})

/** Starts an agent with skills that return an empty object, and reads its contract. */
async function serve(skills: Readonly<Record<string, JsonSchema>>) {
  const names = Object.keys(skills)
  const desk = await startAgent(
    manifestOf(Object.fromEntries(names.map((name) => [name, { input: skills[name]! }]))),
    Object.fromEntries(names.map((name) => [name, () => ({})])),
  )
  agents.push(desk)
  const { status, body } = await desk.get('/openapi.json')
  expect(status).toBe(200)
  const schemas = body.components.schemas as Schemas
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema(body as object, 'own')
  const check = (name: string) => ajv.compile({ $ref: `own#/components/schemas/${name}` })
  const [task, call, rpc] = ['TaskRequest', 'TaskCall', 'JsonRpcRequest'].map(check)
  return { desk, body, schemas, task: task!, call: call!, rpc: rpc! }
}

describe('the contract that an agent serves', () => {
  it("states the agent's name, version and address, and allows only its skills as skill names", async () => {
    const { desk, body, schemas } = await serve({ echo: TEXT, 'add-up': { type: 'object' } })
    expect(body).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Text Desk', version: '1.2.0', description: 'Works on text.' },
      servers: [{ url: desk.url, description: 'This agent' }],
    })
    expect(schemas['SkillName']!['enum']).toEqual(['echo', 'add-up'])
    expect(schemas['TaskInput']!['oneOf']).toEqual([
      { $ref: '#/components/schemas/EchoInput' },
      { $ref: '#/components/schemas/AddUpInput' },
    ])
    expect(schemas['EchoInput']).toEqual({
      description: 'Does echo.',
      type: 'object',
      required: ['skill', 'text'],
      properties: { skill: { type: 'string', enum: ['echo'] }, text: { type: 'string' } },
    })
    expect(schemas['EchoResult']).toEqual({ type: 'object' })
  })

  it('is valid OpenAPI 3.1, without examples of another agent or links that set credentials', async () => {
    const { body } = await serve({ echo: TEXT, 統計: { type: 'object' } })
    const { valid } = await validate('https://spec.openapis.org/oas/3.1/schema-base', body)
    expect(valid).toBe(true)
    const text = JSON.stringify(body)
    expect(text).not.toMatch(/"examples?":|"header\.(?!If-None-Match")/)
    expect(text).toMatch(/"links":/)
  })

  it('leaves out the MCP headers, whose values depend on the body', async () => {
    const { body } = await serve({ first: TEXT })
    expect(Object.keys(body.components.parameters)).toContain('AgentId')
    expect(JSON.stringify(body)).not.toMatch(/Mcp-|McpProtocolVersion|McpMethod"|McpName/)
  })

  const CLOSED: JsonSchema = {
    type: 'object',
    required: ['amount'],
    properties: { amount: { $ref: '#/$defs/money' } },
    additionalProperties: false,
    $defs: { money: { type: 'integer', minimum: 0 } },
  }
  const OLD: JsonSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    required: ['text'],
    properties: { text: { type: 'string', maxLength: 5 } },
  }
  const INPUTS = [
    {},
    { text: 'a' },
    { text: 'too long' },
    { text: 1 },
    { amount: 3 },
    { amount: -1 },
    { amount: 3, more: true },
  ]

  it.each<[string, JsonSchema]>([
    ['with required text', TEXT],
    ['that is closed and refers to itself', CLOSED],
    ['of an older draft', OLD],
    ['that accepts everything', true],
  ])('a schema %s accepts the tasks that the agent executes, and no others', async (_, schema) => {
    const { desk, task, call } = await serve({ first: schema, other: { type: 'object' } })
    for (const fields of INPUTS) {
      const input = { skill: 'first', ...fields }
      const request = { jsonrpc: '2.0', id: 1, method: 'tasks/send', params: input }
      const isAccepted = (await desk.task({ input })).status === 200
      expect([fields, task({ input }), call(request)]).toEqual([fields, isAccepted, isAccepted])
      expect((await desk.rpc(request)).body).toHaveProperty(isAccepted ? 'result' : 'error')
    }
  })

  it('accepts exactly the calls whose response has status 200, whether they succeed or not', async () => {
    const { desk, rpc } = await serve({ first: TEXT })
    const params = { skill: 'first', text: 'a' }
    const CALLS: readonly [object, boolean][] = [
      [{ method: 'tasks/send', params }, true],
      [{ method: 'tasks/send', params: { skill: 'unknown' } }, true],
      [{ method: 'tasks/send', params: { skill: 'first', text: 1 } }, true],
      [{ method: 'tasks/send', params, id: {} }, true],
      [{ method: 'tasks/send' }, true],
      [{ method: 'tasks/pause', params }, true],
      [{ method: 'SendMessage', params: { message: { parts: [{ text: 'a' }] } } }, true],
      [{ method: 'tasks/send', params: [] }, false],
      [{ method: 'tasks/send', params, jsonrpc: '1.0' }, false],
      [{ method: '', params }, false],
      [{ method: 'tasks/send', params: { skill: 'a'.repeat(300) } }, false],
    ]
    for (const [members, isAccepted] of CALLS) {
      const call = { jsonrpc: '2.0', id: 1, ...members }
      const { status } = await desk.rpc(call)
      expect([members, rpc(call), status === 200]).toEqual([members, isAccepted, isAccepted])
    }
  })

  it.each<[string, JsonSchema]>([
    ['an identifier', { $id: 'https://example.com/a', type: 'object', required: ['a'] }],
    ['a reference to another document', { $ref: 'https://json-schema.org/draft/2020-12/schema' }],
    ['a limit on the number of fields', { type: 'object', maxProperties: 1 }],
    ['a choice', { anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
  ])(
    'describes the input of a skill whose schema has %s as an object with any fields',
    async (_, schema) => {
      const { schemas } = await serve({ first: schema })
      expect(schemas['FirstInput']).toEqual({
        description: 'Does first.',
        type: 'object',
        required: ['skill'],
        properties: { skill: { type: 'string', enum: ['first'] } },
      })
    },
  )

  it('leaves out a maxLength that would not fit into a body if every character were escaped', async () => {
    const text = (maxLength: number) => ({ type: 'string', maxLength })
    const { body, schemas } = await serve({
      first: { type: 'object', properties: { a: text(5461), b: text(5462) } },
    })
    const lengths = [...JSON.stringify(body).matchAll(/"maxLength":(\d+)/g)]
    expect(Math.max(...lengths.map(([, length]) => Number(length)))).toBe(5461)
    expect(schemas['FirstInput']!['properties']).toEqual({
      a: { type: 'string', maxLength: 5461 },
      b: { type: 'string' },
      skill: { type: 'string', enum: ['first'] },
    })
  })

  it('states the limit of the agent on bodies if it is lower, and the lengths that fit into them', async () => {
    const input: JsonSchema = { properties: { a: { maxLength: 100 }, b: { maxLength: 101 } } }
    const desk = await startAgent(
      manifestOf({ first: { input } }),
      { first: () => ({}) },
      { limits: { body_bytes: 1200 } },
    )
    agents.push(desk)
    const { body } = await desk.get('/openapi.json')
    const limits = [...JSON.stringify(body).matchAll(/"x-max-body-bytes":(\d+)/g)]
    expect(new Set(limits.map(([, bytes]) => bytes))).toEqual(new Set(['1200']))
    expect(body.components.schemas.FirstInput.properties).toMatchObject({
      a: { maxLength: 100 },
      b: {},
    })
    expect(body.components.schemas.FirstInput.properties.b).toEqual({})
    const { status } = await desk.task({ input: { skill: 'first', text: 'x'.repeat(1200) } })
    expect(status).toBe(413)
  })

  it('shows properties and values as they are, even if they look like keywords', async () => {
    const value = { $ref: '#/a', maxLength: 99_999, items: [], $id: 'a' }
    const properties = {
      $ref: { const: value },
      dependencies: { default: value },
      maxLength: { enum: [value] },
    }
    const { schemas } = await serve({ first: { type: 'object', properties } })
    expect(schemas['FirstInput']!['properties']).toEqual({
      ...properties,
      skill: { type: 'string', enum: ['first'] },
    })
  })

  it('gives separate schemas to skills with similar names or with the name of a schema in the contract', async () => {
    const { schemas } = await serve({
      'read it': TEXT,
      read_it: TEXT,
      task: TEXT,
      統計: TEXT,
    })
    const refs = (schemas['TaskInput']!['oneOf'] as { $ref: string }[]).map(({ $ref }) => $ref)
    expect(refs).toEqual([
      '#/components/schemas/ReadItInput',
      '#/components/schemas/Skill2Input',
      '#/components/schemas/Skill3Input',
      '#/components/schemas/Skill4Input',
    ])
  })
})
