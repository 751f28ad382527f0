import { afterAll, describe, expect, it } from 'vitest'
import { startSuite } from '../../fuzz/properties/all.ts'

/** Everybody's seed; `npm run fuzz:properties` tries others. */
const SEED = 20261121
const RUNS = 8

const suite = await startSuite()
afterAll(suite.close)

describe('properties of both contracts, with a fixed seed', () => {
  it.each(suite.properties)('$name', async (property) => {
    const { failure } = await property.run({ seed: SEED, runs: RUNS })
    expect(failure).toBeUndefined()
  })
})
