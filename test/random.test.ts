import fc from 'fast-check'
import { expect, it } from 'vitest'
import { randomSource } from '../src/system.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

it('a random source returns the requested number of bytes, never the same ones, and never overwrites them later', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: 16, max: 64 }), fc.integer({ min: 8000, max: 9000 })), {
        minLength: 1,
        maxLength: 300,
      }),
      (sizes) => {
        const random = randomSource()
        const drawn = sizes.map((size) => random(size))
        const asDrawn = drawn.map(text)
        for (let again = 0; again < 600; again += 1) random(16)
        expect(drawn.map(({ length }) => length)).toEqual(sizes)
        expect(drawn.map(text)).toEqual(asDrawn)
        expect(new Set(asDrawn.map((hex) => hex.slice(0, 32))).size).toBe(sizes.length)
      },
    ),
    { numRuns: 30 },
  )
})

it('two random sources return different bytes', () => {
  const [one, other] = [randomSource(), randomSource()]
  expect(text(one(32))).not.toBe(text(other(32)))
})
