import { expect, it } from 'vitest'
import { plus } from '../../src/domain/time.ts'
import type { Database } from '../../src/store/database.ts'
import { createStore } from '../../src/store/store.ts'
import { eachStore, type Place } from './stores.ts'
import { DAY, MINUTE, newWorld, SECOND, type World } from './world.ts'

/** An installation, and so many more like it that never beat. */
async function fleet({ install, database }: World, size: number) {
  const one = await install({ heartbeat_interval_seconds: 60 })
  const { installation } = one
  const ids = Array.from({ length: size - 1 }, (_, index) => `${installation.installation_id.slice(0, -4)}${String(index).padStart(4, '0')}`)
  await database.transact(async (tx) => { for (const installation_id of ids) await tx.installations.insert({ ...installation, installation_id, health: ids.indexOf(installation_id) % 3 ? 'online' : 'unhealthy' }) })
  return { ...one, ends: installation.lease_expires_at }
}

/** A store in which `between` happens after each transaction. */
const interrupted = (database: Database, between: () => unknown) => createStore({
  ...database,
  async transact(work) {
    const answer = await database.transact(work)
    await between()
    return answer
  },
})

/** Three processes on one store; embedded ones have one connection. */
const processes = async (at: Place, { database }: World) => (at.kind === 'postgres' || at.kind === 'sqlite' ? [database, await at.open(), await at.open()] : [database, database, database])

const isOwed = ({ database }: World) => database.read(async (tx) => (await tx.platform_facts.get({ name: 'downtime_owed' })) !== undefined)
const ends = ({ database }: World) => database.read(async (tx) => [...new Set((await tx.installations.find({})).map(({ lease_expires_at }) => lease_expires_at))])

class Killed extends Error {}

eachStore((place) => {
  it('I-21: a pass lets others work in between: who is heard of before its turn stays online, and the rest is marked', async () => {
    const world = await newWorld(place())
    const { database, act, clock } = world
    await fleet(world, 200)
    clock.advance(DAY)
    const offline = () => database.read((tx) => tx.installations.find({ where: { health: 'offline' } }))
    const steps: number[] = []
    const store = interrupted(database, async () => {
      steps.push((await offline()).length)
      const breathing = await database.read((tx) => tx.installations.find({ where: { health: 'online' } }))
      if (steps.length === 1) await database.transact(async (tx) => { for (const { installation_id } of breathing) await tx.installations.update({ installation_id }, { lease_expires_at: plus(clock.now, MINUTE) }) })
    })
    const { expired, held } = (await store.expireLeases(act(), {}))!
    expect(held).toBe(160)
    expect(steps.length).toBeGreaterThan(1)
    expect(steps[0]).toBeLessThan(40)
    expect((await offline()).length).toBe(expired)
    expect(expired).toBeLessThan(40)
    expect((await world.audit()).filter(({ event_type }) => event_type === 'installation.lease_expired').length).toBe(expired)
  })

  it('I-21: a pass ends where another process begins one, so no two of them add up to more than their shares', async () => {
    const world = await newWorld(place())
    const { database, act, clock } = world
    await fleet(world, 200)
    clock.advance(DAY)
    let other: Promise<{ expired: number; held: number } | undefined> | undefined
    const store = interrupted(database, () => {
      if (other) return
      clock.advance(SECOND)
      other = world.store.expireLeases(act(), { pause_ms: SECOND })
      return other
    })
    const first = (await store.expireLeases(act(), { pause_ms: SECOND }))!
    const second = (await other)!
    expect(second).toEqual({ expired: Math.floor((200 - first.expired) / 5), held: 200 - first.expired - second.expired })
    expect(first.expired).toBeLessThan(40)
    expect((await database.read((tx) => tx.installations.find({ where: { health: 'offline' } }))).length).toBe(first.expired + second.expired)
  })

  it.each([['at once', 0], ['after a while', MINUTE]])('I-20: a start that is killed after any of its steps, and followed by another one %s, credits everybody, and nobody twice', async (_, pause) => {
    for (let kill = 1, more = true; more; kill += 1) {
      const world = await newWorld(place())
      const { act, clock, ends: end } = { ...world, ...(await fleet(world, 600)) }
      await world.store.noteAlive(act(), {})
      clock.advance(7 * DAY)
      let steps = 0
      const dying = interrupted(world.database, () => {
        steps += 1
        if (steps === kill) throw new Killed()
      })
      more = await dying.creditDowntime(act(), {}).then(() => false, (cause: unknown) => cause instanceof Killed || Promise.reject(cause as Error))
      expect(await world.store.expireLeases(act(), {})).toEqual(await isOwed(world) ? undefined : { expired: 0, held: 0 })
      clock.advance(more ? pause : 0)
      await world.store.creditDowntime(act(), {})
      expect(await ends(world)).toEqual([plus(end, 7 * DAY + MINUTE + (more && pause > 0 ? pause + MINUTE : 0))])
      expect(await isOwed(world)).toBe(false)
      if (kill === 1) expect(more).toBe(true)
    }
  })

  it('I-20: of processes that start together after an outage each takes steps of one credit, and none is ready before everybody has it', async () => {
    const at = place()
    const world = await newWorld(at)
    const { act, clock, ends: end } = { ...world, ...(await fleet(world, 600)) }
    await world.store.noteAlive(act(), {})
    clock.advance(DAY)
    const credits = await Promise.all((await processes(at, world)).map(async (database) => {
      const { credited } = await createStore(database).creditDowntime(act(), { down_above_ms: 3 * SECOND })
      expect(await ends(world)).toEqual([plus(end, DAY + MINUTE)])
      return credited
    }))
    expect(credits.reduce((sum, credited) => sum + credited)).toBe(600)
  })

  it('I-20: a process that lives goes on with the credit that another one left, also where it knows of no outage, and nothing expires before', async () => {
    const world = await newWorld(place())
    const { act, clock, ends: end } = { ...world, ...(await fleet(world, 600)) }
    await world.store.noteAlive(act(), {})
    clock.advance(DAY)
    const dying = interrupted(world.database, () => { throw new Killed() })
    await expect(dying.creditDowntime(act(), {})).rejects.toThrow(Killed)
    expect(await world.store.expireLeases(act(), { alive_within_ms: DAY })).toBeUndefined()
    expect((await world.store.noteAlive(act(), {})).credited).toBe(350)
    expect(await ends(world)).toEqual([plus(end, DAY + MINUTE)])
  })
})
