import { describe, expect, it } from 'vitest'
import { mismatchOf } from '../src/judge/schema-match.ts'

const MISMATCHES: readonly (readonly [
  name: string,
  value: unknown,
  schema: unknown,
  pointer: string,
])[] = [
  ['another type', 'x', { type: 'object' }, ''],
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
  ['another constant', { a: 2 }, { properties: { a: { const: 1 } } }, '/a'],
  ['a value outside of enum', 'c', { enum: ['a', 'b'] }, ''],
  ['a number below the minimum', 0, { minimum: 1 }, ''],
  ['a number above the maximum', 2, { maximum: 1 }, ''],
  ['a text that is too short', '', { minLength: 1 }, ''],
  ['a text that is too long', 'ab', { maxLength: 1 }, ''],
  ['none of several schemas', 1, { anyOf: [{ type: 'string' }, { type: 'null' }] }, ''],
  ['not all of several schemas', 1, { allOf: [{ type: 'number' }, { minimum: 2 }] }, ''],
  [
    'a referenced schema',
    { a: 1 },
    { properties: { a: { $ref: '#/$defs/t' } }, $defs: { t: { type: 'string' } } },
    '/a',
  ],
  ['the schema false', 1, false, ''],
]

const MATCHES: readonly (readonly [name: string, value: unknown, schema: unknown])[] = [
  ['true', 1, true],
  ['an integer with a fraction of zero', 1.0, { type: 'integer' }],
  ['members in any order', { b: 1, a: 2 }, { const: { a: 2, b: 1 } }],
  ['one of several schemas', 'x', { oneOf: [{ type: 'string' }, { type: 'null' }] }],
  ['a format, which is not checked', 'x', { format: 'uri' }],
  ['a pattern, which is not checked', 'x', { pattern: '^y$' }],
  ['another document, which is not read', 1, { $ref: 'https://example.com/schema' }],
  [
    'members that a pattern may allow',
    { x1: 1 },
    { patternProperties: { '^x': {} }, additionalProperties: false },
  ],
  ['a type that no dialect has', 1, { type: 'money' }],
]

describe('a value', () => {
  it.each(MISMATCHES)('does not match: %s', (_, value, schema, pointer) =>
    expect(mismatchOf(value, schema)?.pointer).toBe(pointer),
  )
  it.each(MATCHES)('matches: %s', (_, value, schema) =>
    expect(mismatchOf(value, schema)).toBeUndefined(),
  )
})
