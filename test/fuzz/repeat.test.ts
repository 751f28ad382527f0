import { describe, expect, test } from 'vitest'
import { repeatCommand } from '../../fuzz/repeat.ts'

const ALL = { part: undefined, only: undefined, seed: 7, seeds: 1, factor: 1 }

describe('the command that repeats a fuzz run', () => {
  test('names only the seed of a run with the default settings', () => {
    expect(repeatCommand(ALL)).toBe('npm run fuzz -- --seed 7')
  })

  test('names the number of seeds, the factor and the runs that differ from the default', () => {
    expect(repeatCommand({ ...ALL, seeds: 5, factor: 0.3, only: 'free,agent' })).toBe(
      'npm run fuzz -- --seed 7 --seeds 5 --factor 0.3 --only free,agent',
    )
  })

  test.each(['core', 'gate'] as const)(
    'contains --%s instead of the runs of that part, because it also determines their phases',
    (part) => {
      expect(repeatCommand({ ...ALL, part, factor: 0.5, only: 'free' })).toBe(
        `npm run fuzz -- --${part} --seed 7 --factor 0.5`,
      )
    },
  )

  test('names the factor of a part even if it is 1, because the default of a part is lower', () => {
    expect(repeatCommand({ ...ALL, part: 'gate' })).toContain('--factor 1')
  })
})
