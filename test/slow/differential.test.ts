import { describe, expect, it } from 'vitest'
import { compare } from '../../fuzz/properties/differential/compare.ts'
import { subjects } from '../../fuzz/properties/differential/subjects.ts'
import { samples } from '../kit/samples.ts'

const BODIES = samples(2000, 10_000)

describe('two independent validators', () => {
  it(`agree on at least ${BODIES} bodies, about half of them valid, for the schemas of both versions of both contracts`, async () => {
    const result = compare(await subjects(), { bodies: BODIES, seed: 20261121 })
    expect(result.disagreements).toEqual([])
    expect(result.misjudged).toEqual([])
    expect(result.bodies).toBeGreaterThanOrEqual(BODIES)
    expect(result.valid / result.bodies).toBeGreaterThan(0.3)
    expect(result.valid / result.bodies).toBeLessThan(0.7)
  })
})
