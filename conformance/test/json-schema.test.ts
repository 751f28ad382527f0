import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schemaFault } from '../src/judge/json-schema.ts'
import { utcMs } from '../src/judge/timestamp.ts'

/** The meta-schema of the standard, for keywords that all dialects have in common. */
const standard = new Ajv2020({ strict: false, validateFormats: false })

const leaf = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -2, max: 5 }),
  fc.constant(1.5),
  fc.constantFrom('string', 'strng', 'object', '', '['),
  fc.constant(null),
)
const value = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'type', 'minimum'), leaf, { maxKeys: 2 }),
)
const keyword = fc.constantFrom(
  'type',
  'enum',
  'properties',
  'patternProperties',
  'additionalProperties',
  'allOf',
  'anyOf',
  'not',
  'minLength',
  'maxItems',
  'multipleOf',
  'minimum',
  'title',
  '$defs',
  'uniqueItems',
  'x-own',
  'contains',
  'if',
)
const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.dictionary(keyword, fc.oneof(value, tie('schema')), { maxKeys: 4 }),
  ),
}))

describe('a JSON Schema', () => {
  it('is valid if the meta-schema accepts it', () => {
    fc.assert(
      fc.property(schema, (it) => {
        const fits =
          typeof it === 'boolean' ||
          (typeof it === 'object' && it !== null && standard.validateSchema(it as object) === true)
        expect(schemaFault(it) === undefined, JSON.stringify(it)).toBe(fits)
      }),
      { numRuns: 2000, seed: 1 },
    )
  })

  it.each([
    [{ type: 'strng' }, '/type'],
    [{ properties: { a: { type: 7 } } }, '/properties/a/type'],
    [{ required: 'a' }, '/required'],
    [{ required: ['a', 'a'] }, '/required'],
    [{ items: 'string' }, '/items'],
    [{ anyOf: [] }, '/anyOf'],
    [{ pattern: '(' }, '/pattern'],
    [{ pattern: '(?i)(' }, '/pattern'],
    [{ pattern: '(?hello)' }, '/pattern'],
    [{ pattern: '(?foo:bar)' }, '/pattern'],
    [{ pattern: '\\Q(\\E(' }, '/pattern'],
    [{ pattern: '(?x)( # )' }, '/pattern'],
    [{ pattern: '(?(1)b|c' }, '/pattern'],
    [{ pattern: '[a' }, '/pattern'],
    [{ pattern: 7 }, '/pattern'],
    ['object', ''],
    [null, ''],
    [[], ''],
    [{ $defs: { 'a/b': 1 } }, '/$defs/a~1b'],
    [{ multipleOf: 0 }, '/multipleOf'],
  ])('%j is invalid at %s', (it, pointer) => expect(schemaFault(it)?.pointer).toBe(pointer))

  it.each([
    true,
    {},
    { $schema: 'http://json-schema.org/draft-04/schema#', exclusiveMinimum: true, minimum: 1 },
    { items: [{ type: 'string' }], additionalItems: false },
    { dependencies: { a: ['b'] } },
    { pattern: '\\_' },
    { pattern: '(?i)^[a-z]+$' },
    { pattern: '(?P<year>\\d{4})-(?P=year)' },
    { pattern: '(?>a|b)c++(?s-i:.)(?#a comment)' },
    ...[
      '(?-i)a',
      "(?'y'\\d)\\k'y'",
      '(a)?(?(1)b|c)',
      '\\((?R)?\\)',
      '\\Q(\\E',
      '(?<a>x)|(?<a>y)',
      '(?<open-close>x)',
      '(?x) a # (',
      '[[:alpha:](]',
      '[](]',
      '(?|a|b)(?&n)(*ACCEPT)',
    ].map((pattern) => ({ pattern })),
    { type: ['string', 'null'], nullable: true },
    { multipleOf: 1 },
    { multipleOf: 0.5 },
  ])('%j is valid in some dialect', (it) => expect(schemaFault(it)).toBeUndefined())
})

it('a pattern is read in time linear in its length', () => {
  for (const start of ['[', '(?#', '\\Q\\E(', '(?(', '(*A', '(?<a', '[[:a', '(?i'])
    expect(schemaFault({ pattern: start.repeat(200_000) })?.pointer).toBe('/pattern')
})

describe('a timestamp in UTC', () => {
  it.each([
    '2026-03-02T10:11:00Z',
    '2026-03-02T10:11:00.1Z',
    '2026-03-02T10:11:00.123456789Z',
    '2026-03-02T10:11:00+00:00',
    '2026-03-02T10:11Z',
    '2026-03-02T10:11:00,5Z',
    '2026-03-02T10:11:00+00',
    '20260302T101100Z',
    '20260302T101100.123+0000',
    '2024-02-29T00:00:00Z',
  ])('may be %s', (text) => expect(utcMs(text)).toBeDefined())
  it.each([
    1772446260,
    '2026-03-02',
    '2026-03-02T10:11:00',
    '2026-03-02T10:11:00+02:00',
    '2026-03-02 10:11:00Z',
    '2026-03-02T10Z',
    '2026-03-02T101100Z',
    '2026-03-02T10:11:00+0200',
    '2026-02-30T10:11:00Z',
    '2026-13-01T00:00:00Z',
    'Mon, 02 Mar 2026 10:11:00 GMT',
    '',
    null,
  ])('must not be %s', (text) => expect(utcMs(text)).toBeUndefined())
})
