import { describe, expect, it } from 'vitest'
import {
  AgentDefinitionError,
  createAgent,
  type AgentManifest,
  type SkillFunction,
} from '../../../src/agent/index.ts'
import { manifestOf, startAgent } from './agents.ts'

const made = (manifest: AgentManifest, skills: Record<string, SkillFunction>, more: object = {}) =>
  createAgent({ manifest, skills, ...more })
const one: SkillFunction = () => ({})

describe('invalid agent definitions', () => {
  const bad: readonly [
    name: string,
    fault: RegExp,
    manifest: AgentManifest,
    skills?: Record<string, SkillFunction>,
    more?: object,
  ][] = [
    ['a skill without a function', /skill a has no function/, manifestOf({ a: {} }), {}],
    [
      'a function without a skill',
      /there is a function for b/,
      manifestOf({ a: {} }),
      { a: one, b: one },
    ],
    ['no skill at all', /declares no skill/, manifestOf({}), {}],
    [
      'a skill that is declared twice',
      /skill a is declared twice/,
      {
        ...manifestOf({ a: {} }),
        skills: [...manifestOf({ a: {} }).skills, ...manifestOf({ a: {} }).skills],
      },
    ],
    [
      'an input_schema that is not a JSON Schema',
      /skill a: input_schema is not a JSON Schema: .*type/,
      manifestOf({ a: { input: { type: 'strng' } } }),
    ],
    [
      'an output_schema that is a string',
      /skill a: output_schema is not a JSON Schema: it must be an object/,
      manifestOf({ a: { output: 'object' as never } }),
    ],
    [
      'a reference that cannot be resolved',
      /skill a: input_schema .*#\/nowhere/,
      manifestOf({ a: { input: { $ref: '#/nowhere' } } }),
    ],
    [
      'an unknown dialect',
      /dialect https:\/\/example.com\/mine/,
      manifestOf({ a: { input: { $schema: 'https://example.com/mine' } } }),
    ],
    [
      'a dialect that is not a string',
      /skill a: input_schema is not a JSON Schema: \$schema must be a string/,
      manifestOf({ a: { input: { $schema: { toString: 1 } } as never } }),
    ],
    [
      'a timeout that is not a number of milliseconds',
      /skill a: timeout_ms/,
      manifestOf({ a: { timeout_ms: 1.5 } }),
    ],
    [
      'a capability that is not a skill',
      /capability Web-Search is not a skill of this agent; its skills are a/,
      manifestOf({ a: {} }, { capabilities: { provides: ['Web-Search'], requires: [] } }),
    ],
    [
      'a given capability that is not a skill',
      /capability b is not a skill/,
      manifestOf({ a: {} }),
      { a: one },
      { capabilities: ['b'] },
    ],
    [
      'an upstream_url that is not an absolute URL',
      /a2a.upstream_url must be an absolute/,
      manifestOf({ a: {} }, { a2a: { upstream_url: '/a2a/tasks' } }),
    ],
    [
      'a name that no card can show',
      /^  - name must match/m,
      manifestOf({ a: {} }, { name: 'a\nb' }),
    ],
    [
      'a version with a space',
      /^  - version must match/m,
      manifestOf({ a: {} }, { version: '1 0' }),
    ],
  ]
  it.each(bad)(
    'are rejected because of %s',
    async (_name, fault, manifest, skills = { a: one }, more) => {
      const error = await made(manifest, skills, more).catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(AgentDefinitionError)
      expect(String(error)).toMatch(fault)
    },
  )

  it('report all faults at once', async () => {
    const broken = made(manifestOf({ a: { input: { type: 'strng' } }, b: {} }), { a: one, c: one })
    await expect(broken).rejects.toMatchObject({
      name: 'AgentDefinitionError',
      faults: [
        expect.stringMatching(/^skill a/),
        expect.stringMatching(/^skill b/),
        expect.stringMatching(/function for c/),
      ],
    })
  })
})

describe('schemas of skills', () => {
  it.each([
    [
      '2020-12 by default',
      { type: 'object', properties: { a: { prefixItems: [{ type: 'integer' }] } } },
    ],
    [
      '2020-12 by name',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        properties: { a: { prefixItems: [{ type: 'integer' }] } },
      },
    ],
    [
      '2019-09',
      {
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        properties: { a: { items: [{ type: 'integer' }] } },
      },
    ],
    [
      'draft-07',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        properties: { a: { items: [{ type: 'integer' }] } },
      },
    ],
    [
      'draft-06',
      {
        $schema: 'http://json-schema.org/draft-06/schema#',
        properties: { a: { items: [{ type: 'integer' }] } },
      },
    ],
  ])('of %s are read by the rules of that draft', async (_name, input) => {
    const { agent, task } = await startAgent(manifestOf({ a: { input } }), { a: one })
    expect(await task({ input: { a: [1] } })).toMatchObject({ status: 200 })
    expect(await task({ input: { a: ['one'] } })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('/a/0 must be integer') } },
    })
    await agent.close()
  })

  it('may carry an $id, unknown keywords and formats', async () => {
    const schema = {
      $id: 'https://example.com/same',
      type: 'object',
      'x-note': 1,
      properties: {
        on: { type: 'string', format: 'date' },
        odd: { type: 'string', format: 'odd' },
      },
    }
    const { agent, task } = await startAgent(
      manifestOf({ a: { input: schema, output: schema }, b: { input: schema } }),
      { a: one, b: one },
    )
    expect(await task({ input: { skill: 'a', on: '2026-03-01', odd: 'x' } })).toMatchObject({
      status: 200,
    })
    expect(await task({ input: { skill: 'a', on: 'March' } })).toMatchObject({ status: 400 })
    await agent.close()
  })

  it('validate values without changing them', async () => {
    const input = { type: 'object', properties: { n: { type: 'integer', default: 5 } } }
    const { agent, task } = await startAgent(manifestOf({ a: { input } }), {
      a: ({ input: given }) => given,
    })
    expect((await task({ input: {} })).body.result).toEqual({})
    expect((await task({ input: { n: '7' } })).status).toBe(400)
    await agent.close()
  })
})
