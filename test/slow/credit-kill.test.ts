import { samples } from '../kit/samples.ts'
import { expect, it } from 'vitest'
import { plus } from '../../src/domain/time.ts'
import { DAY, MINUTE } from '../kit/time.ts'
import { eachStore } from '../store/stores.ts'
import { newWorld } from '../store/world.ts'
import { killWhen } from './kill-when.ts'

const INSTALLATIONS = 3000

eachStore(
  (location, kind) => {
    it(`I-20: a platform that is killed repeatedly while it credits ${INSTALLATIONS} installations for an outage credits each of them once`, async () => {
      const at = location()
      const world = await newWorld(at)
      const { installation } = await world.install({ heartbeat_interval_seconds: 60 })
      await world.database.transact(async (tx) => {
        for (let index = 1; index < INSTALLATIONS; index += 1)
          await tx.installations.insert({
            ...installation,
            installation_id: `${installation.installation_id.slice(0, -4)}${String(index).padStart(4, '0')}`,
          })
      })
      await world.store.recordAlive(world.context(), {})
      await world.database.close()
      world.clock.advance(DAY)
      let starts = 0
      for (let output = ''; !output.includes('ready'); starts += 1)
        output = await killWhen('credit-worker.ts', [at.address, world.clock.now], {
          within_ms: 5,
          met: (steps) => steps.split('step').length > 1 + (starts % 3),
        })
      const database = await at.open()
      const ends = await database.read(async (tx) =>
        (await tx.installations.find({})).map(({ lease_expires_at }) => lease_expires_at),
      )
      expect(ends.length).toBe(INSTALLATIONS)
      expect([...new Set(ends)]).toEqual([plus(installation.lease_expires_at, DAY + MINUTE)])
      console.log(`${kind}: ready after ${starts} starts`)
      expect(starts).toBeGreaterThan(1)
    })
  },
  samples(['sqlite'], ['json', 'sqlite']),
)
