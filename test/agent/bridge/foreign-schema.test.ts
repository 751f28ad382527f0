import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foreignSchema } from '../../../src/agent/bridge/foreign-schema.ts'
import { costOf } from '../../../src/agent/schemas/cost.ts'
import { compileSchema } from '../../../src/agent/schemas/compile.ts'
import { schemaAt } from '../../../src/agent/schemas/subschemas.ts'
import type { Json, JsonObject } from '../../../src/domain/json.ts'

const MAPS = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]
const VALUES = ['const', 'enum', 'default', 'examples', 'required', 'dependentRequired']
const NAMES = [...MAPS, ...VALUES, '$ref', '$id', 'items', 'allOf', 'not', 'pattern', '__proto__']

const TWICE: JsonObject = { allOf: [{ $ref: '#' }, { $ref: '#' }] }
/** Returns a map with one name, which may be `__proto__`. */
const named = (name: string, value: Json): JsonObject => Object.fromEntries([[name, value]])
const faultOf = (schema: JsonObject): string | undefined => {
  try {
    foreignSchema(schema, 'schema')
    return undefined
  } catch (cause) {
    return (cause as Error).message
  }
}

/** A schema without the names of its subschemas. */
interface Tree {
  readonly map: string
  readonly parts: readonly Tree[]
  readonly choices: readonly Tree[]
}
const treesOf: fc.Memo<Tree> = fc.memo<Tree>((levels) => {
  const some = (maxLength: number) =>
    levels <= 1 ? fc.constant([]) : fc.array(treesOf(), { maxLength })
  return fc.record({ map: fc.constantFrom(...MAPS), parts: some(4), choices: some(2) })
})
const trees = treesOf(4)

/** Returns a schema whose subschemas get these names, and in which the deepest subschema on the left is `leaf`. */
function schemaOf(
  { map, parts, choices }: Tree,
  nameAt: (index: number) => string,
  leaf: JsonObject = {},
): JsonObject {
  if (parts.length + choices.length === 0) return leaf
  const build = (tree: Tree, index: number): JsonObject =>
    schemaOf(tree, nameAt, index === 0 ? leaf : {})
  return {
    [map]: Object.fromEntries(parts.map((part, index) => [nameAt(index), build(part, index)])),
    anyOf: choices.map((choice, index) => build(choice, index + parts.length)),
  }
}
const offsets = fc.nat({ max: NAMES.length - 1 })
const keywordAt =
  (offset: number) =>
  (index: number): string =>
    NAMES[(offset + index) % NAMES.length]!

describe('the cost of a schema', () => {
  it.each(MAPS)('includes what is below any name in %s', (map) => {
    for (const name of NAMES) {
      const schema = { [map]: named(name, TWICE) }
      expect([name, costOf(schema)]).toEqual([name, 'refers to itself'])
    }
  })

  it('does not depend on the names of properties', () => {
    fc.assert(
      fc.property(trees, offsets, (tree, offset) => {
        const other = schemaOf(tree, (index) => `p${index}`)
        expect(costOf(schemaOf(tree, keywordAt(offset)))).toBe(costOf(other))
      }),
    )
  })

  it('cannot be computed if a schema refers to itself, whatever its properties are named', () => {
    fc.assert(
      fc.property(trees, offsets, (tree, offset) => {
        const schema = schemaOf(tree, keywordAt(offset), { $ref: '#' })
        expect(costOf(schema)).toBe('refers to itself')
      }),
    )
  })

  it('does not depend on what values look like', () => {
    for (const keyword of ['const', 'default', 'examples'])
      expect(costOf({ [keyword]: [{ $ref: 'nowhere' }, { not: {} }] })).toBe(1)
    expect(costOf({ enum: [{ $ref: 'nowhere' }, { not: {} }] })).toBe(3)
  })

  it('includes properties that are refused, and names that depend on others', () => {
    expect(costOf({ properties: { a: false, b: false } })).toBe(3)
    expect(costOf({ dependentRequired: { a: ['b', 'c'] } })).toBe(3)
    expect(costOf({ dependencies: { a: ['b', 'c'] } })).toBe(3)
  })
})

describe('a schema of a foreign agent', () => {
  it('is refused if it refers to itself below a property with the name of a keyword', () => {
    for (const name of NAMES)
      expect([name, faultOf({ type: 'object', properties: named(name, TWICE) })]).toEqual([
        name,
        'its schema refers to itself',
      ])
  })

  it('may have values that look like schemas', () => {
    const value = { $ref: 'https://example.com', pattern: '^a' }
    const schema = { const: value, default: value, examples: [value], enum: [value] }
    expect(foreignSchema(schema, 'schema')).toEqual(schema)
  })

  const schemaWithReference = (reference: string): JsonObject => ({
    properties: { x: { $ref: reference } },
  })
  const UNRESOLVED = 'its schema has a reference that cannot be resolved to a schema'
  it.each([
    [
      'an encoded slash in a name',
      { $defs: { a: { b: {} }, 'a/b': schemaWithReference('#/$defs/a%2Fb') } },
      'its schema refers to itself',
    ],
    ['an empty name', { '': {}, ...schemaWithReference('#/') }, UNRESOLVED],
    ['a second #', { $defs: { 'a#': {}, a: schemaWithReference('#/$defs/a#') } }, UNRESOLVED],
    [
      'a line separator',
      { $defs: { 'a\u2028': {}, a: schemaWithReference('#/$defs/a\u2028') } },
      UNRESOLVED,
    ],
    [
      'an unpaired surrogate',
      { $defs: { '\ud800': {}, a: schemaWithReference('#/$defs/\ud800') } },
      UNRESOLVED,
    ],
    ['a default as its target', { default: { pattern: '^(a+)+$' }, $ref: '#/default' }, UNRESOLVED],
    ['an example as its target', { examples: [{}], $ref: '#/examples/0' }, UNRESOLVED],
    [
      'a map of names as its target',
      { $defs: { patternProperties: { '^(a+)+$': {} } }, ...schemaWithReference('#/$defs') },
      UNRESOLVED,
    ],
    ['a list as its target', { allOf: [{}], ...schemaWithReference('#/allOf') }, UNRESOLVED],
  ])('is refused if it has a reference with %s', (_, schema, reason) => {
    expect(faultOf(schema)).toBe(reason)
  })

  it('is refused if a map of schemas has a string named $id, against which references would be resolved', () => {
    expect(faultOf({ x: { dependentSchemas: { $id: 'http://a/', b: {} } } })).toBe(
      'its schema is not a JSON Schema: dependentSchemas has a string as a schema',
    )
  })

  const PARTS = ['a', 'b', '/', '%2F', '~1', '~0', '~', '%7E1', '%', '%25', '%252F', '%E9', '#']
  const ODD = ['\u2028', '\n', '\ud800', '', 'é', '%C3%A9', ' ', '?', '.', '..', '\0', '\\', '%23']
  it('has references that lead to the same schema as when it is validated', () => {
    const partLists = fc.array(fc.constantFrom(...PARTS, ...ODD), { maxLength: 4 })
    fc.assert(
      fc.property(partLists, fc.array(partLists, { maxLength: 4 }), (parts, others) => {
        const text = parts.join('')
        const names = new Set(
          [text, unescaped(text), text.split('/')[0]!, ...others.map((other) => other.join(''))]
            .concat('', 'a')
            .filter((name) => name !== '$id'),
        )
        const $defs = Object.fromEntries([...names].map((name) => [name, { const: name }]))
        const $ref = `#/$defs/${text}`
        const target = schemaAt({ $defs }, $ref) as JsonObject | undefined
        const check = compileSchema({ $defs, $ref })
        if (target && typeof check !== 'string') expect(check(target['const'])).toBeUndefined()
      }),
      { numRuns: 150 },
    )
  })

  it.each([
    [
      'in another part of a schema that uses unevaluatedProperties',
      { allOf: [{ patternProperties: { '^x': {} } }], unevaluatedProperties: false },
    ],
    [
      'in a definition that is used alongside unevaluatedProperties',
      {
        $defs: { x: { patternProperties: { '^x': {} } } },
        properties: { a: { $ref: '#/$defs/x', unevaluatedProperties: false } },
      },
    ],
    [
      'in a definition to which a negated schema refers',
      { $defs: { x: { pattern: '^x' } }, not: { $ref: '#/$defs/x' } },
    ],
    [
      'in a definition to which an alternative refers indirectly',
      {
        $defs: { x: { pattern: '^x' }, y: { items: { $ref: '#/$defs/x' } } },
        oneOf: [{ $ref: '#/$defs/y' }, { type: 'string' }],
      },
    ],
  ])('is refused if it has patterns %s', (_, schema) => {
    expect(faultOf(schema)).toBe(
      'its schema uses patterns or uniqueItems where they cannot be left out',
    )
  })

  it('may have patterns to which no negated schema refers', () => {
    const schema = {
      $defs: { x: { pattern: '^x' }, y: { type: 'string' } },
      properties: {
        a: { $ref: '#/$defs/x' },
        unevaluatedProperties: { not: { $ref: '#/$defs/y' } },
      },
    }
    expect(faultOf(schema)).toBeUndefined()
  })
})

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return text
  }
}
