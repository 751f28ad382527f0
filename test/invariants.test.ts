import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const numbered = (letter: string, count: number, without: readonly string[] = []): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${letter}-${String(at + 1).padStart(2, '0')}`).filter((name) => !without.includes(name))
/** Of reliability I-01 to I-40, of which one number is not in use; of trust T-01 to T-14 (docs/specification/trust.md#invariants). */
const INVARIANTS = [...numbered('I', 40, ['I-35']), ...numbered('T', 14)]
/** The lines on which tests and their groups begin. */
const TITLED = /^\s*(?:it|describe|property)\b.*/gm

it('every invariant stands in the title of a test', () => {
  const files = globSync('{test,conformance/test}/**/*.test.ts', { cwd: new URL('..', import.meta.url) })
  const titles = files.flatMap((file) => [...readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').matchAll(TITLED)].map(([line]) => line))
  expect(INVARIANTS.filter((name) => !titles.some((title) => title.includes(name)))).toEqual([])
})
