import { expect, it } from 'vitest'
import { plus } from '../../../src/domain/time.ts'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { PLANS, QUOTAS, type Plan } from '../../../src/domain/organizations/plans.ts'
import type { Workspace } from '../../../src/domain/records.ts'
import { anInstallation, anInstallToken } from '../../domain/fixtures.ts'
import { DAY, MINUTE } from '../../kit/time.ts'
import { dump, eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

/** Inserts rows until there are `count` of a resource. */
async function fill(
  { database, organization_id, workspace_id, agent_id, clock }: World,
  resource: 'workspaces' | 'installations' | 'install_tokens',
  count: number,
): Promise<void> {
  const [now, soon] = [clock.now, plus(clock.now, 15 * MINUTE)]
  const ids = { organization_id, workspace_id, agent_id }
  await database.transact(async (tx) => {
    for (let index = await tx[resource].count({}); index < count; index += 1) {
      const id = `filled_${String(index).padStart(6, '0')}`
      if (resource === 'workspaces')
        await tx.workspaces.insert({
          workspace_id: id,
          organization_id,
          name: id,
          description: '',
          created_at: now,
          updated_at: now,
        } satisfies Workspace)
      if (resource === 'install_tokens')
        await tx.install_tokens.insert(
          anInstallToken({ ...ids, token_id: id, hash: id, created_at: now, expires_at: soon }),
        )
      if (resource === 'installations')
        await tx.installations.insert(
          anInstallation({
            ...ids,
            agent_organization_id: organization_id,
            installation_id: id,
            install_token_id: id,
            lease_expires_at: soon,
            lease_check_at: soon,
            last_seen_at: now,
            last_seen_date: now.slice(0, 10),
            token_version: 0,
            refresh_hash: id,
            created_at: now,
          }),
        )
    }
  })
}

const newWorkspace = ({ store, context, reach, organization_id, signer }: World) =>
  store.createWorkspace(context(), { reach, organization_id, name: 'x', signer })
const newToken = ({ store, context, home }: World) =>
  store.createInstallToken(context(), { ...home, expiry_minutes: 15 })
const newAgent = ({ store, context, home, agentNamed }: World, name: string) =>
  store.registerAgent(context(), { ...agentNamed(name), organization_id: home.organization_id })
const newKey = ({ store, context, home }: World) =>
  store.createOwnApiKey(context(), {
    reach: home.reach,
    organization_id: home.organization_id,
    name: 'x',
  })
const newDispute = ({ store, context, home }: World, description = 'x') =>
  store.openDispute(context(), {
    reach: home.reach,
    organization_id: home.organization_id,
    svc_id: home.agent_id,
    issue_type: 'incorrect_response',
    description,
    task_id: null,
    logs: null,
  })
const newTicket = ({ store, context, home }: World) =>
  store.requestSupport(context(), {
    reach: home.reach,
    organization_id: home.organization_id,
    workspace_id: null,
    route: 'email',
    settings: { confirms: false, channels: [], response_hours: { email: 24 } } as never,
    subject: 'x',
    message: 'x',
    category: 'other',
    contact_email: null,
  })
/** Increases the counter of stored bytes without storing anything. */
const storeBytes = async ({ database, organization_id }: World, bytes: number) => {
  await database.transact((tx) =>
    tx.counters.add(
      [
        {
          name: 'agents.bytes.organization_id',
          grouping: '',
          value: organization_id,
          shard: 0,
          rows: bytes,
        },
      ],
      'rows',
    ),
  )
}
const storedBytes = async ({ store, home, clock }: World): Promise<number> => {
  const found = await store.getOrganization({
    reach: home.reach,
    organization_id: home.organization_id,
    now: clock.now,
  })
  return found.kind === 'found' ? found.used.stored_bytes : NaN
}
const only = <T extends { kind: string }>(outcomes: readonly T[], kind: string) =>
  outcomes.filter((outcome) => outcome.kind === kind)

eachStore((location) => {
  it('counts installations without last_seen_date, as an earlier version wrote them, for seven days', async () => {
    const world = await newWorld(location(), { plan: 'free' })
    await fill(world, 'installations', QUOTAS.installations.free!)
    await world.database.transact(async (tx) => {
      for (const { installation_id } of await tx.installations.find({}))
        await tx.installations.update({ installation_id }, { last_seen_date: null })
    })
    expect((await newToken(world)).kind).toBe('quota')
    world.clock.advance(7 * DAY)
    expect((await newToken(world)).kind).toBe('created')
  })

  it('I-37: admits one of twenty workspaces created at once with one left in the quota', async () => {
    const world = await newWorld(location(), { plan: 'free' })
    await fill(world, 'workspaces', 2)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => newWorkspace(world)))
    expect(only(outcomes, 'created')).toHaveLength(1)
    expect(only(outcomes, 'quota')[0]).toEqual({
      kind: 'quota',
      resource: 'workspaces',
      plan: 'free',
      current: 3,
      max: 3,
    })
  })

  it('I-37: issues one of twenty install tokens requested at once with one left in the quota', async () => {
    const world = await newWorld(location(), { plan: 'free' })
    await fill(world, 'install_tokens', 19)
    expect(
      only(await Promise.all(Array.from({ length: 20 }, () => newToken(world))), 'created'),
    ).toHaveLength(1)
  })

  it('I-37: admits one of ten bootstraps at once with one left in the quota, and consumes no other token', async () => {
    const world = await newWorld(location(), { plan: 'free' })
    const tokens = []
    for (let index = 0; index < 10; index += 1) tokens.push(await world.installToken())
    await fill(world, 'installations', 9)
    const outcomes = await Promise.all(tokens.map((token) => world.bootstrap(token)))
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
      'first',
      ...Array.from({ length: 9 }, () => 'quota'),
    ])
    expect(await world.database.read((tx) => tx.install_tokens.count({ consumed_at: null }))).toBe(
      9,
    )
  })

  it('I-03: consumes nothing when it refuses by quota, and records the refusal in the audit log', async () => {
    const world = await newWorld(location(), { plan: 'free' })
    const token = await world.installToken()
    await fill(world, 'installations', 10)
    await world.newKinds()
    const before = { ...(await dump(world.database)), audit_log: [], audit_heads: [], counters: [] }
    expect(await world.bootstrap(token)).toEqual({
      kind: 'quota',
      resource: 'installations',
      plan: 'free',
      current: 10,
      max: 10,
    })
    expect((await newToken(world)).kind).toBe('quota')
    expect({
      ...(await dump(world.database)),
      audit_log: [],
      audit_heads: [],
      counters: [],
    }).toEqual(before)
    expect(await world.newKinds()).toEqual(['plan.limit_exceeded', 'plan.limit_exceeded'])
    await world.store.setPlan(world.context(), {
      organization_id: world.organization_id,
      plan: 'starter',
    })
    expect((await world.bootstrap(token)).kind).toBe('first')
  })

  it('counts installations that have not ended and were seen within 7 days, and usable install tokens', async () => {
    const world = await newWorld(location(), { plan: 'free' })
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

eachStore((location) => {
  it('I-37: admits one of twenty agents registered at once with one left in the quota', async () => {
    const world = await newWorld(location(), { plan: 'free' })
    for (let index = 1; index < 19; index += 1)
      expect((await newAgent(world, `agent-${index}`)).kind).toBe('registered')
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => newAgent(world, `racing-${at}`)),
    )
    expect(only(outcomes, 'registered')).toHaveLength(1)
    expect(only(outcomes, 'quota')[0]).toEqual({
      kind: 'quota',
      resource: 'agents',
      plan: 'free',
      current: 20,
      max: 20,
    })
    const ids = await world.database.read((tx) => tx.agent_ids.find({}))
    expect(ids).toHaveLength(20)
  })

  it('I-37: creates one of twenty API keys at once with one left in the quota, and another after a revocation', async () => {
    const world = await newWorld(location(), { plan: 'free' })
    for (let index = 0; index < 9; index += 1) expect((await newKey(world)).kind).toBe('created')
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => newKey(world)))
    const made = only(outcomes, 'created')
    expect([made.length, only(outcomes, 'quota')[0]]).toEqual([
      1,
      { kind: 'quota', resource: 'api_keys', plan: 'free', current: 10, max: 10 },
    ])
    await world.store.revokeOwnApiKey(world.context(), {
      reach: world.home.reach,
      organization_id: world.organization_id,
      key_id: (made[0] as { key: { key_id: string } }).key.key_id,
    })
    expect((await newKey(world)).kind).toBe('created')
  })

  it('I-37: opens one of twenty disputes at once with one byte left, and then refuses workspaces, agents, API keys, install tokens, bootstraps and image scans', async () => {
    const world = await newWorld(location(), { plan: 'free' })
    const token = await world.installToken()
    const before = await storedBytes(world)
    await storeBytes(world, QUOTAS.stored_bytes.free! - before - 1)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => newDispute(world, `${at}`)),
    )
    expect(only(outcomes, 'opened')).toHaveLength(1)
    const [full] = [await newWorkspace(world)]
    expect(full).toMatchObject({
      kind: 'quota',
      resource: 'stored_bytes',
      plan: 'free',
      max: 67_108_864,
    })
    for (const kind of [
      (await newAgent(world, 'one-more')).kind,
      (await newKey(world)).kind,
      (await newToken(world)).kind,
      (await world.bootstrap(token)).kind,
    ])
      expect(kind).toBe('quota')
    expect(
      (
        await world.store.requestImageScan(world.context(), {
          organization_id: world.organization_id,
          ref: 'a/b:1',
          digest: null,
        })
      ).kind,
    ).toBe('quota')
  })

  it('I-37: refuses to enlarge an agent without storage left, but permits shrinking and deprecating it', async () => {
    const world = await newWorld(location(), { plan: 'free' })
    const {
      store,
      context,
      home: { reach, agent_id: svc_id },
    } = world
    const update = (description?: string) =>
      store.updateAgent(context(), {
        svc_id,
        reach,
        changes: {
          details: description === undefined ? {} : { description },
          access: { private: false, installable_by: 'anyone', installers: [] },
          deprecated: true,
        },
      })
    expect((await update('x'.repeat(100))).kind).toBe('updated')
    await storeBytes(world, QUOTAS.stored_bytes.free! - (await storedBytes(world)))
    expect(await update('x'.repeat(101))).toMatchObject({
      kind: 'quota',
      resource: 'stored_bytes',
      plan: 'free',
    })
    expect((await update('x'.repeat(100))).kind).toBe('updated')
    expect((await update()).kind).toBe('updated')
  })

  it('refuses a proof that enlarges a claim when the storage quota is exhausted, and accepts one that does not', async () => {
    const world = await newWorld(location(), { plan: 'free' })
    const { store, context, organization_id } = world
    const agent = { ...world.provedAgent('claimed'), organization_id }
    const prove = (description: string) =>
      store.registerAgent(context(), { ...agent, details: { description } })
    await store.registerAgent(context(), {
      ...agent,
      proven: false,
      details: { description: 'x'.repeat(100) },
    })
    await storeBytes(world, QUOTAS.stored_bytes.free! - (await storedBytes(world)))
    expect(await prove('x'.repeat(101))).toMatchObject({ kind: 'quota', resource: 'stored_bytes' })
    expect((await prove('x'.repeat(100))).kind).toBe('proved')
  })

  it('applies no storage quota to policies, revocations and audit records, and permits a tenth more for support requests', async () => {
    const world = await newWorld(location(), { plan: 'free' })
    const installed = await world.install()
    const key = await newKey(world)
    await storeBytes(world, QUOTAS.stored_bytes.free! - (await storedBytes(world)))
    const { store, context, home, workspace_id, signer } = world
    expect(
      (await store.setPolicy(context(), { workspace_id, content: DEFAULT_POLICY, signer }))
        ?.version,
    ).toBe(2)
    expect((await world.revoke(installed.installation.installation_id)).kind).toBe('revoked')
    expect(
      (
        await store.revokeOwnApiKey(context(), {
          reach: home.reach,
          organization_id: home.organization_id,
          key_id: key.kind === 'created' ? key.key.key_id : '',
        })
      ).kind,
    ).toBe('revoked')
    const audited = async () =>
      world.database.read((tx) => tx.audit_log.count({ chain: home.organization_id }))
    const records = await audited()
    expect((await newWorkspace(world)).kind).toBe('quota')
    expect(await audited()).toBe(records + 1)
    expect((await newTicket(world)).kind).toBe('accepted')
    await storeBytes(world, Math.ceil(QUOTAS.stored_bytes.free! / 10))
    expect((await newTicket(world)).kind).toBe('quota')
  })

  it('keeps the newest 100 versions of a policy without gaps', async () => {
    const world = await newWorld(location(), { plan: 'free' })
    const {
      store,
      context,
      home: { reach },
      workspace_id,
      signer,
    } = world
    for (let version = 2; version <= 105; version += 1)
      await store.setPolicy(context(), { workspace_id, content: DEFAULT_POLICY, signer })
    const page = await store.listPolicyVersions({ reach, workspace_id, limit: 200, offset: 0 })
    if (page.kind !== 'page') return expect.unreachable(page.kind)
    expect([
      page.total,
      page.items.length,
      page.items[0]!.version,
      page.items.at(-1)!.version,
      page.next,
    ]).toEqual([100, 100, 105, 6, undefined])
    expect((await store.getPolicyVersion({ reach, workspace_id, version: 5 })).kind).toBe(
      'no_such_version',
    )
    const last = await store.listPolicyVersions({
      reach,
      workspace_id,
      limit: 3,
      offset: 0,
      after: [8],
    })
    expect(last.kind === 'page' && last.items.map(({ version }) => version)).toEqual([7, 6])
  })

  it('counts stored bytes, and keeps every counter equal to a recount after each of several changes', async () => {
    const world = await newWorld(location())
    const { store, context, home } = world
    const recount = async () => {
      for (const name of await store.listCounts({}))
        expect(await store.correctCount(context(), { name })).toEqual([])
    }
    const empty = await storedBytes(world)
    await newDispute(world, 'ü'.repeat(1000))
    expect((await storedBytes(world)) - empty).toBe(256 + 2000 + 2)
    await recount()
    const installed = await world.install({ capabilities: ['read'] })
    await recount()
    const before = await storedBytes(world)
    await store.registerBeacon(context(), {
      reach: home.reach,
      installation_id: installed.installation.installation_id,
      metadata: { text: 'x'.repeat(5000) },
    })
    expect((await storedBytes(world)) - before).toBeGreaterThan(5000)
    await recount()
    await world.sendHeartbeat(installed.runtime_token, { status: 'degraded' })
    await recount()
    await store.setPolicy(context(), {
      workspace_id: home.workspace_id,
      content: DEFAULT_POLICY,
      signer: world.signer,
    })
    await recount()
    await newTicket(world)
    await recount()
  })
})

eachStore((location) => {
  it('I-37: begins one of twenty tasks at once with one left in the limit, and another after one has ended', async () => {
    const world = await newWorld(location(), { plan: 'free' })
    const { store, context, reach, organization_id, workspace_id } = world
    await world.install({ capabilities: ['read'], upstream_url: 'https://agent.example/' })
    const begin = () => store.beginTask(context(), beginning)
    const beginning = {
      reach,
      organization_id,
      workspace_id,
      requester_id: organization_id,
      skill: 'read',
      timeout_ms: 1000,
    } as never
    const first = await begin()
    for (let index = 1; index < 9; index += 1) expect((await begin()).kind).toBe('begun')
    const outcomes = await Promise.all(Array.from({ length: 20 }, begin))
    expect(only(outcomes, 'begun')).toHaveLength(1)
    expect(only(outcomes, 'concurrency')[0]).toEqual({
      kind: 'concurrency',
      work: 'tasks',
      limit: 10,
    })
    if (first.kind !== 'begun') return expect.unreachable(first.kind)
    await store.finishTask(context(), {
      task_id: first.task.task_id,
      outcome: { status: 'completed', result: {}, counts: true, seen: true } as never,
      execution_time_ms: 1,
    })
    expect((await begin()).kind).toBe('begun')
  })
})

eachStore(
  (location) => {
    const limits = PLANS.flatMap((plan) =>
      (['workspaces', 'installations', 'install_tokens'] as const).map(
        (resource) => [plan, resource, QUOTAS[resource][plan]] as const,
      ),
    )
    it.each(limits)('on the %s plan, the limit of %s is %s', async (plan: Plan, resource, max) => {
      const world = await newWorld(location(), { plan })
      const create = () => (resource === 'workspaces' ? newWorkspace(world) : newToken(world))
      await fill(world, resource, (max ?? 2500) - 1)
      expect((await create()).kind).toBe('created')
      await fill(world, resource, max ?? 2501)
      expect(await create()).toMatchObject(
        max === null ? { kind: 'created' } : { kind: 'quota', resource, plan, current: max, max },
      )
    })
  },
  ['memory'],
)
