import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Share } from '../../src/domain/records.ts'
import { isSameSum, emptyShare, recount, withOutcome } from '../../src/domain/agents/reputation.ts'
import { iso, ms } from '../../src/domain/time.ts'
import { TABLE_NAMES } from '../../src/store/tables.ts'
import { DAY, MINUTE } from '../kit/time.ts'
import { eachStore, newLocationInMemory } from './stores.ts'
import { newWorld, type World } from './world.ts'
import { repeatUntilZero } from '../kit/bounds.ts'

const DONE = { status: 'completed', counts: true, seen: true } as never
const FAILED = {
  status: 'failed',
  error: { code: 'TIMEOUT', message: 'late' },
  counts: true,
  seen: true,
} as never

/** Installs agent a in another organization, whose task outcomes count for its reputation. */
const installElsewhere = (world: World) => installIn(world, 'b')
async function installIn(world: World, name: string) {
  const other = await world.tenant(name)
  const { installation } = await world.install(
    { capabilities: ['read'], upstream_url: 'https://agent.example/' },
    { ...other, agent_id: 'agent-a' },
  )
  const task = async (outcome: never) => {
    const begun = await world.store.beginTask(world.context(), {
      ...other,
      requester_id: other.organization_id,
      skill: 'read',
      timeout_ms: 1000,
    })
    if (begun.kind !== 'begun') throw new Error(begun.kind)
    await world.store.finishTask(world.context(), {
      task_id: begun.task.task_id,
      outcome,
      execution_time_ms: 1,
    })
    return begun.task.task_id
  }
  /** Marks the installation as online, however far the clock was advanced. */
  const markOnline = () =>
    world.database.transact((tx) =>
      tx.installations.update(
        { installation_id: installation.installation_id },
        { health: 'online', last_seen_at: world.clock.now },
      ),
    )
  return { other, task, markOnline, installation_id: installation.installation_id }
}
async function pruneAll({ store, context }: World): Promise<void> {
  await repeatUntilZero(
    async () => (await store.prune(context(), {})).pruned,
    'pruning does not end',
  )
}

eachStore((location) => {
  it('I-32: deletes a task 90 days after its deadline, and keeps its effect on the reputation permanently', async () => {
    const world = await newWorld(location())
    const { task, markOnline } = await installElsewhere(world)
    const third = await installIn(world, 'c')
    const reputation = () =>
      world.database.read(
        async (tx) =>
          (await tx.agents.get({ svc_id: 'agent-a', organization_id: 'org_a' }))!.reputation,
      )
    const shares = () =>
      world.database.read((tx) => tx.reputation_shares.find({ orderBy: ['rater_id'] }))
    const recounted = async () => {
      const again = (await world.store.recountReputation({
        svc_id: 'agent-a',
        organization_id: 'org_a',
      }))!
      return isSameSum(again, await reputation())
    }
    const ids = []
    for (const outcome of [DONE, FAILED, DONE, DONE]) {
      await Promise.all([markOnline(), third.markOnline()])
      ids.push(await task(outcome))
      await third.task(FAILED)
      world.clock.advance(30 * DAY + MINUTE)
    }
    const [before, sharesBefore] = [await reputation(), await shares()]
    expect(before).toMatchObject({ samples: 8, organizations: 2 })
    await pruneAll(world)
    const left = await world.database.read((tx) =>
      tx.tasks.find({ where: { organization_id: 'org_b' }, orderBy: ['created_at'] }),
    )
    expect(left.map(({ task_id }) => task_id)).toEqual(ids.slice(2))
    expect(await reputation()).toEqual(before)
    expect(
      (await shares()).map(({ rater_id, share, forgotten }) => [
        rater_id,
        share,
        forgotten?.samples,
      ]),
    ).toEqual(sharesBefore.map(({ rater_id, share }) => [rater_id, share, 2]))
    expect(await recounted()).toBe(true)
    world.clock.advance(365 * DAY)
    await pruneAll(world)
    expect(await world.database.read((tx) => tx.tasks.count({}))).toBe(0)
    expect((await shares()).map(({ forgotten }) => forgotten)).toEqual(
      sharesBefore.map(({ share }) => share),
    )
    expect(await recounted()).toBe(true)
  })

  it('deletes the tasks of one agent without changing the ratings of another agent of its organization', async () => {
    const world = await newWorld(location())
    const other = await world.tenant('b')
    await world.store.registerAgent(world.context(), {
      ...world.agentNamed('agent-z'),
      organization_id: world.organization_id,
    })
    for (const [agent_id, capability] of [
      ['agent-a', 'read'],
      ['agent-z', 'write'],
    ] as const)
      await world.install(
        { capabilities: [capability], upstream_url: 'https://agent.example/' },
        { ...other, agent_id },
      )
    const tasks = async (skill: string, count: number, outcome: never) => {
      for (let index = 0; index < count; index += 1) {
        const begun = await world.store.beginTask(world.context(), {
          ...other,
          requester_id: other.organization_id,
          skill,
          timeout_ms: 1000,
        })
        if (begun.kind !== 'begun') throw new Error(begun.kind)
        await world.store.finishTask(world.context(), {
          task_id: begun.task.task_id,
          outcome,
          execution_time_ms: 1,
        })
        world.clock.advance(1)
      }
    }
    await tasks('read', 3, DONE)
    await tasks('write', 2, FAILED)
    world.clock.advance(91 * DAY)
    await pruneAll(world)
    const shares = await world.database.read((tx) =>
      tx.reputation_shares.find({ orderBy: ['svc_id'] }),
    )
    expect(
      shares.map(({ svc_id, share, forgotten }) => [svc_id, share.samples, forgotten?.samples]),
    ).toEqual([
      ['agent-a', 3, 3],
      ['agent-z', 2, 2],
    ])
  })

  it('never deletes a task in progress, nor any task within 90 days of its deadline', async () => {
    const world = await newWorld(location())
    const { other, task } = await installElsewhere(world)
    await task(DONE)
    await world.store.beginTask(world.context(), {
      ...other,
      requester_id: 'org_b',
      skill: 'read',
      timeout_ms: 1000,
    })
    world.clock.advance(90 * DAY - MINUTE)
    await pruneAll(world)
    expect(await world.database.read((tx) => tx.tasks.count({}))).toBe(2)
    world.clock.advance(1000 * DAY)
    await pruneAll(world)
    expect(await world.database.read((tx) => tx.tasks.find({}))).toMatchObject([
      { status: 'working' },
    ])
  })

  it('distinguishes a consumed install token from an unknown one as long as its installation exists', async () => {
    const world = await newWorld(location())
    const tokens = [(await world.install()).install_token, (await world.install()).install_token]
    world.clock.advance(1000 * DAY)
    await pruneAll(world)
    for (const token of tokens)
      expect(await world.bootstrap(token)).toMatchObject({ kind: 'consumed' })
  })

  it('deletes an ended installation a year after it was last seen, unless recovery would then return `not_found` instead of `all_revoked`', async () => {
    const world = await newWorld(location())
    const all: string[] = []
    for (let index = 0; index < 3; index += 1)
      all.push((await world.install()).installation.installation_id)
    const alone = await world.tenant('c')
    await world.install({}, alone)
    for (const id of all) await world.revoke(id)
    world.clock.advance(364 * DAY)
    await pruneAll(world)
    expect(await world.database.read((tx) => tx.installations.count({}))).toBe(4)
    world.clock.advance(2 * DAY)
    await pruneAll(world)
    expect(
      await world.database.read((tx) => tx.installations.count({ workspace_id: 'ws_a' })),
    ).toBe(1)
    expect(
      await world.database.read((tx) => tx.installations.count({ workspace_id: 'ws_c' })),
    ).toBe(1)
    expect(await world.recover()).toEqual({ kind: 'all_revoked' })
    expect(await world.database.read((tx) => tx.install_tokens.count({}))).toBe(2)
    expect(
      await world.database.read((tx) => tx.commands.count({ installation_id: { in: all } })),
    ).toBe(0)
  })
})

/**
 * The counter of the fleet's health. Each of its shards is created when an installation first falls into it, so the last ones appear late.
 */
const FLEET = 'installations.fleet.health'

it('keeps a store under steady traffic at a constant size', async () => {
  const world = await newWorld(newLocationInMemory())
  const { store, context, clock, database } = world
  const { task, markOnline } = await installElsewhere(world)
  const counts = () =>
    database.read(async (tx) => {
      const all = await Promise.all(
        TABLE_NAMES.map(async (name) => [name, await tx[name].count({})] as const),
      )
      const fleet = await tx.counters.count({ name: FLEET })
      const { counters, ...others } = Object.fromEntries(all) as Record<string, number>
      return { ...others, counters: counters! - fleet, fleet } as Record<string, number>
    })
  const rounds: Record<string, number>[] = []
  for (let round = 0; round < 70; round += 1) {
    await markOnline()
    for (const outcome of [DONE, FAILED]) await task(outcome)
    const { installation, runtime_token } = await world.install()
    await world.sendHeartbeat(runtime_token)
    await world.send(installation.installation_id, 'reload_policy')
    await world.revoke(installation.installation_id)
    await world.installToken()
    await store.requestPin(context(), { email: `${round}@example.com` })
    await database.transact((tx) =>
      tx.nonces.insert({
        svc_id: 'agent-a',
        workspace_id: 'ws_a',
        nonce: String(round),
        expires_at: clock.now,
      }),
    )
    for (const { outbox_id } of await store.listOutbox({ all: false, limit: 10 }))
      await store.recordDelivery(context(), { outbox_id })
    clock.advance(20 * DAY)
    for (let pass = 0; pass < 4; pass += 1) {
      await store.expireInstallTokens(context(), {})
      await pruneAll(world)
      await store.purgeAudit(context(), { signer: world.signer })
    }
    rounds.push(await counts())
  }
  const [middle, end] = [rounds[40]!, rounds[69]!]
  const { fleet, ...tables } = end
  expect(Object.keys(tables).filter((table) => end[table]! > middle[table]!)).toEqual([])
  expect(fleet).toBeLessThanOrEqual(64)
  expect(end['installations']).toBeGreaterThan(10)
})

it('I-32: does not change a share when any prefix of the counted tasks is deleted', () => {
  const outcomes = fc.array(
    fc.record({ succeeded: fc.boolean(), after_ms: fc.integer({ min: 1, max: 90 * DAY }) }),
    { minLength: 1, maxLength: 30 },
  )
  fc.assert(
    fc.property(outcomes, fc.nat(), (all, cut) => {
      let now = ms('2026-01-01T00:00:00.000Z')
      const counted = all.map(({ succeeded, after_ms }) => ({
        succeeded,
        counted_at: iso((now += after_ms)),
      }))
      const remaining = counted.reduce<Share>(
        (share, { succeeded, counted_at }) => withOutcome(share, succeeded, counted_at),
        emptyShare(counted[0]!.counted_at),
      )
      const at = cut % (counted.length + 1)
      expect(recount(counted.slice(at), recount(counted.slice(0, at), undefined))).toEqual(
        remaining,
      )
    }),
  )
})
