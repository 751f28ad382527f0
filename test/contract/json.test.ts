import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson } from '../../src/contract/body.ts'
import { depthOf } from '../../src/contract/vocabulary.ts'

const nest = (value: unknown, levels: number): unknown =>
  levels === 0
    ? value
    : levels % 2 === 0
      ? [nest(value, levels - 1)]
      : { '[{"\\': nest(value, levels - 1) }

it('accepts JSON if and only if it is nested at most 64 levels deep, regardless of what its strings contain', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 4, stringUnit: fc.constantFrom('[', '{', ']', '}', '"', '\\', 'a') }),
      fc.integer({ min: 0, max: 80 }),
      (text, levels) => {
        const value = nest(JSON.parse(text), levels)
        const parsed = parseJson(Buffer.from(JSON.stringify(value)))
        if (depthOf(value, 200) <= 64) expect(parsed).toEqual({ value })
        else expect(parsed).toHaveProperty('fault', 'The body is nested deeper than 64 levels.')
      },
    ),
  )
})

it('returns a value or a fault for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(Object.keys(parseJson(Buffer.from(bytes)))).toHaveLength(1)
    }),
  )
})
