import { expect, it } from 'vitest'
import { tableOf, tablesFrom, type Database, type Tx } from '../../../src/store/database.ts'
import type { Reach } from '../../../src/domain/organizations/access.ts'
import { eachStore } from '../stores.ts'
import { newWorld } from '../world.ts'

const LOCKED_TABLES: readonly string[] = ['organizations', 'installations']

/** Returns a database that records the identifiers of organizations and installations in the order in which they are locked. */
function recordingLocks(database: Database) {
  const recorded = {
    locks: [] as string[],
    /** Runs before several rows are locked, and stands in for a transaction for which this one has to wait. */
    beforeLock: async (_: Tx): Promise<void> => {},
  }
  const watched = (tx: Tx): Tx =>
    tablesFrom((name) => {
      const table = tableOf(tx, name)
      const record = (keys: readonly object[]): void => {
        if (LOCKED_TABLES.includes(name))
          recorded.locks.push(...keys.map((key) => String(Object.values(key)[0])))
      }
      return {
        ...table,
        get(key) {
          record([key])
          return table.get(key)
        },
        async getMany(keys, options) {
          record(keys)
          await recorded.beforeLock(tx)
          return table.getMany(keys, options)
        },
      }
    })
  const recording: Database = {
    ...database,
    transact: (body) => database.transact((tx, moment) => body(watched(tx), moment)),
  }
  return { recorded, recording }
}

eachStore((location) => {
  it('an action locks no installation that the caller cannot reach', async () => {
    const { recorded, recording } = recordingLocks(await location().open())
    const world = await newWorld(location(), { database: recording })
    const foreign = await world.tenant('b')
    const [mine, theirs] = [await world.install(), await world.install({}, foreign)].map(
      ({ installation }) => installation.installation_id,
    ) as [string, string]
    const act = (reach: Reach) =>
      world.store.updateInstallations(world.context(), {
        ...{ reach, organization_id: world.organization_id },
        select: { installation_ids: [theirs, mine] },
        action: { type: 'pause', reason: '' },
      })
    recorded.locks = []
    expect(await act({ ...world.reach, workspace_id: 'ws_other' })).toMatchObject({
      items: [{ outcome: 'not_found' }, { outcome: 'not_found' }],
    })
    expect(recorded.locks).toEqual([])
    expect(await act(world.reach)).toMatchObject({
      items: [{ outcome: 'not_found' }, { outcome: 'applied' }],
    })
    expect(recorded.locks).toContain(mine)
    expect(recorded.locks).not.toContain(theirs)
  })

  it('setting labels locks the organization before its installations, so that it cannot deadlock with routing', async () => {
    const { recorded, recording } = recordingLocks(await location().open())
    const { store, context, reach, organization_id, install } = await newWorld(location(), {
      database: recording,
    })
    const { installation_id } = (await install()).installation
    recorded.locks = []
    await store.setInstallationLabels(context(), { reach, installation_id, labels: ['a=1'] })
    expect(recorded.locks.slice(0, 2)).toEqual([organization_id, installation_id])
    recorded.locks = []
    await store.updateInstallations(context(), {
      ...{ reach, organization_id, select: { lifecycle: ['active'] } },
      action: { type: 'label', set: ['b=1'], remove: [] },
    })
    expect(recorded.locks.slice(0, 2)).toEqual([organization_id, installation_id])
  })

  it('an action skips what no longer matches once it is locked', async () => {
    const { recorded, recording } = recordingLocks(await location().open())
    const { store, context, reach, organization_id, clock, ...world } = await newWorld(location(), {
      database: recording,
    })
    const ids: string[] = []
    for (const _ of [1, 2, 3, 4]) {
      const { installation_id } = (await world.install()).installation
      ids.push(installation_id)
      await store.setInstallationLabels(context(), { reach, installation_id, labels: ['a=1'] })
      await store.registerBeacon(context(), { reach, installation_id, platform: 'docker' })
    }
    const changes = [
      { lifecycle: 'paused' },
      { labels: null },
      { beacon: { registered_at: clock.now, platform: 'x' } },
      {},
    ] as const
    recorded.beforeLock = async (tx) => {
      recorded.beforeLock = async () => {}
      for (const [at, change] of changes.entries())
        await tx.installations.update({ installation_id: ids[at]! }, change)
    }
    const updated = await store.updateInstallations(context(), {
      ...{ reach, organization_id },
      select: {
        installation_ids: ids,
        ...{ q: 'agent', label_selector: 'a=1', platforms: ['docker'], lifecycle: ['active'] },
      },
      action: { type: 'revoke', reason: '' },
    })
    expect(updated).toMatchObject({
      items: ['skipped', 'skipped', 'skipped', 'applied'].map((outcome) => ({ outcome })),
    })
  })
})
