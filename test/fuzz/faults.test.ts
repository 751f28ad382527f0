import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FAULTS as FUZZED } from '../../fuzz/faults.ts'
import { FAULTS as SIMULATED } from '../history/faults/faults.ts'
import { plant } from '../kit/planting.ts'

it.each([...FUZZED, ...SIMULATED])(
  'the fault "$description" matches one place in the sources',
  ({ file, from, to }) => {
    const source = readFileSync(file, 'utf8')
    expect(plant(source, from, to)).not.toBe(source)
  },
)
