import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The invariants are numbered I-01 to I-40; one number is not in use. */
const UNUSED = 'I-35'
const INVARIANTS = Array.from({ length: 40 }, (_, at) => `I-${String(at + 1).padStart(2, '0')}`).filter((name) => name !== UNUSED)
/** The lines on which tests and their groups begin. */
const TITLED = /^\s*(?:it|describe)\b.*/gm

it('every invariant stands in the title of a test', () => {
  const files = globSync('test/**/*.test.ts', { cwd: new URL('..', import.meta.url) })
  const titles = files.flatMap((file) => [...readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').matchAll(TITLED)].map(([line]) => line))
  expect(INVARIANTS.filter((name) => !titles.some((title) => title.includes(name)))).toEqual([])
})
