import { readFileSync, readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../../src/domain/crypto/hash.ts'

const vectors = new URL('../../vectors/jcs/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, vectors), 'utf8')

/** Implements RFC 8785 literally, without regard to speed, as the oracle. */
function referenceText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(referenceText).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${referenceText(member)}`).join()}}`
}

const json = () => fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 5 })

describe('canonical JSON (RFC 8785)', () => {
  it.each(readdirSync(new URL('input/', vectors)))(
    'equals the published test data byte for byte: %s',
    (name) => {
      expect(canonicalize(JSON.parse(read(`input/${name}`)))).toBe(read(`output/${name}`))
    },
  )

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['4340000000000001', '9007199254740994'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['41b3de4355555553', '333333333.3333332'],
  ])('writes the double %s of RFC 8785 appendix B as %s', (bits, text) => {
    expect(canonicalize(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text)
  })

  it.each([
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a lone high surrogate', '\ud800'],
    ['a lone low surrogate', 'a\udc00b'],
    ['a lone surrogate in a name', { '\ud800': 1 }],
    ['a nested NaN', [{ a: Number.NaN }]],
    ['a BigInt', 1n],
    ['undefined', undefined],
  ])('throws for %s', (_, value) => {
    expect(() => canonicalize(value)).toThrow()
  })

  it('throws for a cycle', () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    expect(() => canonicalize(cycle)).toThrow()
  })

  it('drops members that are undefined', () => {
    expect(canonicalize({ b: undefined, a: 1 })).toBe('{"a":1}')
  })

  it('treats __proto__ like any other name', () => {
    expect(canonicalize(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe(
      '{"__proto__":{"a":2},"b":1}',
    )
  })

  it('sorts by UTF-16 code units, so that an emoji precedes U+FB33', () => {
    expect(canonicalize({ '\ufb33': 1, '😂': 2, 10: 3, 9: 4 })).toBe(
      '{"10":3,"9":4,"😂":2,"\ufb33":1}',
    )
  })

  it('handles nesting that would overflow a recursive implementation', () => {
    const depth = 100_000
    expect(canonicalize(JSON.parse('['.repeat(depth) + ']'.repeat(depth)))).toHaveLength(2 * depth)
  })

  it('equals the definition for every JSON value, and is unchanged when parsed and written again', () => {
    fc.assert(
      fc.property(json(), (value) => {
        const text = canonicalize(value)
        expect(text).toBe(referenceText(value))
        expect(canonicalize(JSON.parse(text))).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  it('does not depend on the order in which members were written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json()), (value) => {
        expect(canonicalize(Object.fromEntries(Object.entries(value).reverse()))).toBe(
          canonicalize(value),
        )
      }),
    )
  })
})
