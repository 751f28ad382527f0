import { expect, it } from 'vitest'
import { plus } from '../../src/domain/time.ts'
import { createStore } from '../../src/store/store.ts'
import { DAY, MINUTE, SECOND } from '../kit/time.ts'
import { eachStore, forProcesses, type StoreLocation } from './stores.ts'
import { newWorld, type Installed, type World } from './world.ts'

async function installMany({ install }: World, size: number, where = {}): Promise<Installed[]> {
  const all = []
  for (let index = 0; index < size; index += 1)
    all.push(await install({ heartbeat_interval_seconds: 60 }, where))
  return all
}

const processes = (at: StoreLocation, { store }: World) => forProcesses(3, at, store, createStore)

eachStore((location) => {
  it.each([
    ['does not expire a lease one millisecond before lease_expires_at', 180 * SECOND - 1, 0],
    ['expires a lease at lease_expires_at', 180 * SECOND, 1],
  ])('%s', async (_, age, expired) => {
    const world = await newWorld(location())
    const [one] = await installMany(world, 1)
    world.clock.advance(age)
    await world.newKinds()
    expect(await world.store.expireLeases(world.context(), {})).toEqual({ expired, held: 0 })
    expect(await world.newKinds()).toEqual(
      Array.from({ length: expired }, () => 'installation.lease_expired'),
    )
    expect((await world.installationOf(one!.installation.installation_id)).health).toBe(
      expired ? 'offline' : 'online',
    )
    expect(await world.store.expireLeases(world.context(), {})).toEqual({ expired: 0, held: 0 })
  })

  it.each([
    ['a check time that has passed', -MINUTE],
    ['no check time, as an earlier version wrote it', null],
  ])('expires an installation at the end of its lease with %s', async (_, ago) => {
    const { store, context, clock, database, install, installationOf } = await newWorld(location())
    const {
      installation: { installation_id, lease_expires_at },
    } = await install({ heartbeat_interval_seconds: 60 })
    await database.transact((tx) =>
      tx.installations.update(
        { installation_id },
        { lease_check_at: ago === null ? null : plus(clock.now, ago) },
      ),
    )
    clock.now = plus(lease_expires_at, -1)
    expect(await store.expireLeases(context(), {})).toEqual({ expired: 0, held: 0 })
    expect((await installationOf(installation_id)).lease_check_at).toBe(lease_expires_at)
    clock.advance(1)
    expect(await store.expireLeases(context(), {})).toEqual({ expired: 1, held: 0 })
  })

  it('marks an unhealthy installation offline like an online one, but not a stopped one', async () => {
    const world = await newWorld(location())
    const [unhealthy, stopped] = await installMany(world, 2)
    await world.sendHeartbeat(unhealthy!.runtime_token, { status: 'degraded' })
    await world.sendHeartbeat(stopped!.runtime_token, { status: 'stopped' })
    world.clock.advance(DAY)
    expect(await world.store.expireLeases(world.context(), {})).toEqual({ expired: 1, held: 0 })
    expect((await world.installationOf(stopped!.installation.installation_id)).health).toBe(
      'stopped',
    )
  })

  it('I-21: marks at most 20 % of a workspace offline in one pass, longest overdue first, and returns how many it held back', async () => {
    const world = await newWorld(location())
    const { store, context, clock, sendHeartbeat, tenant, database } = world
    const all = await installMany(world, 20)
    const other = await tenant('b')
    await installMany(world, 1, other)
    clock.advance(MINUTE)
    for (const { runtime_token } of all.slice(4))
      await sendHeartbeat(runtime_token, {
        status: Number(runtime_token.charCodeAt(5)) % 2 ? 'error' : 'running',
      })
    clock.advance(DAY)
    expect(await store.expireLeases(context(), {})).toEqual({ expired: 4 + 1, held: 16 })
    const offline = await database.read((tx) =>
      tx.installations.find({ where: { health: 'offline', workspace_id: 'ws_a' } }),
    )
    expect(offline.map(({ installation_id }) => installation_id).toSorted()).toEqual(
      all
        .slice(0, 4)
        .map(({ installation }) => installation.installation_id)
        .toSorted(),
    )
    const passes = []
    for (let held = 16; held > 0;) {
      const pass = (await store.expireLeases(context(), {}))!
      passes.push(pass.expired)
      held = pass.held
    }
    expect(passes).toEqual([3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1])
  })

  it('I-20: credits every lease that was valid before an outage with its duration and one interval before it can expire', async () => {
    const world = await newWorld(location())
    const { store, context, clock, installationOf } = world
    const [dead] = await installMany(world, 1)
    clock.advance(3 * MINUTE)
    const [alive] = await installMany(world, 1)
    clock.advance(MINUTE)
    await store.recordAlive(context(), {})
    clock.advance(7 * DAY)
    expect(await store.creditDowntime(context(), {})).toEqual({ credited: 1, down_ms: 7 * DAY })
    const credited = await installationOf(alive!.installation.installation_id)
    expect(credited.lease_expires_at).toBe(plus(clock.now, 2 * MINUTE + MINUTE))
    expect(await store.creditDowntime(context(), {})).toEqual({ credited: 0, down_ms: 0 })
    expect(await store.expireLeases(context(), {})).toEqual({ expired: 1, held: 0 })
    expect((await installationOf(dead!.installation.installation_id)).health).toBe('offline')
    clock.advance(3 * MINUTE - 1)
    expect(await store.expireLeases(context(), {})).toEqual({ expired: 0, held: 0 })
    clock.advance(1)
    expect(await store.expireLeases(context(), {})).toEqual({ expired: 1, held: 0 })
  })

  it('I-21: lets one of several processes make a pass, and the next pass only after the pause, in any process', async () => {
    const at = location()
    const world = await newWorld(at)
    const { clock, context } = world
    const stores = await processes(at, world)
    await installMany(world, 20)
    clock.advance(DAY)
    const pass = async () =>
      (
        await Promise.all(
          stores.map((store) => store.expireLeases(context(), { pause_ms: SECOND })),
        )
      ).filter((one) => one !== undefined)
    expect(await pass()).toEqual([{ expired: 4, held: 16 }])
    clock.advance(SECOND - 1)
    expect(await pass()).toEqual([])
    clock.advance(1)
    expect(await pass()).toEqual([{ expired: 3, held: 13 }])
    clock.advance(-DAY + 1)
    expect(await pass()).toEqual([{ expired: 0, held: 0 }])
  })

  it('credits nothing at the start of a process while another one is alive, and credits an outage once if several processes start after it', async () => {
    const at = location()
    const world = await newWorld(at)
    const { clock, context, installationOf } = world
    const stores = await processes(at, world)
    const [one] = await installMany(world, 1)
    const end = one!.installation.lease_expires_at
    await world.store.recordAlive(context(), { precision_ms: SECOND })
    const start = async () =>
      (
        await Promise.all(
          stores.map((store) => store.creditDowntime(context(), { down_above_ms: 3 * SECOND })),
        )
      ).map(({ credited }) => credited)
    clock.advance(3 * SECOND)
    expect(await start()).toEqual([0, 0, 0])
    clock.advance(1)
    expect((await start()).toSorted()).toEqual([0, 0, 1])
    expect((await installationOf(one!.installation.installation_id)).lease_expires_at).toBe(
      plus(end, 3 * SECOND + 1 + MINUTE),
    )
  })

  it('credits an outage of the store once among the processes that kept running, before any lease expires', async () => {
    const at = location()
    const world = await newWorld(at)
    const { clock, context } = world
    const stores = await processes(at, world)
    await installMany(world, 1)
    const liveness = { precision_ms: SECOND, down_above_ms: 10 * SECOND }
    const recordOnAll = async () =>
      (await Promise.all(stores.map((store) => store.recordAlive(context(), liveness)))).reduce(
        (sum, { credited }) => sum + credited,
        0,
      )
    expect(await recordOnAll()).toBe(0)
    clock.advance(10 * SECOND)
    expect(await recordOnAll()).toBe(0)
    clock.advance(5 * MINUTE)
    expect(
      await stores[1]!.expireLeases(context(), { alive_within_ms: 10 * SECOND }),
    ).toBeUndefined()
    expect(await recordOnAll()).toBe(1)
    expect(await stores[0]!.expireLeases(context(), {})).toEqual({ expired: 0, held: 0 })
  })

  it('credits nothing on the first start, nor after the clock was set back', async () => {
    const world = await newWorld(location())
    const { store, context, clock } = world
    await installMany(world, 1)
    expect(await store.creditDowntime(context(), {})).toEqual({ credited: 0, down_ms: 0 })
    await store.recordAlive(context(), {})
    clock.advance(-DAY)
    expect(await store.creditDowntime(context(), {})).toEqual({ credited: 0, down_ms: 0 })
  })

  it('stores once every ten seconds, and not with every sweep, that the platform is alive', async () => {
    const { store, context, clock, database } = await newWorld(location())
    const lastLiveness = () =>
      database.read(async (tx) => (await tx.platform_facts.get({ name: 'alive_at' }))!.value)
    await store.recordAlive(context(), {})
    const first = await lastLiveness()
    for (const [pause, fresh] of [
      [9_999, false],
      [1, true],
    ] as const) {
      clock.advance(pause)
      await store.recordAlive(context(), {})
      expect((await lastLiveness()) !== first).toBe(fresh)
    }
  })

  it('claims outbox items that are due, longest due first, and retries with exponential backoff until it gives up', async () => {
    const { store, context, clock, database } = await newWorld(location())
    const due = () => store.claimOutbox(context(), { kind: 'admin_pin', limit: 10 })
    await store.requestPin(context(), { email: 'a@example.com' })
    clock.advance(1)
    await store.requestPin(context(), { email: 'b@example.com' })
    const [first, second] = await due()
    expect(first!.created_at < second!.created_at).toBe(true)
    expect(await due()).toEqual([])
    await store.recordDelivery(context(), { outbox_id: second!.outbox_id })
    const delays = []
    for (let item = first; item; [item] = await due()) {
      await store.recordDeliveryFailure(context(), { item, error: 'x'.repeat(1000) })
      const { next_attempt_at, delivered_at, last_error } = (await database.read((tx) =>
        tx.outbox.get({ outbox_id: item!.outbox_id }),
      ))!
      expect(last_error).toHaveLength(500)
      if (delivered_at === null)
        delays.push((Date.parse(next_attempt_at) - Date.parse(clock.now)) / SECOND)
      expect(delivered_at === null || (await due()).length === 0).toBe(true)
      clock.now = next_attempt_at
    }
    const longest = [2, 4, 8, 16, 32, 64, 120]
    for (const [index, delay] of delays.entries()) {
      expect(delay).toBeLessThanOrEqual(longest[index] ?? 120)
      expect(delay).toBeGreaterThanOrEqual((longest[index] ?? 120) / 2)
    }
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(8 * 60)
    expect(await store.listOutbox({ all: false, limit: 10 })).toMatchObject([
      { outbox_id: first!.outbox_id, ended: 'given_up' },
    ])
  })
})
