import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PolicyContent } from '../../../src/domain/policies/policy.ts'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { isSameSum, score } from '../../../src/domain/agents/reputation.ts'
import {
  outcomeOfAnswer,
  type AgentAnswer,
  type TaskOutcome,
} from '../../../src/domain/tasks/answer.ts'
import { ms } from '../../../src/domain/time.ts'
import type { TaskInput } from '../../../src/store/transactions/tasks/routing.ts'
import { DAY, MINUTE, SECOND } from '../../kit/time.ts'
import { eachStore, isDocument, newLocationInMemory } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

const SKILL = 'translate'
const ROUTABLE_INSTALLATION = {
  capabilities: [SKILL],
  upstream_url: 'https://agent.example/a2a/tasks',
}
const answered = (http_status: number, body: object): AgentAnswer => ({
  kind: 'answered',
  http_status,
  encoded: false,
  body: Buffer.from(JSON.stringify(body)),
})
const DONE = outcomeOfAnswer('t', answered(200, { status: 'completed', result: {}, output: {} }))
const FAILED = outcomeOfAnswer(
  't',
  answered(500, { status: 'failed', error: { code: 'internal_error', message: 'no' } }),
)
const UNREACHABLE = outcomeOfAnswer('t', {
  kind: 'failed',
  code: 'AGENT_UNREACHABLE',
  reached: false,
})
const TIMED_OUT = outcomeOfAnswer('t', { kind: 'failed', code: 'AGENT_TIMEOUT', reached: true })
const BLOCKED = outcomeOfAnswer('t', { kind: 'failed', code: 'ADDRESS_BLOCKED', reached: false })

/** Helpers for routing. The neighbour has installed the agent of the home organization. */
async function routingWorld(world: World) {
  const { store, context, database, home } = world
  const neighbour = { ...(await world.tenant('b')), agent_id: home.agent_id }
  const taskInput = (
    { reach, organization_id, workspace_id }: typeof home,
    more: Partial<TaskInput> = {},
  ): TaskInput => ({
    reach,
    organization_id,
    workspace_id,
    requester_id: organization_id,
    skill: SKILL,
    timeout_ms: 30_000,
    ...more,
  })
  const begin = async (by = home, more: Partial<TaskInput> = {}) => {
    const begun = await store.beginTask(context(), taskInput(by, more))
    if (begun.kind !== 'begun') throw new Error(begun.kind)
    return begun
  }
  const finish = (task_id: string, outcome: TaskOutcome, execution_time_ms: number | null = 12) =>
    store.finishTask(context(), { task_id, outcome, execution_time_ms })
  return {
    ...world,
    neighbour,
    begin,
    finish,
    attempt: (by: typeof home, more: Partial<TaskInput> = {}) =>
      store.beginTask(context(), taskInput(by, more)),
    run: async (outcome: TaskOutcome, by = home, more: Partial<TaskInput> = {}) =>
      finish((await begin(by, more)).task.task_id, outcome),
    agent: async (svc_id = home.agent_id) =>
      (await database.read((tx) => tx.agents.first({ where: { svc_id } })))!,
    tasks: () => database.read((tx) => tx.tasks.find({})),
    policy: (change: Partial<PolicyContent>) =>
      store.setPolicy(context(), {
        workspace_id: home.workspace_id,
        content: { ...DEFAULT_POLICY, ...change },
        signer: world.signer,
      }),
  }
}

eachStore((location, kind) => {
  const newRouting = async () => routingWorld(await newWorld(location()))

  it('moves a task from working to a final state and records both in the audit log, without the answer of the agent', async () => {
    const { begin, finish, install, newKinds, audit, clock, installationOf, home } =
      await newRouting()
    const {
      installation: { installation_id },
    } = await install(ROUTABLE_INSTALLATION)
    await newKinds()
    const { task, upstream_url } = await begin()
    expect(upstream_url).toBe(ROUTABLE_INSTALLATION.upstream_url)
    expect(task).toMatchObject({
      status: 'working',
      skill: SKILL,
      requester_id: 'org_a',
      agent: { svc_id: 'agent-a', installation_id },
      finished_at: null,
      deadline: '2026-03-01T12:00:40.000Z',
    })
    expect((await installationOf(installation_id)).in_flight).toBe(1)
    clock.advance(SECOND)
    expect(await finish(task.task_id, DONE)).toMatchObject({
      status: 'completed',
      error: null,
      execution_time_ms: 12,
      finished_at: clock.now,
    })
    expect((await installationOf(installation_id)).in_flight).toBe(0)
    const failing = await begin()
    expect(await finish(failing.task.task_id, FAILED)).toMatchObject({
      status: 'failed',
      error: { code: 'internal_error', message: 'no' },
    })
    expect(await newKinds()).toEqual([
      'task.routed',
      'task.completed',
      'task.routed',
      'task.failed',
    ])
    const [routed, completed, , failed] = (await audit(home.organization_id)).slice(-4)
    expect(routed).toMatchObject({
      workspace_id: home.workspace_id,
      target: { type: 'task', id: task.task_id },
      metadata: { skill: SKILL, requester_id: 'org_a', svc_id: 'agent-a', installation_id },
    })
    expect(completed).toMatchObject({
      outcome: 'success',
      reason: null,
      metadata: { execution_time_ms: 12 },
    })
    expect(failed).toMatchObject({ outcome: 'failure', reason: 'internal_error' })
  })

  it('keeps a final state when the task is finished again', async () => {
    const { begin, finish, install, agent, newKinds, installationOf } = await newRouting()
    const {
      installation: { installation_id },
    } = await install(ROUTABLE_INSTALLATION)
    const { task } = await begin()
    const first = await finish(task.task_id, DONE)
    const [before] = [await agent(), await newKinds()]
    expect(await finish(task.task_id, FAILED)).toEqual(first)
    expect(await agent()).toEqual(before)
    expect((await installationOf(installation_id)).in_flight).toBe(0)
    expect(await newKinds()).toEqual([])
  })

  it('chooses among the live installations of this workspace that declare exactly this skill', async () => {
    const { install, begin, attempt, home, neighbour, send, lease, revoke, store, context } =
      await newRouting()
    const ended = await install(ROUTABLE_INSTALLATION)
    const stopped = await install(ROUTABLE_INSTALLATION)
    const paused = await install(ROUTABLE_INSTALLATION)
    const other = await install({
      ...ROUTABLE_INSTALLATION,
      capabilities: ['Translate', 'translate2'],
    })
    await install(ROUTABLE_INSTALLATION, neighbour)
    await revoke(ended.installation.installation_id)
    await lease(stopped.runtime_token, { status: 'stopped' })
    await send(paused.installation.installation_id, 'pause')
    expect(await attempt(home)).toEqual({ kind: 'no_agent' })
    const good = await install(ROUTABLE_INSTALLATION)
    expect((await begin()).task.agent.installation_id).toBe(good.installation.installation_id)
    expect((await begin(home, { skill: 'Translate' })).task.agent.installation_id).toBe(
      other.installation.installation_id,
    )
    expect(
      await attempt(home, { target: { installation_id: other.installation.installation_id } }),
    ).toEqual({ kind: 'no_agent' })
    expect(await attempt(home, { target: { svc_id: 'agent-b' } })).toEqual({ kind: 'no_agent' })
    await store.setSuspended(context(), { svc_id: home.agent_id, suspended: true, reason: 'x' })
    expect(await attempt(home)).toEqual({ kind: 'no_agent' })
  })

  it('spreads tasks over equal installations: the one with the fewest tasks under way is next', async () => {
    const { install, begin, finish } = await newRouting()
    const ids = [
      await install(ROUTABLE_INSTALLATION),
      await install(ROUTABLE_INSTALLATION),
      await install(ROUTABLE_INSTALLATION),
    ]
      .map(({ installation }) => installation.installation_id)
      .toSorted()
    const begun = [await begin(), await begin(), await begin(), await begin()].map(
      ({ task }) => task,
    )
    expect(begun.map(({ agent }) => agent.installation_id)).toEqual([...ids, ids[0]])
    await finish(begun[2]!.task_id, DONE)
    expect((await begin()).task.agent.installation_id).toBe(ids[2])
  })

  it('prefers online to unhealthy installations, and never chooses an offline one', async () => {
    const { install, begin, attempt, lease, clock, store, context, home } = await newRouting()
    const [unhealthy, online] = [
      await install(ROUTABLE_INSTALLATION),
      await install(ROUTABLE_INSTALLATION),
    ]
    await lease(unhealthy.runtime_token, { status: 'degraded' })
    for (let index = 0; index < 3; index += 1)
      expect((await begin()).task.agent.installation_id).toBe(online.installation.installation_id)
    await lease(online.runtime_token, { status: 'stopped' })
    expect((await begin()).task.agent.installation_id).toBe(unhealthy.installation.installation_id)
    clock.advance(10 * MINUTE)
    await store.expireLeases(context(), {})
    expect(await attempt(home)).toEqual({ kind: 'no_agent' })
  })

  it('accepts the calling key and its organization as requester, members and agents by delegation, and no others', async () => {
    const { install, attempt, home, neighbour, store, context, provedAgent, signer } =
      await newRouting()
    await install(ROUTABLE_INSTALLATION)
    const member = (await store.addMember(context(), {
      organization_id: home.organization_id,
      email: 'Ada@acme.example',
      role: 'viewer',
    }))!
    const stranger = (await store.addMember(context(), {
      organization_id: neighbour.organization_id,
      email: 'eve@b.example',
      role: 'owner',
    }))!
    const secret = provedAgent('secret-agent')
    await store.registerAgent(context(), {
      ...secret,
      organization_id: neighbour.organization_id,
      private: true,
    })
    for (const requester_id of ['org_a', 'org_a/jane', 'org_a/', 'key_1'])
      expect((await attempt(home, { requester_id })).kind).toBe('begun')
    for (const requester_id of ['agent-a', member.user_id, 'ada@ACME.example']) {
      expect(await attempt(home, { requester_id })).toEqual({ kind: 'delegation_refused' })
      expect((await attempt(home, { requester_id, may_delegate: true })).kind).toBe('begun')
    }
    for (const requester_id of [
      'org_b',
      'org_b/jane',
      'org_ax',
      'org_',
      'agent-b',
      secret.svc_id,
      'nobody',
      stranger.user_id,
      'eve@b.example',
      '',
    ]) {
      for (const may_delegate of [false, true])
        expect(await attempt(home, { requester_id, may_delegate })).toEqual({
          kind: 'requester_not_found',
        })
    }
    await install({}, { ...home, agent_id: 'agent-b' })
    expect((await attempt(home, { requester_id: 'agent-b', may_delegate: true })).kind).toBe(
      'begun',
    )
    const second = await store.createWorkspace(context(), {
      reach: home.reach,
      organization_id: home.organization_id,
      name: 'second',
      signer,
      workspace_id: 'ws_second',
    })
    expect(second.kind).toBe('created')
    expect(
      await attempt(home, {
        workspace_id: 'ws_second',
        requester_id: 'agent-b',
        may_delegate: true,
      }),
    ).toEqual({ kind: 'requester_not_found' })
    const elsewhere = { organizations: [home.organization_id], workspace_id: 'ws_elsewhere' }
    expect(await attempt(home, { reach: elsewhere })).toEqual({ kind: 'workspace_not_found' })
    expect(await attempt(home, { workspace_id: neighbour.workspace_id })).toEqual({
      kind: 'workspace_not_found',
    })
    expect(await attempt(home, { workspace_id: 'ws_nowhere' })).toEqual({
      kind: 'workspace_not_found',
    })
  })

  it('records in the audit log a request that the policy denies, and creates no task', async () => {
    const { install, attempt, tasks, home, policy, newKinds, audit } = await newRouting()
    await install(ROUTABLE_INSTALLATION)
    const rules = {
      'a2a.allowed_callers': { a2a: { allowed_callers: ['agent-a'], allowed_skills: ['*'] } },
      'a2a.allowed_skills': { a2a: { allowed_callers: ['*'], allowed_skills: [] } },
      'tools.denied': { tools: { ...DEFAULT_POLICY.tools, denied: [SKILL] } },
    }
    for (const [rule, change] of Object.entries(rules)) {
      await policy(change)
      await newKinds()
      expect(await attempt(home)).toEqual({ kind: 'policy_denied', rule })
      expect(await newKinds()).toEqual(['policy.violated'])
      expect((await audit(home.organization_id)).at(-1)).toMatchObject({
        outcome: 'denied',
        reason: 'policy_denied',
        metadata: { rule, skill: SKILL, requester_id: 'org_a' },
      })
    }
    expect(await tasks()).toEqual([])
  })

  it('raises reputation with every success, and lowers it with every failure that counts against the agent', async () => {
    const { install, run, agent, neighbour, clock } = await newRouting()
    await install(ROUTABLE_INSTALLATION, neighbour)
    const scores = [score((await agent()).reputation, 0, clock.now)]
    for (const outcome of [DONE, DONE, FAILED, TIMED_OUT, UNREACHABLE, BLOCKED, DONE]) {
      await run(outcome, neighbour)
      scores.push(score((await agent()).reputation, 0, clock.now))
    }
    expect(scores).toEqual([50, 51, 52, 50, 49, 49, 49, 51])
    expect((await agent()).reputation).toMatchObject({
      samples: 5,
      organizations: 1,
      unattested_outcomes: 5,
    })
  })

  it("shows but does not count tasks that the agent's own organization requests, directly or through its agent", async () => {
    const { install, run, agent, home, neighbour } = await newRouting()
    await install(ROUTABLE_INSTALLATION)
    await install(ROUTABLE_INSTALLATION, neighbour)
    for (const outcome of [DONE, FAILED, UNREACHABLE]) await run(outcome, home)
    await run(DONE, neighbour, { requester_id: 'agent-a', may_delegate: true })
    await run(BLOCKED, home)
    expect((await agent()).reputation).toMatchObject({
      samples: 0,
      successes: 0,
      failures: 0,
      own_outcomes: 3,
    })
    await run(DONE, neighbour)
    expect((await agent()).reputation).toMatchObject({
      samples: 1,
      organizations: 1,
      own_outcomes: 3,
    })
  })

  it('does not lower a score for tasks to an unreachable installation, and lowers it by at most 5 points for an organization whose installation reports failures', async () => {
    const { install, run, agent, neighbour, clock, lease, home, tenant } = await newRouting()
    const others = [
      { ...(await tenant('c')), agent_id: home.agent_id },
      { ...(await tenant('d')), agent_id: home.agent_id },
    ]
    const installed = [await install(ROUTABLE_INSTALLATION, neighbour)]
    for (const other of others) installed.push(await install(ROUTABLE_INSTALLATION, other))
    const points = async () => score((await agent()).reputation, 0, clock.now)
    for (const other of others) for (let task = 0; task < 20; task += 1) await run(DONE, other)
    const before = await agent()
    expect([await points(), before.reputation.organizations]).toEqual([59, 2])
    // A document is written as a whole for each of them.
    const many = isDocument(kind) ? 40 : 300
    for (let task = 0; task < many; task += 1) await run(UNREACHABLE, neighbour)
    expect((await agent()).reputation).toEqual(before.reputation)
    for (let task = 0; task < 40; task += 1) await run(FAILED, neighbour)
    expect(await points()).toBe(54)
    for (let task = 0; task < 40; task += 1) await run(DONE, neighbour)
    expect(await points()).toBe(62)
    for (const { runtime_token } of installed)
      expect((await lease(runtime_token)).kind).toBe('renewed')
  })

  it('T-07: bounds the effect of one organization, with all its credentials and agents, on an agent of another organization to 10 points', async () => {
    const { install, begin, finish, agent, neighbour, clock, store, home, tenant } =
      await newRouting()
    const other = { ...(await tenant('c')), agent_id: home.agent_id }
    await install(ROUTABLE_INSTALLATION, other)
    await install(ROUTABLE_INSTALLATION, neighbour)
    const points = async () => score((await agent()).reputation, 0, clock.now)
    for (const outcome of [DONE, FAILED, DONE])
      await finish((await begin(other)).task.task_id, outcome)
    const by = async (outcome: TaskOutcome) => {
      for (let task = 0; task < 40; task += 1) {
        const more = task % 2 === 0 ? {} : { requester_id: 'agent-b', may_delegate: true }
        await finish((await begin(neighbour, more)).task.task_id, outcome)
      }
      return points()
    }
    const seen = [await points()]
    for (const outcome of [FAILED, DONE, TIMED_OUT, DONE]) seen.push(await by(outcome))
    expect(Math.max(...seen) - Math.min(...seen)).toBeLessThanOrEqual(10)
    expect(Math.max(...seen) - Math.min(...seen)).toBeGreaterThanOrEqual(8)
    expect((await agent()).reputation).toMatchObject({ samples: 163, organizations: 2 })
    expect(
      isSameSum(
        (await store.recountReputation({ svc_id: 'agent-a', organization_id: 'org_a' }))!,
        (await agent()).reputation,
      ),
    ).toBe(true)
  })

  it('marks an unreachable installation unhealthy until its next heartbeat, so others are preferred', async () => {
    const { install, begin, finish, lease, installationOf, clock, neighbour } = await newRouting()
    const [dead, online] = [
      await install(ROUTABLE_INSTALLATION, neighbour),
      await install(ROUTABLE_INSTALLATION, neighbour),
    ]
    const of = (installation: typeof dead) =>
      installationOf(installation.installation.installation_id)
    const failing = { target: { installation_id: dead.installation.installation_id } }
    clock.advance(SECOND)
    await finish((await begin(neighbour, failing)).task.task_id, TIMED_OUT)
    expect(await of(dead)).toMatchObject({ health: 'online', unreached_at: null })
    await finish((await begin(neighbour, failing)).task.task_id, UNREACHABLE)
    expect(await of(dead)).toMatchObject({
      health: 'unhealthy',
      unreached_at: clock.now,
      lifecycle: 'active',
      in_flight: 0,
    })
    for (let task = 0; task < 3; task += 1)
      expect((await begin(neighbour)).task.agent.installation_id).toBe(
        online.installation.installation_id,
      )
    const unreached_at = clock.now
    clock.advance(SECOND)
    await lease(dead.runtime_token)
    expect(await of(dead)).toMatchObject({ health: 'online', unreached_at })
    expect((await begin(neighbour)).task.agent.installation_id).toBe(
      dead.installation.installation_id,
    )
  })

  it('updates last_seen_at when the agent answers, even with an error', async () => {
    const { install, run, agent, clock } = await newRouting()
    await install(ROUTABLE_INSTALLATION)
    const { last_seen_at } = await agent()
    clock.advance(MINUTE)
    for (const outcome of [UNREACHABLE, TIMED_OUT]) await run(outcome)
    expect((await agent()).last_seen_at).toBe(last_seen_at)
    await run(FAILED)
    expect((await agent()).last_seen_at).toBe(clock.now)
  })

  it('does not count an outcome for another organization that has proved the identifier in the meantime', async () => {
    const { install, begin, finish, agent, neighbour, store, context, agentNamed, tenant } =
      await newRouting()
    await install(ROUTABLE_INSTALLATION, neighbour)
    const { task } = await begin(neighbour)
    const { organization_id } = await tenant('c')
    await store.registerAgent(context(), {
      ...agentNamed('agent-a'),
      organization_id,
      proven: true,
    })
    expect(await finish(task.task_id, FAILED)).toMatchObject({ status: 'failed', counted_at: null })
    expect((await agent()).reputation).toMatchObject({ samples: 0, failures: 0 })
    await finish((await begin(neighbour)).task.task_id, DONE)
    expect(
      isSameSum(
        (await store.recountReputation({
          svc_id: 'agent-a',
          organization_id: (await agent()).organization_id,
        }))!,
        (await agent()).reputation,
      ),
    ).toBe(true)
  })

  it('fails tasks of a stopped platform after their deadlines, and counts them against no agent', async () => {
    const {
      install,
      begin,
      finish,
      agent,
      store,
      context,
      clock,
      newKinds,
      installationOf,
      neighbour,
    } = await newRouting()
    const {
      installation: { installation_id },
    } = await install(ROUTABLE_INSTALLATION, neighbour)
    const short = await begin(neighbour, { timeout_ms: 1 })
    const long = await begin(neighbour, { timeout_ms: 120_000 })
    await newKinds()
    clock.advance(10_000)
    expect(await store.failAbandonedTasks(context(), {})).toEqual({ failed: 0 })
    clock.advance(1)
    expect(await store.failAbandonedTasks(context(), {})).toEqual({ failed: 1 })
    expect((await installationOf(installation_id)).in_flight).toBe(1)
    expect(await finish(short.task.task_id, DONE)).toMatchObject({
      status: 'failed',
      error: { code: 'TASK_ABANDONED' },
      execution_time_ms: null,
      counted_at: null,
    })
    expect(await newKinds()).toEqual(['task.failed'])
    expect((await agent()).reputation.samples).toBe(0)
    clock.advance(10 * MINUTE)
    expect(await store.failAbandonedTasks(context(), {})).toEqual({ failed: 1 })
    expect((await finish(long.task.task_id, DONE)).status).toBe('failed')
    expect((await installationOf(installation_id)).in_flight).toBe(0)
    expect(await store.failAbandonedTasks(context(), {})).toEqual({ failed: 0 })
  })

  it('abandoned tasks count as tasks and as failures in the trends of their organization', async () => {
    const { install, begin, store, context, clock, home, neighbour } = await newRouting()
    await install(ROUTABLE_INSTALLATION, neighbour)
    for (const _ of [1, 2]) await begin(neighbour, { timeout_ms: 1 })
    clock.advance(MINUTE)
    expect(await store.failAbandonedTasks(context(), {})).toEqual({ failed: 2 })
    const countsOf = async ({ reach, organization_id }: typeof neighbour | typeof home) => {
      const trends = await store.readTrends({
        ...{ reach, organization_id, period: 'day', now: clock.now },
      })
      const [newest] = trends.kind === 'trends' ? trends.points.slice(-1) : []
      return newest
    }
    expect(await countsOf(neighbour)).toMatchObject({ tasks: 2, failures: 2 })
    expect(await countsOf(home)).toMatchObject({ tasks: 0, failures: 0 })
  })
})

const step = fc.oneof(
  fc.record({
    do: fc.constant('begin' as const),
    by: fc.constantFrom('home', 'neighbour', 'agent', 'third'),
  }),
  fc.record({
    do: fc.constant('finish' as const),
    which: fc.nat(9),
    outcome: fc.constantFrom(DONE, DONE, FAILED, TIMED_OUT, UNREACHABLE, BLOCKED),
  }),
  fc.record({
    do: fc.constant('wait' as const),
    milliseconds: fc.constantFrom(0, 1, SECOND, MINUTE, DAY, 17 * DAY, 90 * DAY),
  }),
  fc.record({ do: fc.constant('sweep' as const) }),
  // One process finishes a task with a clock that is behind the clock of another process.
  fc.record({
    do: fc.constant('skew' as const),
    milliseconds: fc.constantFrom(-5 * MINUTE, 5 * MINUTE),
  }),
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Creates a world in which steps are performed, and records the outcomes that count. */
async function newHistory() {
  const world = await routingWorld(await newWorld(newLocationInMemory()))
  const {
    store,
    context,
    home,
    neighbour,
    begin,
    finish,
    tasks,
    agent,
    clock,
    installationOf,
    database,
  } = world
  const third = { ...(await world.tenant('c')), agent_id: home.agent_id }
  const installations = [
    await world.install(ROUTABLE_INSTALLATION),
    await world.install(ROUTABLE_INSTALLATION, neighbour),
    await world.install(ROUTABLE_INSTALLATION, third),
  ].map(({ installation }) => installation.installation_id)
  // The leases never expire, because this test is about outcomes.
  for (const installation_id of installations)
    await database.transact((tx) =>
      tx.installations.update(
        { installation_id },
        { lease_expires_at: '2999-01-01T00:00:00.000Z' },
      ),
    )
  const working: string[] = []
  const counted: { rater: string; succeeded: boolean; at: number }[] = []
  const points = async () => score((await agent()).reputation, 0, clock.now)

  /** Expects that an outcome that counts does not move the score in the wrong direction, and that no other outcome moves it. */
  async function finishOne(which: number, outcome: TaskOutcome): Promise<void> {
    const [task_id] = working.splice(which % Math.max(1, working.length), 1)
    if (task_id === undefined) return
    const before = await points()
    const { counted_at, status, organization_id: rater } = await finish(task_id, outcome)
    const moved = (await points()) - before
    if (counted_at === null) return expect(moved).toBe(0)
    counted.push({ rater, succeeded: status === 'completed', at: ms(counted_at) })
    expect(status === 'completed' ? moved : -moved).toBeGreaterThanOrEqual(0)
  }
  async function perform(one: Step): Promise<unknown> {
    switch (one.do) {
      case 'wait':
      case 'skew':
        return clock.advance(one.milliseconds)
      case 'sweep':
        return store.failAbandonedTasks(context(), {})
      case 'finish':
        return finishOne(one.which, one.outcome)
      case 'begin':
        return working.push(
          (
            await begin(
              { home, neighbour, third, agent: neighbour }[one.by],
              one.by === 'agent' ? { requester_id: home.agent_id, may_delegate: true } : {},
            )
          ).task.task_id,
        )
    }
  }
  async function check(): Promise<void> {
    const stored = (await agent()).reputation
    expect(
      isSameSum(
        (await store.recountReputation({
          svc_id: home.agent_id,
          organization_id: home.organization_id,
        }))!,
        stored,
      ),
    ).toBe(true)
    expect(
      [score(stored, 0, clock.now), score(stored, 20, clock.now)].every(
        (one) => Number.isInteger(one) && one >= 0 && one <= 100,
      ),
    ).toBe(true)
    // By definition, an outcome moves the share of its organization a quarter of the way to 0.44, and a share halves in 30 days.
    const shares = [...Map.groupBy(counted, ({ rater }) => rater).values()].map((own) =>
      own.reduce(
        ({ s, f, last }, { succeeded, at }) => {
          const kept_part = 0.75 * 2 ** (-(at - last) / (30 * DAY))
          return {
            s: kept_part * s + (succeeded ? 0.11 : 0),
            f: kept_part * f + (succeeded ? 0 : 0.11),
            last: at,
          }
        },
        { s: 0, f: 0, last: own[0]!.at },
      ),
    )
    const sum = (field: 's' | 'f') =>
      shares.reduce(
        (total, share) =>
          total + share[field] * 2 ** (-(ms(stored.as_of) - share.last) / (30 * DAY)),
        0,
      )
    expect(stored.successes).toBeCloseTo(sum('s'), 9)
    expect(stored.failures).toBeCloseTo(sum('f'), 9)
    expect(stored.organizations).toBe(shares.length)
    const underWay = (await tasks()).filter(({ status }) => status === 'working')
    for (const installation_id of installations) {
      expect((await installationOf(installation_id)).in_flight).toBe(
        underWay.filter((task) => task.agent.installation_id === installation_id).length,
      )
    }
  }
  return { perform, check }
}

it('I-32: keeps a reputation that equals its recount, stays between 0 and 100, and moves in the direction of each outcome', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { perform, check } = await newHistory()
      for (const one of steps) {
        await perform(one)
        await check()
      }
    }),
    { numRuns: 60 },
  )
})
