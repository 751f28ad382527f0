import { describe, expect, it } from 'vitest'
import { mismatchOf } from '../src/judge/schema-match.ts'

const MISMATCHES: readonly (readonly [
  name: string,
  value: unknown,
  schema: unknown,
  pointer: string,
])[] = [
  ['a value of a different type', 'x', { type: 'object' }, ''],
  ['a fraction as an integer', 1.5, { type: ['integer', 'null'] }, ''],
  ['a missing member', {}, { required: ['a/b'] }, '/a~1b'],
  [
    'a wrong member',
    { a: { b: 1 } },
    { properties: { a: { properties: { b: { type: 'string' } } } } },
    '/a/b',
  ],
  ['an additional member', { a: 1 }, { additionalProperties: false }, '/a'],
  ['a wrong item', [1, 'x'], { items: { type: 'number' } }, '/1'],
  ['a different constant', { a: 2 }, { properties: { a: { const: 1 } } }, '/a'],
  ['a value outside of enum', 'c', { enum: ['a', 'b'] }, ''],
  ['a number below the minimum', 0, { minimum: 1 }, ''],
  ['a number above the maximum', 2, { maximum: 1 }, ''],
  ['a string that is too short', '', { minLength: 1 }, ''],
  ['a string that is too long', 'ab', { maxLength: 1 }, ''],
  [
    'a value that matches none of several alternatives',
    1,
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    '',
  ],
  [
    'a value that matches only one of several required schemas',
    1,
    { allOf: [{ type: 'number' }, { minimum: 2 }] },
    '',
  ],
  [
    'a value that does not match a referenced schema',
    { a: 1 },
    { properties: { a: { $ref: '#/$defs/t' } }, $defs: { t: { type: 'string' } } },
    '/a',
  ],
  ['every value if the schema is false', 1, false, ''],
]

const MATCHES: readonly (readonly [name: string, value: unknown, schema: unknown])[] = [
  ['every value if the schema is true', 1, true],
  ['an integer whose fractional part is written as zero', 1.0, { type: 'integer' }],
  ['members in any order', { b: 1, a: 2 }, { const: { a: 2, b: 1 } }],
  [
    'a value that matches one of several alternatives',
    'x',
    { oneOf: [{ type: 'string' }, { type: 'null' }] },
  ],
  ['a wrong format, because formats are not checked', 'x', { format: 'uri' }],
  [
    'a string that does not match the pattern, because patterns are not checked',
    'x',
    { pattern: '^y$' },
  ],
  [
    'every value if the schema is in another document, which is not read',
    1,
    { $ref: 'https://example.com/schema' },
  ],
  [
    'members that a pattern may allow',
    { x1: 1 },
    { patternProperties: { '^x': {} }, additionalProperties: false },
  ],
  ['every value if the type is unknown', 1, { type: 'money' }],
]

describe('a schema', () => {
  it.each(MISMATCHES)('rejects %s', (_, value, schema, pointer) =>
    expect(mismatchOf(value, schema)?.pointer).toBe(pointer),
  )
  it.each(MATCHES)('accepts %s', (_, value, schema) =>
    expect(mismatchOf(value, schema)).toBeUndefined(),
  )
})
