import { expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { plus } from '../../../src/domain/time.ts'
import type { Database } from '../../../src/store/database.ts'
import { createStore } from '../../../src/store/store.ts'
import { DAY, MINUTE, SECOND } from '../../kit/time.ts'
import { eachStore, forProcesses, type StoreLocation } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

/** Creates an installation and copies of it that never send a heartbeat. */
async function installCopies({ install, database }: World, size: number) {
  const one = await install({ heartbeat_interval_seconds: 60 })
  const { installation } = one
  const ids = Array.from(
    { length: size - 1 },
    (_, index) => `${installation.installation_id.slice(0, -4)}${String(index).padStart(4, '0')}`,
  )
  await database.transact(async (tx) => {
    for (const installation_id of ids)
      await tx.installations.insert({
        ...installation,
        installation_id,
        health: ids.indexOf(installation_id) % 3 ? 'online' : 'unhealthy',
      })
  })
  return { ...one, ends: installation.lease_expires_at }
}

/** Returns a store that calls `between` after each transaction. */
const interrupted = (database: Database, between: () => unknown) =>
  createStore({
    ...database,
    async transact(body) {
      const result = await database.transact(body)
      await between()
      return result
    },
  })

const processes = (at: StoreLocation, { database }: World) =>
  forProcesses(3, at, database, (opened) => opened)

const isCreditPending = ({ database }: World) =>
  database.read(
    async (tx) => (await tx.platform_facts.get({ name: 'downtime_owed' })) !== undefined,
  )
const ends = ({ database }: World) =>
  database.read(async (tx) => [
    ...new Set((await tx.installations.find({})).map(({ lease_expires_at }) => lease_expires_at)),
  ])

class ProcessKilled extends Error {}

/** Returns a store whose process is killed after this many transactions. */
function killedAfter(most: number, { database }: World) {
  let done = 0
  return interrupted(database, () => {
    done += 1
    if (done === most) throw new ProcessKilled()
  })
}
/** Returns whether the process was killed before the operation was complete. */
const wasKilled = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    (cause: unknown) => cause instanceof ProcessKilled || Promise.reject(cause as Error),
  )

eachStore((location) => {
  it('I-21: a sweep lets other transactions run between its steps: installations that renew before their step stay online, and only those that the sweep marked are offline and audited', async () => {
    const world = await newWorld(location())
    const { database, context, clock } = world
    await installCopies(world, 200)
    clock.advance(DAY)
    const offline = () =>
      database.read((tx) => tx.installations.find({ where: { health: 'offline' } }))
    const steps: number[] = []
    const store = interrupted(database, async () => {
      steps.push((await offline()).length)
      const responsive = await database.read((tx) =>
        tx.installations.find({ where: { health: 'online' } }),
      )
      if (steps.length === 1)
        await database.transact(async (tx) => {
          for (const { installation_id } of responsive)
            await tx.installations.update(
              { installation_id },
              { lease_expires_at: plus(clock.now, MINUTE) },
            )
        })
    })
    const { expired, held } = (await store.expireLeases(context(), {}))!
    expect(held).toBe(160)
    expect(steps.length).toBeGreaterThan(1)
    expect(steps[0]).toBeLessThan(40)
    expect(expired).toBeLessThan(40)
    const marked = await offline()
    expect(marked.length).toBe(expired)
    expect(marked.filter(({ lease_expires_at }) => lease_expires_at > clock.now)).toEqual([])
    expect(
      (await world.audit())
        .filter(({ event_type }) => event_type === 'installation.lease_expired')
        .map(({ target }) => target?.id)
        .toSorted(),
    ).toEqual(marked.map(({ installation_id }) => installation_id).toSorted())
  })

  it('I-21: a sweep ends when another process begins one, and each of the two marks at most one fifth of the installations that are responsive when it begins', async () => {
    const world = await newWorld(location())
    const { database, context, clock } = world
    await installCopies(world, 200)
    clock.advance(DAY)
    let other: Promise<{ expired: number; held: number } | undefined> | undefined
    const store = interrupted(database, () => {
      if (other) return
      clock.advance(SECOND)
      other = world.store.expireLeases(context(), { pause_ms: SECOND })
      return other
    })
    const first = (await store.expireLeases(context(), { pause_ms: SECOND }))!
    const second = (await other)!
    expect(second).toEqual({
      expired: Math.floor((200 - first.expired) / 5),
      held: 200 - first.expired - second.expired,
    })
    expect(first.expired).toBeLessThan(40)
    expect(
      (await database.read((tx) => tx.installations.find({ where: { health: 'offline' } }))).length,
    ).toBe(first.expired + second.expired)
  })

  it.each([
    ['at once', 0],
    ['after a while', MINUTE],
  ])(
    'I-20: a start that is killed after any of its steps, and followed by another one %s, credits every installation, but none of them twice',
    async (_, pause) => {
      for (let kill = 1, more = true; more; kill += 1) {
        const world = await newWorld(location())
        const { context, clock, ends: end } = { ...world, ...(await installCopies(world, 600)) }
        await world.store.recordAlive(context(), {})
        clock.advance(7 * DAY)
        more = await wasKilled(killedAfter(kill, world).creditDowntime(context(), {}))
        expect(await world.store.expireLeases(context(), {})).toEqual(
          (await isCreditPending(world)) ? undefined : { expired: 0, held: 0 },
        )
        clock.advance(more ? pause : 0)
        await world.store.creditDowntime(context(), {})
        expect(await ends(world)).toEqual([
          plus(end, 7 * DAY + MINUTE + (more && pause > 0 ? pause + MINUTE : 0)),
        ])
        expect(await isCreditPending(world)).toBe(false)
        if (kill === 1) expect(more).toBe(true)
      }
    },
  )

  it('I-20: processes that start together after an outage share the steps of one credit, and none is ready before it is complete', async () => {
    const at = location()
    const world = await newWorld(at)
    const { context, clock, ends: end } = { ...world, ...(await installCopies(world, 600)) }
    await world.store.recordAlive(context(), {})
    clock.advance(DAY)
    const credits = await Promise.all(
      (await processes(at, world)).map(async (database) => {
        const { credited } = await createStore(database).creditDowntime(context(), {
          down_above_ms: 3 * SECOND,
        })
        expect(await ends(world)).toEqual([plus(end, DAY + MINUTE)])
        return credited
      }),
    )
    expect(credits.reduce((sum, credited) => sum + credited)).toBe(600)
  })

  it('I-20: a running process completes the credit that another process left unfinished, even if it saw no outage itself, and nothing expires before then', async () => {
    const world = await newWorld(location())
    const { context, clock, ends: end } = { ...world, ...(await installCopies(world, 600)) }
    await world.store.recordAlive(context(), {})
    clock.advance(DAY)
    const killed = interrupted(world.database, () => {
      throw new ProcessKilled()
    })
    await expect(killed.creditDowntime(context(), {})).rejects.toThrow(ProcessKilled)
    expect(await world.store.expireLeases(context(), { alive_within_ms: DAY })).toBeUndefined()
    expect((await world.store.recordAlive(context(), {})).credited).toBe(350)
    expect(await ends(world)).toEqual([plus(end, DAY + MINUTE)])
  })

  it('I-20: an installation whose health changes between two steps of a credit is credited once', async () => {
    const world = await newWorld(location())
    const { context, clock, ends: end } = { ...world, ...(await installCopies(world, 600)) }
    await world.store.recordAlive(context(), {})
    clock.advance(DAY)
    const NEXT = { online: 'unhealthy', unhealthy: 'online' } as const
    const changing = interrupted(world.database, () =>
      world.database.transact(async (tx) => {
        for (const { installation_id, health } of await tx.installations.find({}))
          await tx.installations.update(
            { installation_id },
            { health: NEXT[health as keyof typeof NEXT] },
          )
      }),
    )
    expect((await changing.creditDowntime(context(), {})).credited).toBe(600)
    expect(await ends(world)).toEqual([plus(end, DAY + MINUTE)])
  })

  it('I-20: a credit that an earlier version left unfinished is given to every installation', async () => {
    const world = await newWorld(location())
    const { context, clock, ends: end } = { ...world, ...(await installCopies(world, 300)) }
    const since = clock.now
    clock.advance(DAY)
    await world.database.transact((tx) =>
      tx.platform_facts.put({
        name: 'downtime_owed',
        value: { since, until: clock.now, down_ms: DAY, health: 'unhealthy', after: 'z' },
      }),
    )
    expect((await world.store.creditDowntime(context(), {})).credited).toBe(300)
    expect(await ends(world)).toEqual([plus(end, DAY + MINUTE)])
  })

  it('announces a policy of a large workspace in steps, and to each installation once, even if a process is killed in the meantime', async () => {
    const world = await newWorld(location())
    const { context, database, reach, workspace_id, signer, store } = world
    await installCopies(world, 600)
    const commandCount = async () => (await database.read((tx) => tx.commands.find({}))).length
    await store.setPolicy(context(), { workspace_id, content: DEFAULT_POLICY, signer })
    expect(await commandCount()).toBe(100)
    expect(await wasKilled(killedAfter(1, world).announcePolicies(context(), {}))).toBe(true)
    expect(await commandCount()).toBe(200)
    expect(await store.announcePolicies(context(), { max_steps: 2 })).toEqual({ steps: 2 })
    expect(await commandCount()).toBe(400)
    await store.announcePolicies(context(), {})
    expect(await countAnnounced(database)).toBe(600)
    expect(await store.getPolicy({ reach, workspace_id })).toMatchObject({
      version: 2,
      announcement_cursor: null,
    })
  })

  it('announces the later of two successive policies', async () => {
    const world = await newWorld(location())
    const { context, database, reach, workspace_id, signer, store } = world
    await installCopies(world, 600)
    for (const if_match of ['"1"', '"2"'])
      expect(
        await store.replacePolicy(context(), {
          reach,
          workspace_id,
          content: DEFAULT_POLICY,
          signer,
          if_match,
        }),
      ).toMatchObject({ kind: 'written' })
    expect(
      await database.read((tx) =>
        tx.policies.find({ where: { announcement_cursor: { gte: '' } } }),
      ),
    ).toMatchObject([{ version: 3 }])
    await store.announcePolicies(context(), {})
    expect(await countAnnounced(database)).toBe(600)
  })

  it('announces the policy that was written first, however often others are written', async () => {
    const world = await newWorld(location())
    const { context, clock, database, reach, organization_id, signer, store } = world
    const [busy, waiting] = [
      await store.createWorkspace(context(), { reach, organization_id, name: 'busy', signer }),
      await store.createWorkspace(context(), { reach, organization_id, name: 'waiting', signer }),
    ]
    if (busy.kind !== 'created' || waiting.kind !== 'created') return expect.unreachable()
    const { installation } = await world.install()
    await database.transact(async (tx) => {
      for (const { workspace_id } of [busy.workspace, waiting.workspace])
        for (let index = 0; index < 600; index += 1)
          await tx.installations.insert({
            ...installation,
            workspace_id,
            installation_id: `${workspace_id}_${String(index).padStart(3, '0')}`,
          })
    })
    const write = ({ workspace_id }: { workspace_id: string }) =>
      store.setPolicy(context(), { workspace_id, content: DEFAULT_POLICY, signer })
    await write(waiting.workspace)
    for (let step = 0; step < 6; step += 1) {
      clock.advance(SECOND)
      await write(busy.workspace)
      await store.announcePolicies(context(), { max_steps: 1 })
    }
    expect(
      await store.getPolicy({ reach, workspace_id: waiting.workspace.workspace_id }),
    ).toMatchObject({ announcement_cursor: null })
  })

  it('deletes a large workspace in steps between which other transactions run; a repeated request continues, and each installation is revoked once', async () => {
    for (let kill = 1, more = true; more; kill += 1) {
      const world = await newWorld(location())
      const { context, clock, database, home, workspace_id } = world
      await installCopies(world, 120)
      for (let token = 0; token < 60; token += 1) await world.installToken()
      more = await wasKilled(
        killedAfter(kill, world).deleteWorkspace(context(), { ...home, force: true }),
      )
      const left = await database.read((tx) =>
        tx.installations.find({ where: { lifecycle: 'active' } }),
      )
      if (kill === 1) expect([left.length > 0, left.length < 120]).toEqual([true, true])
      const isThere = (await world.store.getWorkspace(home)).kind === 'found'
      if (isThere) expect(await world.store.getPolicy(home)).toMatchObject({ version: 1 })
      if (left.length > 0)
        expect(await world.store.deleteWorkspace(context(), { ...home, force: false })).toEqual({
          kind: 'in_use',
          installations: left.length,
        })
      clock.advance(SECOND)
      expect(await world.store.deleteWorkspace(context(), { ...home, force: true })).toEqual({
        kind: isThere ? 'deleted' : 'not_found',
      })

      const audit = await world.audit()
      const revoked = audit
        .filter(({ event_type }) => event_type === 'installation.revoked')
        .map(({ target }) => target?.id)
      expect([revoked.length, new Set(revoked).size]).toEqual([120, 120])
      expect(
        audit
          .filter(({ event_type }) => event_type === 'workspace.deleted')
          .map(({ metadata }) => metadata['revoked_installations']),
      ).toEqual([isThere ? left.length : 120])
      expect(
        await database.read(async (tx) => [
          await tx.install_tokens.find({ where: { workspace_id } }),
          await tx.policies.find({ where: { workspace_id } }),
        ]),
      ).toEqual([[], []])
      if (kill === 1) expect(more).toBe(true)
    }
  })

  it('a deletion that may be refused happens completely or not at all', async () => {
    const world = await newWorld(location())
    const { context, database, home, workspace_id } = world
    for (let token = 0; token < 120; token += 1) await world.installToken()
    let between = 0
    expect(
      await interrupted(database, () => {
        between += 1
      }).deleteWorkspace(context(), { ...home, force: false }),
    ).toEqual({ kind: 'deleted' })
    expect(between).toBe(1)
    expect(
      await database.read((tx) => tx.install_tokens.find({ where: { workspace_id } })),
    ).toEqual([])
  })
})

/** Returns how many installations got a command to load the policy, and expects one command for each. */
async function countAnnounced(database: Database): Promise<number> {
  const [installations, commands] = await database.read((tx) =>
    Promise.all([
      tx.installations.find({}),
      tx.commands.find({ where: { type: 'reload_policy' } }),
    ]),
  )
  expect(commands.map(({ installation_id }) => installation_id).toSorted()).toEqual(
    installations.map(({ installation_id }) => installation_id).toSorted(),
  )
  return commands.length
}
