import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FAULTS } from '../../fuzz/faults.ts'

it('each fault that fuzzing has to find fits one place of the sources', () => {
  for (const { says, file, from, to } of FAULTS) {
    expect(readFileSync(file, 'utf8').split(from).length - 1, says).toBe(1)
    expect(to, says).not.toBe(from)
  }
})
