import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packText, unpackText } from '../../../src/store/sql/postgres/text.ts'

const texts = fc.string({ unit: fc.constantFrom('\0', '\u0001', '\u0002', 'a', 'ü') })
const inBytes = (a: string, b: string) => Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)))

it('any text can be kept, comes back as it was and stays where it belongs in the order', () => {
  fc.assert(fc.property(texts, texts, (a, b) => {
    expect(packText(a)).not.toContain('\0')
    expect(unpackText(packText(a))).toBe(a)
    expect(inBytes(packText(a), packText(b))).toBe(inBytes(a, b))
  }), { numRuns: 2000 })
})
