import { masterKey } from '../../src/domain/secrets.ts'
import { samples } from '../kit/samples.ts'
import { expect, it } from 'vitest'
import { createStore } from '../../src/store/store.ts'
import { contextFactory, eachStore, testClock, verifyChains } from '../store/stores.ts'
import { killWhen } from './kill-when.ts'

const OLD = 3000
const KILLS = samples(2, 6)
const MASTER_KEY = new Uint8Array(32)

eachStore(
  (location, kind) => {
    it(`I-17: a platform that is killed ${KILLS} times while it purges leaves chains that verify, and what it purged is covered by its checkpoint`, async () => {
      const at = location()
      const clock = testClock('2024-01-01T00:00:00.000Z')
      const context = contextFactory(clock)
      const database = await at.open()
      const store = createStore(database)
      await store.loadSigner(context(), { master_keys: [masterKey(MASTER_KEY)] })
      await store.createOrganization(context(), {
        name: 'kill',
        plan: 'enterprise',
        organization_id: 'org_kill',
      })
      await Promise.all(
        Array.from({ length: OLD }, () =>
          store.setPlan(context(), { organization_id: 'org_kill', plan: 'enterprise' }),
        ),
      )
      await database.close()
      clock.now = '2026-03-01T12:00:00.000Z'
      let least = 0
      for (let kill = 0; kill < KILLS; kill += 1) {
        const passes = (
          await killWhen('purge-worker.ts', [at.address, clock.now], {
            within_ms: 40,
            met: () => true,
          })
        )
          .split('\n')
          .slice(0, -1)
        least += passes.reduce((sum, purged) => sum + Number(purged), 0)
        const reopened = await at.open()
        const again = createStore(reopened)
        const { isOwn } = await again.loadSigner(context(), {
          master_keys: [masterKey(MASTER_KEY)],
        })
        await verifyChains(reopened, isOwn)
        const { sequence } = (await again.findCheckpoint({ chain: 'org_kill' }))!
        expect(sequence).toBeGreaterThanOrEqual(least)
        expect(sequence).toBeLessThanOrEqual(OLD)
        await reopened.close()
      }
      console.log(`${kind}: ${least} of ${OLD} old records were purged in acknowledged passes`)
    })
  },
  samples(['sqlite'], ['json', 'sqlite']),
)
