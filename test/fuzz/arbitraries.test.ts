import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeJson, type JsonStyle } from '../../fuzz/properties/requests.ts'
import { violationsOf } from '../../fuzz/properties/schemas/invalid.ts'
import { anyJson } from '../../fuzz/properties/schemas/json.ts'
import { lengthOf, type Schema } from '../../fuzz/properties/schemas/schema.ts'
import { valid } from '../../fuzz/properties/schemas/valid.ts'
import { contractAjv } from '../../src/contract/vocabulary.ts'

const ajv = contractAjv({})

const SCHEMAS: readonly Schema[] = [
  { type: 'string', minLength: 2, maxLength: 5 },
  { type: 'string', pattern: '^[a-z]+$', maxLength: 8 },
  { type: 'string', pattern: '[^ ]', maxLength: 8 },
  { type: 'string', format: 'uuid', maxLength: 36 },
  { type: 'string', format: 'date-time', maxLength: 30 },
  { type: 'string', enum: ['a', 'b'] },
  { type: 'string', pattern: '^[a-c]{1,3}$', not: { pattern: '^a' } },
  { type: 'integer', minimum: -3, maximum: 12 },
  { type: 'number', minimum: 0, maximum: 1, nullable: true },
  { type: 'array', items: { type: 'integer', minimum: 0, maximum: 9 }, minItems: 1, maxItems: 3 },
  {
    oneOf: [
      { type: 'string', maxLength: 3 },
      { type: 'object', required: ['a'], properties: { a: { type: 'boolean' } } },
    ],
  },
  {
    type: 'object',
    required: ['a'],
    additionalProperties: false,
    properties: {
      a: { type: 'string', maxLength: 4 },
      b: { type: 'integer', minimum: 1, maximum: 2 },
    },
  },
  {
    type: 'object',
    additionalProperties: true,
    maxProperties: 4,
    'x-max-bytes': 200,
    'x-max-depth': 3,
  },
  { type: 'object', additionalProperties: { type: 'string', maxLength: 3 }, maxProperties: 4 },
]

describe('values generated from a schema', () => {
  it.each(SCHEMAS)('are valid: %j', (schema) => {
    const validate = ajv.compile(schema)
    fc.assert(
      fc.property(valid(schema), (value) => validate(JSON.parse(JSON.stringify(value)))),
      { seed: 1 },
    )
  })

  it.each(SCHEMAS)(
    'that violate it are invalid at the location that the violation names: %j',
    (schema) => {
      const explain = contractAjv({ allErrors: true }).compile(schema)
      for (const { values, keyword, at } of violationsOf(schema)) {
        fc.assert(
          fc.property(values, ({ value, pointer }) => {
            expect(
              explain(JSON.parse(JSON.stringify(value))),
              `${at} ${keyword} ${JSON.stringify(value)}`,
            ).toBe(false)
            const owner = keyword === 'required' ? pointer.replace(/\/[^/]*$/, '') : pointer
            expect(
              explain
                .errors!.map(({ instancePath }) => instancePath)
                .some((path) => path.startsWith(owner) || pointer.startsWith(path)),
            ).toBe(true)
          }),
          { seed: 1, numRuns: 20 },
        )
      }
    },
  )

  it('have the minimum and the maximum length in some cases, counted in code points', () => {
    const lengths = new Set(
      fc
        .sample(valid({ type: 'string', minLength: 2, maxLength: 5 }), { numRuns: 300, seed: 1 })
        .map((text) => lengthOf(String(text))),
    )
    expect([lengths.has(2), lengths.has(5)]).toEqual([true, true])
  })

  it('cannot be generated for a keyword that the arbitraries do not implement', () => {
    expect(() => valid({ type: 'array', uniqueItems: true } as Schema)).toThrow('uniqueItems')
  })
})

it.each<JsonStyle>(['plain', 'spaced', 'escaped', 'decimal'])(
  'any JSON value is unchanged after it is written in the style %s and parsed',
  (how) => {
    fc.assert(
      fc.property(anyJson(), (value) => {
        expect(JSON.parse(writeJson(value, how))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { seed: 1 },
    )
  },
)
