import { describe, expect, it } from 'vitest'
import { a2aSurface, isA2aCard } from '../../../src/agent/bridge/a2a-surface.ts'
import { newManifest, updatedManifest } from '../../../src/agent/bridge/manifest-file.ts'
import { mcpSurface } from '../../../src/agent/bridge/mcp-surface.ts'
import { readManifest } from '../../../src/agent/folder/manifest.ts'
import { BridgeError, chooseSkills } from '../../../src/agent/bridge/surface.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { cardOf } from './servers.ts'

const URL = 'https://weather.example'
const source = { url: URL }
const OBJECT = { type: 'object' }
const surfaceOf = (more: object = {}) => a2aSurface(cardOf(URL, more), source)
const toolsOf = (...tools: object[]) =>
  mcpSurface(
    tools.map((tool) => ({ name: 'tool', inputSchema: OBJECT, ...tool })),
    { name: 'Tools', version: '1.0', instructions: undefined },
    { revision: '2025-11-25', source: { url: `${URL}/mcp` } },
  )
const nested = (levels: number): JsonObject =>
  levels === 0 ? {} : { type: 'object', properties: { a: nested(levels - 1) } }

/** A schema in which each definition refers to the next one twice. */
const doubling = (definitions: number): JsonObject => ({
  $ref: '#/$defs/d0',
  $defs: {
    ...Object.fromEntries(
      Array.from({ length: definitions }, (_, index) => {
        const next = { $ref: `#/$defs/d${index + 1}` }
        return [`d${index}`, { anyOf: [next, next] }]
      }),
    ),
    [`d${definitions}`]: { type: 'string' },
  },
})

describe('the card of a foreign agent', () => {
  it('yields a skill for each of its skills, which takes text and data', () => {
    const { skills, version, name, omitted } = surfaceOf()
    expect([version, name, omitted]).toEqual(['1.0', 'Weather', []])
    expect(skills).toEqual([
      {
        name: 'forecast',
        description: 'Forecasts the weather.',
        input_schema: {
          type: 'object',
          required: ['text'],
          properties: { text: { type: 'string' }, data: { type: 'object' } },
          additionalProperties: false,
        },
        output_schema: {
          type: 'object',
          required: ['text'],
          properties: {
            text: { type: 'string' },
            data: {},
            files: { type: 'array', items: { type: 'object' } },
          },
        },
        timeout_ms: 60_000,
        run: { a2a: 'https://weather.example/rpc', version: '1.0' },
      },
    ])
  })

  it('lets messages name the skill only if it declares the extension for that', () => {
    const capabilities = { extensions: [{ uri: 'urn:svc:a2a:skill:v1' }] }
    expect(surfaceOf({ capabilities }).skills[0]!.run).toMatchObject({ skill: 'forecast' })
  })

  const old = { supportedInterfaces: undefined, protocolVersion: '0.3.0', url: `${URL}/a2a` }
  const current = (url: string, protocolBinding = 'JSONRPC') => ({
    supportedInterfaces: [{ url, protocolBinding, protocolVersion: '1.0' }],
  })
  it('yields skills that use the newest version that both sides support', () => {
    expect(surfaceOf(old).skills[0]!.run).toEqual({
      a2a: 'https://weather.example/a2a',
      version: '0.3',
    })
    expect(surfaceOf({ ...old, ...current(`${URL}/new`) }).skills[0]!.run).toMatchObject({
      a2a: 'https://weather.example/new',
      version: '1.0',
    })
  })

  it.each([
    ['another binding', current(`${URL}/rpc`, 'GRPC'), 'offers no interface with the binding'],
    ['an unknown version', { ...old, protocolVersion: '0.2.6' }, 'A2A 1.0 or 0.3'],
    ['another origin', current('https://evil.example/rpc'), 'another origin, https://evil.example'],
    ['another port', current('https://weather.example:8443/'), 'another origin'],
    ['another scheme', current('file:///etc/passwd'), 'another origin'],
    ['no address', current('nowhere'), 'does not name a valid address'],
  ])('is refused if it names %s', (_, more, reason) => {
    expect(() => surfaceOf(more)).toThrow(reason)
  })

  it('names an address of at most 2048 characters', () => {
    const long = `${URL}/${'a'.repeat(2048 - URL.length - 1)}`
    expect(surfaceOf(current(long)).skills[0]!.run).toMatchObject({ a2a: long })
    expect(() => surfaceOf(current(`${long}a`))).toThrow('does not name a valid address')
  })

  it('is refused if its address is link-local or would receive credentials without TLS', () => {
    const at = (url: string, headers_env?: Record<string, string>) => () =>
      a2aSurface(cardOf(url), { url, ...(headers_env && { headers_env }) })
    for (const host of [
      '169.254.169.254',
      '2852039166',
      '[fe80::1]',
      '[::ffff:169.254.169.254]',
      '[::169.254.169.254]',
      '[::ffff:0:169.254.169.254]',
      '[64:ff9b::169.254.169.254]',
      '[64:ff9b:1::169.254.169.254]',
      '[2002:a9fe:a9fe::]',
      '[fd00:ec2::254]',
    ])
      expect(at(`http://${host}`), host).toThrow('link-local')
    expect(at('http://[::ffff:10.0.0.1]')).not.toThrow()
    expect(at('http://weather.example', { Authorization: 'TOKEN' })).toThrow('https://')
    expect(at('http://127.0.0.1:9', { Authorization: 'TOKEN' })).not.toThrow()
  })

  it('is recognized by its skills and its version', () => {
    expect(isA2aCard(cardOf(URL))).toBe(true)
    expect(isA2aCard({ name: 'x', skills: [], capabilities: [] })).toBe(false)
  })

  it('has a digest that depends on its content, but not on the order of members or on signatures', () => {
    const { digest } = surfaceOf()
    const reordered = Object.fromEntries(Object.entries(cardOf(URL)).toReversed()) as JsonObject
    expect(a2aSurface(reordered, source).digest).toBe(digest)
    expect(surfaceOf({ signatures: [{ signature: 'x' }] }).digest).toBe(digest)
    expect(surfaceOf({ description: 'Other.' }).digest).not.toBe(digest)
  })

  it('yields only skills that a manifest can contain, and a reason for each object that is left out', () => {
    const skills = [
      { id: 'a\u0000b' },
      { id: '' },
      { name: 'no id' },
      { id: 'x'.repeat(129) },
      { id: 'twice', description: 'first' },
      { id: 'twice', description: 'second' },
      { id: '__proto__', description: `tab\tbell\u0007${'y'.repeat(9000)}` },
      'not an object',
    ]
    const { skills: chosen, omitted } = surfaceOf({ skills })
    expect(chosen.map(({ name }) => name)).toEqual(['twice', '__proto__'])
    expect(chosen[0]!.description).toBe('first')
    expect(omitted.map(({ reason }) => reason)).toEqual([
      'its name contains control characters or invalid Unicode',
      'it has no name',
      'it has no name',
      'its name is longer than 128 characters',
      'its name is taken',
    ])
  })

  it('with thousands of skills yields a valid manifest with those that fit', () => {
    const skills = Array.from({ length: 5000 }, (_, index) => ({
      id: `s${index}`,
      description: 'Works.',
    }))
    const surface = surfaceOf({ skills, name: 'N'.repeat(9999), version: 'ü'.repeat(99) })
    const manifest = readManifest(
      newManifest(surface, { name: surface.name, upstream_url: 'http://127.0.0.1:1/a2a/tasks' }),
    )
    expect(manifest).toMatchObject({ kind: 'valid' })
    expect([surface.skills.length, surface.omitted.length]).toEqual([256, 4744])
    expect(manifest.kind === 'valid' && manifest.manifest.capabilities.provides).toHaveLength(64)
  })
})

it('a card yields short skills that follow one that is too long for the manifest', () => {
  const long = Array.from({ length: 200 }, (_, index) => ({
    id: `s${index}`,
    description: 'd'.repeat(5000),
  }))
  const { skills, omitted } = surfaceOf({
    skills: [...long, { id: 'short', description: 'Short.' }],
  })
  expect(omitted.length).toBeGreaterThan(0)
  expect(skills.at(-1)!.name).toBe('short')
})

it('a card with long skills yields those that fit in a manifest', () => {
  const skills = Array.from({ length: 200 }, (_, index) => ({
    id: `s${index}`,
    description: 'd'.repeat(5000),
  }))
  const { skills: chosen, omitted } = surfaceOf({ skills })
  expect(JSON.stringify(chosen).length).toBeLessThanOrEqual(524_288)
  expect(omitted.at(-1)).toEqual({ name: 's199', reason: 'the manifest would be too long' })
})

describe('the tools of a foreign server', () => {
  it('are skills with their schemas', () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
    const outputSchema = { type: 'object', properties: { sum: { type: 'number' } } }
    const { skills } = toolsOf({ name: 'sum', description: 'Adds.', inputSchema, outputSchema })
    expect(skills).toEqual([
      {
        name: 'sum',
        description: 'Adds.',
        input_schema: inputSchema,
        output_schema: outputSchema,
        timeout_ms: 60_000,
        run: { mcp: { url: 'https://weather.example/mcp', revision: '2025-11-25' }, tool: 'sum' },
      },
    ])
  })

  it('have other names for arguments whose names are reserved', () => {
    const properties = { message: {}, id: { type: 'integer' }, id_: {}, other: {} }
    const [skill] = toolsOf({
      inputSchema: { type: 'object', properties, required: ['id', 'other'] },
    }).skills
    expect(skill!.input_schema).toEqual({
      type: 'object',
      properties: { text: {}, id__: { type: 'integer' }, id_: {}, other: {} },
      required: ['id__', 'other'],
    })
    expect(skill!.run).toMatchObject({ arguments: { text: 'message', id__: 'id' } })
  })

  it('do not keep patterns, because a hostile one takes exponential time', () => {
    const inputSchema = {
      type: 'object',
      properties: { pattern: { type: 'string', pattern: '^(a+)+$' } },
      patternProperties: { '^(a+)+$': {} },
    }
    const [skill] = toolsOf({ inputSchema }).skills
    expect(skill!.input_schema).toEqual({
      type: 'object',
      properties: { pattern: { type: 'string' } },
    })
  })

  it.each<readonly [what: string, tool: object, reason: string]>([
    ['a schema that is a string', { inputSchema: 'none' }, 'its inputSchema is not an object'],
    [
      'a schema in another document',
      { inputSchema: { properties: { a: { $ref: 'https://evil.example/s.json' } } } },
      'its inputSchema refers to another document',
    ],
    [
      'a schema in a file',
      { outputSchema: { allOf: [{ $ref: 'file:///etc/passwd' }] } },
      'its outputSchema refers to another document',
    ],
    [
      'an invalid schema',
      { inputSchema: { type: 'dream' } },
      'its inputSchema is not a JSON Schema',
    ],
    [
      'a schema that refers to itself',
      { inputSchema: { allOf: [{ $ref: '#' }] } },
      'its inputSchema refers to itself',
    ],
    [
      'a schema that takes exponential time',
      { inputSchema: doubling(30) },
      'its inputSchema is too complex',
    ],
    [
      'a schema that takes exponential time for deep values',
      {
        inputSchema: {
          $ref: '#/$defs/a',
          $defs: {
            a: { anyOf: [1, 2].map(() => ({ properties: { b: { $ref: '#/$defs/a' } } })) },
          },
        },
      },
      'its inputSchema refers to itself',
    ],
    [
      'a schema with a reference that cannot be resolved',
      { inputSchema: { $ref: '#/$defs/%' } },
      'its inputSchema has a reference that cannot be resolved',
    ],
    [
      'a schema that is too large',
      { inputSchema: { type: 'object', description: 'x'.repeat(65_536) } },
      'its inputSchema is longer than 65536 bytes',
    ],
    [
      'arguments in headers',
      { inputSchema: { properties: { a: { 'x-mcp-header': 'A' } } } },
      'it requires arguments in HTTP headers, which the bridge does not support',
    ],
    [
      'reserved arguments in a composed schema',
      { inputSchema: { properties: { id: {} }, anyOf: [{ required: ['id'] }] } },
      'it has arguments with reserved names that cannot be renamed: id',
    ],
    ...[
      { dependencies: { id: ['other'] } },
      { propertyNames: { enum: ['id'] } },
      { $ref: '#/$defs/a', $defs: { a: { required: ['id'] } } },
      { enum: [{ id: 1 }] },
      { const: { id: 1 } },
    ].map(
      (keywords) =>
        [
          `reserved arguments alongside ${Object.keys(keywords)[0]}`,
          { inputSchema: { properties: { id: {} }, ...keywords } },
          'it has arguments with reserved names that cannot be renamed: id',
        ] as const,
    ),
    [
      'a reference to a reserved argument',
      { inputSchema: { properties: { id: {}, other: { $ref: '#/%70roperties/id' } } } },
      'it has arguments with reserved names that cannot be renamed: id',
    ],
    ['a name that is an object', { name: { toString: 1 } }, 'it has no name'],
    [
      'a reference that is an object',
      { inputSchema: { $ref: { toString: 1 } } },
      'its inputSchema is not a JSON Schema: data/$ref must be string',
    ],
    [
      'a dialect that is an object',
      { inputSchema: { $schema: { toString: 1 } } },
      'its inputSchema is not a JSON Schema: $schema must be a string',
    ],
    [
      'taskSupport set to "required"',
      { execution: { taskSupport: 'required' } },
      'it can run only as an MCP task, which the bridge does not support',
    ],
  ])('are left out if they have %s', (_, tool, reason) => {
    const { skills, omitted } = toolsOf(tool, { name: 'usable' })
    expect(skills.map(({ name }) => name)).toEqual(['usable'])
    expect(omitted[0]!.reason).toContain(reason)
  })

  it('are refused if one has a number that JSON.parse reads as infinite', () => {
    const tool = JSON.parse('{"title": 1e999}') as object
    expect(() => toolsOf(tool)).toThrow(BridgeError)
  })

  it.each([
    ['a pattern that is negated', { properties: { a: { not: { pattern: '^x' } } } }],
    ['alternatives that patterns tell apart', { oneOf: [{ pattern: 'a' }, { pattern: 'b' }] }],
    [
      'names that are allowed by patterns only',
      { patternProperties: { '^x-': {} }, additionalProperties: false },
    ],
    [
      'a long list of values for each item',
      {
        items: {
          enum: Array(4001)
            .fill(0)
            .map((_, at) => at),
        },
      },
    ],
  ])('are left out if a schema has %s', (_, schema) => {
    const { skills, omitted } = toolsOf({ inputSchema: { ...OBJECT, ...schema } })
    expect([skills.length, omitted.length]).toEqual([0, 1])
  })

  it('do not keep uniqueItems, because comparing all items with each other takes quadratic time', () => {
    const list = { type: 'array', uniqueItems: true, maxItems: 9 }
    const { skills } = toolsOf({ inputSchema: { ...OBJECT, properties: { list } } })
    expect(skills[0]!.input_schema).toMatchObject({
      properties: { list: { type: 'array', maxItems: 9 } },
    })
    expect(JSON.stringify(skills)).not.toContain('uniqueItems')
  })

  it('do not fail for a schema with many levels', () => {
    const { skills, omitted } = toolsOf({ inputSchema: nested(60) })
    expect(skills.length + omitted.length).toBe(1)
  })

  it('have a digest that does not depend on their order', () => {
    const [one, other] = [{ name: 'a' }, { name: 'b' }]
    expect(toolsOf(one, other).digest).toBe(toolsOf(other, one).digest)
    expect(toolsOf(one, { ...other, title: 'B' }).digest).not.toBe(toolsOf(one, other).digest)
  })
})

it('a new version of a manifest keeps what does not come from the foreign agent', () => {
  const surface = toolsOf({ name: 'old' }, { name: 'kept' })
  const text = newManifest(surface, { name: 'Mine', upstream_url: 'http://127.0.0.1:1/a2a/tasks' })
    .replace('timeout_ms: 60000', 'timeout_ms: 5')
    .replace('timeout_ms: 60000', 'timeout_ms: 7')
    .concat('require_signed: true # strict\n')
  const before = readManifest(text)
  const skills = before.kind === 'valid' ? before.manifest.skills : []
  const now = toolsOf({ name: 'kept' }, { name: 'new' })
  const updated = updatedManifest(text, skills, now)
  expect(updated).toContain('require_signed: true # strict')
  const after = readManifest(updated)
  expect(after).toMatchObject({
    kind: 'valid',
    manifest: {
      name: 'Mine',
      version: `1.0+${now.digest.slice(0, 8)}`,
      capabilities: { provides: ['kept', 'new'] },
      bridge: { protocol: 'mcp', version: '2025-11-25', digest: now.digest },
    },
  })
  const timeouts = after.kind === 'valid' && after.manifest.skills.map((skill) => skill.timeout_ms)
  expect(timeouts).toEqual([7, 60_000])
})

describe('the skills of a manifest', () => {
  const SKILLS_BYTES = 524_288
  /** Returns a candidate whose skill has this many bytes as JSON. */
  const candidate = (name: string, bytes: number) => ({
    name,
    declare: () => {
      const skill = { name, description: '', timeout_ms: 1, run: { command: ['x'] } }
      return { ...skill, description: 'x'.repeat(bytes - JSON.stringify(skill).length) } as never
    },
  })

  it.each([
    [0, ['a', 'b'], []],
    [1, ['a'], [{ name: 'b', reason: 'the manifest would be too long' }]],
  ])('may take up at most 512 KiB (with %i bytes above the limit)', (above, names, omitted) => {
    const chosen = chooseSkills([candidate('a', 1000), candidate('b', SKILLS_BYTES - 1000 + above)])
    expect([chosen.skills.map(({ name }) => name), chosen.omitted]).toEqual([names, omitted])
  })
})
