import { expect, it } from 'vitest'
import { plus } from '../../src/domain/time.ts'
import { PLANS, QUOTAS, type Plan } from '../../src/domain/plans.ts'
import type { Installation, InstallToken, Workspace } from '../../src/domain/records.ts'
import { dump, eachStore } from './stores.ts'
import { DAY, MINUTE, newWorld, type World } from './world.ts'

/** Puts as many rows into the store as bring a resource up to `count`. */
async function fill({ database, organization_id, workspace_id, agent_id, clock }: World, resource: 'workspaces' | 'installations' | 'install_tokens', count: number): Promise<void> {
  const [now, soon] = [clock.now, plus(clock.now, 15 * MINUTE)]
  const ids = { organization_id, workspace_id, agent_id }
  await database.transact(async (tx) => {
    for (let at = await tx[resource].count({}); at < count; at += 1) {
      const id = `filled_${String(at).padStart(6, '0')}`
      if (resource === 'workspaces') await tx.workspaces.insert({ workspace_id: id, organization_id, name: id, description: '', created_at: now, updated_at: now } satisfies Workspace)
      if (resource === 'install_tokens') await tx.install_tokens.insert({ ...ids, token_id: id, hash: id, created_at: now, expires_at: soon, consumed_at: null, revoked_at: null, expiry_audited: false, installation_id: null, body_hash: null, callers: [] } satisfies InstallToken)
      if (resource === 'installations') await tx.installations.insert({
        ...ids, agent_organization_id: organization_id, installation_id: id, install_token_id: id, upstream_url: null, capabilities: [], heartbeat_interval: 60, lifecycle: 'active', health: 'online', status: null,
        health_payload: null, lease_expires_at: soon, watch_at: soon, last_seen_at: now, seen_on: now.slice(0, 10), token_version: 0, in_flight: 0, attested_at: null, refresh_hash: id, beacon: null, epoch: 0, created_at: now, recovered_at: null,
        revoked_at: null, revoke_reason: null, shutdown_deadline: null,
      } satisfies Installation)
    }
  })
}

const newWorkspace = ({ store, act, reach, organization_id, signer }: World) => store.createWorkspace(act(), { reach, organization_id, name: 'x', signer })
const newToken = ({ store, act, home }: World) => store.createInstallToken(act(), { ...home, expiry_minutes: 15 })
const only = <T extends { kind: string }>(outcomes: readonly T[], kind: string) => outcomes.filter((outcome) => outcome.kind === kind)

eachStore((place) => {
  it('an installation that an earlier version heard of counts for seven days, like any other', async () => {
    const world = await newWorld(place(), { plan: 'free' })
    await fill(world, 'installations', QUOTAS.installations.free!)
    await world.database.transact(async (tx) => { for (const { installation_id } of await tx.installations.find({})) await tx.installations.update({ installation_id }, { seen_on: null }) })
    expect((await newToken(world)).kind).toBe('quota')
    world.clock.advance(7 * DAY)
    expect((await newToken(world)).kind).toBe('created')
  })

  it('I-37: of twenty workspaces created at once at the limit less one, one is admitted', async () => {
    const world = await newWorld(place(), { plan: 'free' })
    await fill(world, 'workspaces', 2)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => newWorkspace(world)))
    expect(only(outcomes, 'created')).toHaveLength(1)
    expect(only(outcomes, 'quota')[0]).toEqual({ kind: 'quota', resource: 'workspaces', plan: 'free', current: 3, max: 3 })
  })

  it('I-37: of twenty install tokens asked for at once at the limit less one, one is issued', async () => {
    const world = await newWorld(place(), { plan: 'free' })
    await fill(world, 'install_tokens', 19)
    expect(only(await Promise.all(Array.from({ length: 20 }, () => newToken(world))), 'created')).toHaveLength(1)
  })

  it('I-37: of ten bootstraps at once at the limit less one, one installs; the others keep their tokens', async () => {
    const world = await newWorld(place(), { plan: 'free' })
    const tokens = []
    for (let at = 0; at < 10; at += 1) tokens.push(await world.installToken())
    await fill(world, 'installations', 9)
    const outcomes = await Promise.all(tokens.map((token) => world.bootstrap(token)))
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['first', ...Array.from({ length: 9 }, () => 'quota')])
    expect(await world.database.read((tx) => tx.install_tokens.count({ consumed_at: null }))).toBe(9)
  })

  it('I-03: a refusal for want of quota consumes nothing and is audited', async () => {
    const world = await newWorld(place(), { plan: 'free' })
    const token = await world.installToken()
    await fill(world, 'installations', 10)
    await world.newKinds()
    const before = { ...(await dump(world.database)), audit_log: [], audit_heads: [], counters: [] }
    expect(await world.bootstrap(token)).toEqual({ kind: 'quota', resource: 'installations', plan: 'free', current: 10, max: 10 })
    expect((await newToken(world)).kind).toBe('quota')
    expect({ ...(await dump(world.database)), audit_log: [], audit_heads: [], counters: [] }).toEqual(before)
    expect(await world.newKinds()).toEqual(['plan.limit_exceeded', 'plan.limit_exceeded'])
    await world.store.setPlan(world.act(), { organization_id: world.organization_id, plan: 'starter' })
    expect((await world.bootstrap(token)).kind).toBe('first')
  })

  it('installations count while they live and were seen within 7 days, install tokens while they can be used', async () => {
    const world = await newWorld(place(), { plan: 'free' })
    const { clock, revoke, bootstrap } = world
    await fill(world, 'installations', 10)
    expect((await newToken(world)).kind).toBe('quota')
    await revoke('filled_000000')
    const created = await newToken(world)
    if (created.kind !== 'created') return expect.unreachable(created.kind)
    expect((await bootstrap(created.token)).kind).toBe('first')
    expect((await newToken(world)).kind).toBe('quota')
    clock.advance(7 * DAY - 1)
    expect((await newToken(world)).kind).toBe('quota')
    clock.advance(1)
    await fill(world, 'install_tokens', 21)
    expect((await newToken(world)).kind).toBe('quota')
    clock.advance(15 * MINUTE)
    expect((await newToken(world)).kind).toBe('created')
  })
})

eachStore((place) => {
  const limits = PLANS.flatMap((plan) => (['workspaces', 'installations', 'install_tokens'] as const).map((resource) => [plan, resource, QUOTAS[resource][plan]] as const))
  it.each(limits)('plan %s allows so many %s: %s', async (plan: Plan, resource, max) => {
    const world = await newWorld(place(), { plan })
    const create = () => (resource === 'workspaces' ? newWorkspace(world) : newToken(world))
    await fill(world, resource, (max ?? 2500) - 1)
    expect((await create()).kind).toBe('created')
    await fill(world, resource, max ?? 2501)
    expect(await create()).toMatchObject(max === null ? { kind: 'created' } : { kind: 'quota', resource, plan, current: max, max })
  })
}, ['memory'])
