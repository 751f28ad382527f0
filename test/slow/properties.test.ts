import { afterAll, describe, expect, it } from 'vitest'
import { startSuite, runAll } from '../../fuzz/properties/all.ts'
import { samples } from '../kit/samples.ts'

/** A fixed seed; `npm run fuzz:properties` uses others, and more runs. */
const SEED = 20261121
const RUNS = samples(4, 8)

const suite = await startSuite()
afterAll(suite.close)

describe('properties of both contracts, with a fixed seed', () => {
  it.each([...Map.groupBy(suite.properties, ({ name }) => name.split(',')[0]!)])(
    '%s',
    async (_, properties) => {
      const verdicts = await runAll(properties, { seed: SEED, runs: RUNS })
      expect(verdicts.flatMap(({ failure = [] }) => failure)).toEqual([])
    },
  )
})
