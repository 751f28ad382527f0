import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { packText, unpackText } from '../../../src/store/sql/postgres/statement.ts'
import { newLocation, runCleanups } from '../stores.ts'

afterEach(runCleanups)

const texts = fc.string({ unit: fc.constantFrom('\0', '\u0001', '\u0002', 'a', 'ü') })
const inBytes = (a: string, b: string) => Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)))

it('any text can be encoded and decoded, and keeps its position in the order', () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(packText(a)).not.toContain('\0')
      expect(unpackText(packText(a))).toBe(a)
      expect(inBytes(packText(a), packText(b))).toBe(inBytes(a, b))
    }),
    { numRuns: 2000 },
  )
})

it('stores and returns text with NUL', async () => {
  const database = await newLocation('postgres').open()
  const facts = [
    { name: 'a\0b', value: 1 },
    { name: 'a\u0001', value: 2 },
  ]
  await database.transact(async (tx) => {
    for (const fact of facts) await tx.platform_facts.put(fact)
  })
  expect(await database.read((tx) => tx.platform_facts.find({ orderBy: ['name'] }))).toEqual(facts)
})
