import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FAULTS } from '../../fuzz/faults.ts'

it.each(FAULTS)('the fault "$says" that fuzzing has to find fits one place of the sources', ({ file, from, to }) => {
  expect(readFileSync(file, 'utf8').split(from).length - 1).toBe(1)
  expect(to).not.toBe(from)
})
