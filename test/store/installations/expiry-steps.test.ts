import { expect, it } from 'vitest'
import type { Installation } from '../../../src/domain/records.ts'
import { plus } from '../../../src/domain/time.ts'
import {
  beginExpiry,
  continueExpiry,
} from '../../../src/store/transactions/installations/expiry.ts'
import type { Database, Tx } from '../../../src/store/database.ts'
import { DAY, MINUTE } from '../../kit/time.ts'
import { replaced } from '../replaced.ts'
import { eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

/** Creates thirty installations, each in a workspace of its own, whose leases expired a day ago. */
async function overdue(world: World) {
  const { installation } = await world.install({ heartbeat_interval_seconds: 60 })
  const names = Array.from({ length: 30 }, (_, at) => `one-${String(at).padStart(2, '0')}`)
  await world.database.transact(async (tx) => {
    for (const [at, installation_id] of names.entries()) {
      const lease_expires_at = plus(installation.lease_expires_at, at - 1000)
      await tx.installations.insert({
        ...installation,
        installation_id,
        workspace_id: `ws-${installation_id}`,
        lease_expires_at,
        lease_check_at: lease_expires_at,
      })
    }
    await tx.installations.delete({ installation_id: installation.installation_id })
  })
  world.clock.advance(DAY)
  return names
}

/** Returns a database in which an installation that is read as online becomes unhealthy before the unhealthy ones are read. */
function changingBetweenQueries(database: Database): Database {
  const changing = (tx: Tx): Tx => {
    const seen: Installation[] = []
    const find: Tx['installations']['find'] = async (query) => {
      const found = await tx.installations.find(query)
      const { health } = query.where ?? {}
      if (health === 'online') seen.push(...found)
      return health === 'unhealthy' && query.orderBy
        ? seen.map((each) => ({ ...each, health }))
        : found
    }
    return replaced(tx, 'installations', replaced(tx.installations, 'find', find))
  }
  return {
    ...database,
    transact: (body) => database.transact((tx, moment) => body(changing(tx), moment)),
  }
}

eachStore(
  (location) => {
    it('marks an installation offline only once if its health changes while candidates are chosen', async () => {
      const world = await newWorld(location())
      const { database, context } = world
      await overdue(world)
      const begun = (await changingBetweenQueries(database).transact((tx) =>
        beginExpiry(tx, context(), {}),
      ))!
      expect([begun.expired, begun.held, begun.pass.remaining.length]).toEqual([25, 0, 5])
    })

    it('marks 25 installations offline in one step, and in the next step the others that still exist, have not stopped and are overdue', async () => {
      const world = await newWorld(location())
      const { database, context, clock } = world
      const names = await overdue(world)
      const begun = (await database.transact((tx) => beginExpiry(tx, context(), {})))!
      expect([
        begun.expired,
        begun.held,
        begun.pass.remaining.map(({ installation_id }) => installation_id),
      ]).toEqual([25, 0, names.slice(25)])
      await database.transact(async (tx) => {
        await tx.installations.delete({ installation_id: 'one-25' })
        await tx.installations.update({ installation_id: 'one-26' }, { health: 'stopped' })
        await tx.installations.update(
          { installation_id: 'one-27' },
          { lease_expires_at: plus(clock.now, MINUTE) },
        )
      })
      const ended = await database.transact((tx) => continueExpiry(tx, context(), begun.pass))
      expect([ended.expired, ended.pass.remaining]).toEqual([2, []])
      const remaining = await database.read((tx) =>
        tx.installations.find({
          where: { health: { not: 'offline' } },
          orderBy: ['installation_id'],
        }),
      )
      expect(
        remaining.map(({ installation_id, health, lease_check_at }) => [
          installation_id,
          health,
          lease_check_at === plus(clock.now, MINUTE),
        ]),
      ).toEqual([
        ['one-26', 'stopped', false],
        ['one-27', 'online', true],
      ])
      expect(
        (await world.audit()).filter(
          ({ event_type }) => event_type === 'installation.lease_expired',
        ),
      ).toHaveLength(27)
    })

    it('stops marking installations offline if no process was alive recently', async () => {
      const world = await newWorld(location())
      const { store, database, context, clock } = world
      await overdue(world)
      await store.recordAlive(context(), {})
      const begun = (await database.transact((tx) =>
        beginExpiry(tx, context(), { alive_within_ms: MINUTE }),
      ))!
      clock.advance(MINUTE + 1)
      expect(
        await database.transact((tx) => continueExpiry(tx, context(), begun.pass)),
      ).toMatchObject({
        expired: 0,
        pass: { remaining: [] },
      })
      expect(await database.read((tx) => tx.installations.count({ health: 'online' }))).toBe(5)
    })
  },
  ['memory', 'postgres'],
)
