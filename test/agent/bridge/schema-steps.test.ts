import { describe, expect, it } from 'vitest'
import { createSizeLimit, stepsOf } from '../../../src/agent/schemas/cost.ts'
import type { JsonObject } from '../../../src/domain/json.ts'

const times = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index))
const isTooLarge = (value: unknown, schema: JsonObject): boolean => createSizeLimit(schema)(value)

describe('the steps for validating a part of a value against a schema', () => {
  const [small, large] = [{ enum: [1] }, { enum: [1, 2, 3] }]

  it('are those of the costliest property, because a part is only one property', () => {
    expect(stepsOf({ properties: { a: small, b: large, c: small } })).toBe(4)
  })
  it('are those of all schemas for the same part, with their references', () => {
    expect(stepsOf({ allOf: [small, large] })).toBe(7)
    expect(stepsOf({ $defs: { large }, allOf: times(5, () => ({ $ref: '#/$defs/large' })) })).toBe(
      26,
    )
    expect(stepsOf({ allOf: times(5, () => ({ properties: { a: large } })) })).toBe(20)
    expect(stepsOf({ items: small, contains: {}, propertyNames: large })).toBe(2 + 9 + 4)
  })
  it('do not include schemas that are only defined', () => {
    expect(stepsOf({ $defs: { large }, definitions: { large } })).toBe(1)
  })
  it('increase if alternatives may fail, if names are collected or if strings have a format', () => {
    expect(stepsOf({ anyOf: [small, small] })).toBe(5 + 2 * 8)
    expect(stepsOf({ format: 'uri' })).toBe(9)
    expect(stepsOf({ properties: { a: {}, b: {} }, unevaluatedProperties: false })).toBe(17)
  })
})

describe('a value is too large for the schema of a foreign tool', () => {
  it('if many alternatives would read a long string', () => {
    const schema = { anyOf: [...times(1900, () => ({ maxLength: 1 })), {}] }
    expect(isTooLarge('a'.repeat(1000), schema)).toBe(false)
    expect(isTooLarge('a'.repeat(60_000), schema)).toBe(true)
  })
  it('if many alternatives would fail', () => {
    const items = { anyOf: [...times(1000, () => ({ type: 'object' })), {}] }
    expect(isTooLarge(Array(100).fill(1), { items })).toBe(false)
    expect(isTooLarge(Array(1000).fill(1), { items })).toBe(true)
  })
  it('but not if it is a long list of objects with many optional properties', () => {
    const optional = { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] }
    const names = times(60, (index) => `p${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, optional]))
    const list = times(700, () => Object.fromEntries(names.map((name) => [name, null])))
    expect(JSON.stringify(list).length).toBeGreaterThan(400_000)
    expect(isTooLarge(list, { type: 'array', items: { type: 'object', properties } })).toBe(false)
    expect(isTooLarge({ text: 'a'.repeat(1e6) }, { properties: { text: {} } })).toBe(false)
  })
})
