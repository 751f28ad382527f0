import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/stores.ts'
import { describeFailure } from '../show.ts'
import { newReplica, type Replica } from '../simulation/replica.ts'
import { scenarioOf } from '../simulation/scenario.ts'
import { isClean } from '../simulation/simulate.ts'
import { runLive } from './live.ts'
import { startLive } from './platform.ts'

const SEEDS: Readonly<Record<string, number>> = { memory: 30, json: 3 }
const DEFAULT_SEEDS = 9

let replicas: readonly Replica[]
beforeAll(async () => {
  replicas = [await newReplica(), await newReplica()]
}, 60_000)

describe.each(['calls', 'sockets'] as const)('concurrent clients over %s', (over) => {
  eachStore((location, kind) => {
    it('T-11, I-01, I-02, I-07, I-11, I-12: have linearizable histories with two processes on one store', async () => {
      const { address, open } = location()
      const platform = await startLive(address, replicas, over, open)
      const most = SEEDS[kind] ?? DEFAULT_SEEDS
      const seeds = over === 'calls' ? most : Math.ceil(most / 3)
      for (let seed = 1; seed <= seeds; seed += 1) {
        const run = await runLive(scenarioOf(seed), seed, platform.live)
        if (!isClean(run))
          expect.fail(describeFailure({ scenario: scenarioOf(seed), schedule: seed, run }))
      }
      expect(await platform.brokenChains()).toEqual([])
      await platform.close()
    }, 60_000)
  })
})
