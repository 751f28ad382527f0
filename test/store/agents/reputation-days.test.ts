import { expect, it } from 'vitest'
import { score } from '../../../src/domain/agents/reputation.ts'
import {
  reputationSeries,
  stateOf,
  type ReputationPoint,
} from '../../../src/domain/agents/reputation-history.ts'
import { recount, initialReputation } from '../../../src/domain/agents/reputation.ts'
import type { Judgement } from '../../../src/domain/agents/dispute.ts'
import { DAY, MINUTE } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'
import { repeatUntilZero } from '../../kit/bounds.ts'

const DONE = { status: 'completed', counts: true, seen: true } as never
const FAILED = {
  status: 'failed',
  error: { code: 'TIMEOUT', message: 'late' },
  counts: true,
  seen: true,
} as never

/** Installs agent-a in its own organization and in another one. Only the outcomes of the other one count. */
async function installForBoth(world: World) {
  const other = await world.tenant('b')
  const where = { capabilities: ['read'], upstream_url: 'https://agent.example/' }
  const ids = [
    (await world.install(where, { ...other, agent_id: 'agent-a' })).installation.installation_id,
    (await world.install(where)).installation.installation_id,
  ]
  const markOnline = () =>
    world.database.transact(async (tx) => {
      for (const installation_id of ids)
        await tx.installations.update(
          { installation_id },
          { health: 'online', last_seen_at: world.clock.now },
        )
    })
  const task = async (outcome: never, by: typeof other = other) => {
    await markOnline()
    const begun = await world.store.beginTask(world.context(), {
      ...by,
      requester_id: by.organization_id,
      skill: 'read',
      timeout_ms: 1000,
    })
    if (begun.kind !== 'begun') throw new Error(begun.kind)
    await world.store.finishTask(world.context(), {
      task_id: begun.task.task_id,
      outcome,
      execution_time_ms: 1,
    })
  }
  const dispute = async (judgement: Judgement) => {
    const opened = await world.store.openDispute(world.context(), {
      reach: other.reach,
      organization_id: other.organization_id,
      svc_id: 'agent-a',
      issue_type: 'policy_violation',
      description: 'x',
      task_id: null,
      logs: null,
    })
    if (opened.kind !== 'opened') throw new Error(opened.kind)
    await world.store.judgeDispute(world.context(), {
      dispute_id: opened.dispute.dispute_id,
      judgement,
      reason: 'x',
    })
  }
  return { other, task, dispute }
}

async function history(
  { store, clock, reach }: World,
  days = 365,
): Promise<readonly ReputationPoint[]> {
  const found = (await store.readReputationDays({
    svc_id: 'agent-a',
    reach,
    now: clock.now,
    days,
  }))!
  return reputationSeries(found.days, stateOf(found.agent), { days, now: clock.now })
}
const agentOf = ({ database }: World) =>
  database.read(
    async (tx) => (await tx.agents.get({ svc_id: 'agent-a', organization_id: 'org_a' }))!,
  )
async function pruneAll({ store, context }: World): Promise<void> {
  await repeatUntilZero(
    async () => (await store.prune(context(), {})).pruned,
    'pruning does not end',
  )
}

eachStore((location) => {
  it('stores the outcomes of each day, with the score that the formula yields for its tasks and disputes', async () => {
    const world = await newWorld(location())
    const { other, task, dispute } = await installForBoth(world)
    const upheld: string[] = []
    for (const step of [
      [DONE, DONE],
      [],
      [FAILED],
      ['upheld', DONE],
      ['rejected'],
      [],
      [DONE, FAILED, FAILED],
    ] as const) {
      for (const one of step) {
        if (typeof one === 'string') await dispute(one)
        else await task(one)
        if (one === 'upheld') upheld.push(world.clock.now)
        world.clock.advance(MINUTE)
      }
      world.clock.advance(DAY)
    }
    await task(DONE, world.home)
    const points = await history(world)
    expect(points.map(({ completed, failed }) => [completed, failed])).toEqual([
      [2, 0],
      [0, 0],
      [0, 1],
      [1, 0],
      [0, 0],
      [0, 0],
      [1, 2],
      [0, 0],
    ])
    expect(points.map(({ upheld_disputes }) => upheld_disputes)).toEqual([0, 0, 0, 1, 1, 1, 1, 1])
    const agent = await agentOf(world)
    const tasks = await world.database.read((tx) =>
      tx.tasks.find({ where: { agent_id: 'agent-a', counts_for: 'org_a' } }),
    )
    expect(tasks.map(({ organization_id }) => organization_id)).toEqual(
      tasks.map(() => other.organization_id),
    )
    for (const [at, point] of points.entries()) {
      const end = at === points.length - 1 ? world.clock.now : `${point.date}T23:59:59.999Z`
      const outcomes = tasks
        .filter(({ counted_at }) => counted_at! <= end)
        .map(({ status, counted_at }) => ({
          succeeded: status === 'completed',
          counted_at: counted_at!,
        }))
      // One organization requested all tasks, so its share is the whole reputation of the agent.
      const then = recount(outcomes, undefined) ?? initialReputation(agent.registered_at)
      expect([point.samples, point.score]).toEqual([
        outcomes.length,
        score(then, upheld.filter((moment) => moment <= end).length, end),
      ])
    }
    expect(points.at(-1)!.score).toBe(
      score(agent.reputation, agent.disputes_upheld, world.clock.now),
    )
  })

  it('returns the same history after the tasks are pruned, and prunes the history after a year', async () => {
    const world = await newWorld(location())
    const { task } = await installForBoth(world)
    for (const outcome of [DONE, FAILED, DONE]) {
      await task(outcome)
      world.clock.advance(DAY)
    }
    world.clock.advance(100 * DAY)
    const before = await history(world)
    await pruneAll(world)
    expect(await world.database.read((tx) => tx.tasks.count({}))).toBe(0)
    expect(await history(world)).toEqual(before)
    world.clock.advance(400 * DAY)
    await pruneAll(world)
    expect(await world.database.read((tx) => tx.reputation_days.count({}))).toBe(0)
    const agent = await agentOf(world)
    const later = await history(world)
    expect([later.length, later.at(-1)]).toEqual([
      365,
      expect.objectContaining({ samples: 3, score: score(agent.reputation, 0, world.clock.now) }),
    ])
  })

  it('counts concurrent outcomes on their day', async () => {
    const world = await newWorld(location())
    const { task } = await installForBoth(world)
    await Promise.all([DONE, DONE, FAILED, DONE, FAILED].map((outcome) => task(outcome)))
    expect(await world.database.read((tx) => tx.reputation_days.find({}))).toMatchObject([
      { completed: 3, failed: 2, closing: { samples: 5 } },
    ])
  })

  it('starts a new reputation when another organization proves that it owns the identifier', async () => {
    const world = await newWorld(location())
    const { other, task } = await installForBoth(world)
    await task(FAILED)
    world.clock.advance(DAY)
    await world.store.registerAgent(world.context(), {
      ...world.agentNamed('agent-a'),
      organization_id: other.organization_id,
      proven: true,
    })
    const points = await history({ ...world, reach: other.reach })
    expect(points).toEqual([expect.objectContaining({ score: 50, samples: 0, failed: 0 })])
  })

  it('shows a private agent only to its own organization', async () => {
    const world = await newWorld(location())
    const { other } = await installForBoth(world)
    const hidden = world.provedAgent('hidden')
    await world.store.registerAgent(world.context(), {
      ...hidden,
      organization_id: 'org_a',
      private: true,
    })
    const ask = (reach: typeof world.reach) =>
      world.store.readReputationDays({
        svc_id: hidden.svc_id,
        reach,
        now: world.clock.now,
        days: 1,
      })
    expect(await ask(other.reach)).toBeUndefined()
    expect(await ask(world.reach)).toMatchObject({ days: [] })
    expect(
      await world.store.readAgent({ svc_id: hidden.svc_id, reach: other.reach }),
    ).toBeUndefined()
  })

  it('counts the installations of an agent within the reach of the caller', async () => {
    const world = await newWorld(location())
    const { other } = await installForBoth(world)
    const paused = await world.install()
    await world.send(paused.installation.installation_id, 'pause')
    await world.sendHeartbeat(paused.runtime_token)
    const ended = await world.install()
    await world.revoke(ended.installation.installation_id)
    const count = async (
      reach: typeof world.reach | { organizations: readonly string[]; workspace_id: string },
    ) => (await world.store.readAgent({ svc_id: 'agent-a', reach }))!.installations
    const lifecycles = await world.database.read(async (tx) =>
      (await tx.installations.find({ where: { organization_id: 'org_a' } })).map(
        ({ lifecycle }) => lifecycle,
      ),
    )
    expect(lifecycles.toSorted()).toEqual(['active', 'paused', 'revoked'])
    expect(await count(world.reach)).toEqual({ current: 2, living: 1 })
    expect(await count(other.reach)).toEqual({ current: 1, living: 1 })
    expect(await count({ organizations: ['org_a', 'org_b'], workspace_id: null })).toEqual({
      current: 3,
      living: 2,
    })
    expect(await count({ organizations: ['org_a'], workspace_id: 'ws_a' })).toEqual({
      current: 2,
      living: 1,
    })
    expect(await count({ organizations: ['org_a'], workspace_id: 'ws_other' })).toEqual({
      current: 0,
      living: 0,
    })
  })
})
