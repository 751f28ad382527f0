import { criteriaOf } from '../../../src/domain/installations/search.ts'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { expect, it } from 'vitest'
import type { Task } from '../../../src/domain/records.ts'
import { MINUTE } from '../../kit/time.ts'
import { dump, eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'
import { atMost } from '../../kit/bounds.ts'

type Reach = World['reach']
type Call = (world: World, within: Reach, id: string) => Promise<unknown>

/**
 * Operations that take a reach and the identifier of a workspace or an organization. They are called with the real identifier of
 * organization A or its workspace, and with one that does not exist.
 */
const OPERATIONS: readonly [name: string, real: (world: World) => string, call: Call][] = [
  [
    'listWorkspaces',
    ({ organization_id }) => organization_id,
    ({ store }, reach, organization_id) =>
      store.listWorkspaces({ reach, organization_id, limit: 10, offset: 0 }),
  ],
  [
    'createWorkspace',
    ({ organization_id }) => organization_id,
    ({ store, context, signer }, reach, organization_id) =>
      store.createWorkspace(context(), { reach, organization_id, name: 'x', signer }),
  ],
  [
    'getWorkspace',
    ({ workspace_id }) => workspace_id,
    ({ store, organization_id }, reach, workspace_id) =>
      store.getWorkspace({ reach, organization_id, workspace_id }),
  ],
  [
    'updateWorkspace',
    ({ workspace_id }) => workspace_id,
    ({ store, context, organization_id }, reach, workspace_id) =>
      store.updateWorkspace(context(), { reach, organization_id, workspace_id, name: 'x' }),
  ],
  [
    'deleteWorkspace',
    ({ workspace_id }) => workspace_id,
    ({ store, context, organization_id }, reach, workspace_id) =>
      store.deleteWorkspace(context(), { reach, organization_id, workspace_id, force: true }),
  ],
  [
    'listWorkspaceMembers',
    ({ workspace_id }) => workspace_id,
    ({ store, organization_id }, reach, workspace_id) =>
      store.listWorkspaceMembers({ reach, organization_id, workspace_id, limit: 10, offset: 0 }),
  ],
  [
    'createInstallToken',
    ({ workspace_id }) => workspace_id,
    ({ store, context }, reach, workspace_id) =>
      store.createInstallToken(context(), {
        reach,
        workspace_id,
        agent_id: 'agent-b',
        expiry_minutes: 15,
      }),
  ],
  [
    'recoverInstallation',
    ({ workspace_id }) => workspace_id,
    ({ store, context }, reach, workspace_id) =>
      store.recoverInstallation(context(), {
        reach,
        workspace_id,
        agent_id: 'agent-a',
        details: {},
      }),
  ],
  [
    'listInstallations',
    ({ workspace_id }) => workspace_id,
    ({ store, clock }, reach, workspace_id) =>
      store.listInstallations({ reach, workspace_id, limit: 10, offset: 0, now: clock.now }),
  ],
  [
    'listInstallTokens',
    ({ workspace_id }) => workspace_id,
    ({ store }, reach, workspace_id) =>
      store.listInstallTokens({ reach, workspace_id, limit: 10, offset: 0 }),
  ],
  [
    'revokeInstallations',
    ({ workspace_id }) => workspace_id,
    ({ store, context }, reach, workspace_id) =>
      store.revokeInstallations(context(), {
        reach,
        workspace_id,
        select: { lifecycle: 'active' },
      }),
  ],
  [
    'searchInstallations',
    ({ organization_id }) => organization_id,
    ({ store, clock }, reach, organization_id) =>
      store.searchInstallations({
        reach,
        organization_id,
        criteria: criteriaOf({}),
        limit: 10,
        counts: true,
        now: clock.now,
      }),
  ],
  [
    'readTrends',
    ({ organization_id }) => organization_id,
    ({ store, clock }, reach, organization_id) =>
      store.readTrends({ reach, organization_id, period: 'day', now: clock.now }),
  ],
  [
    'updateInstallations',
    ({ organization_id }) => organization_id,
    ({ store, context }, reach, organization_id) =>
      store.updateInstallations(context(), {
        reach,
        organization_id,
        select: { lifecycle: ['active'] },
        action: { type: 'pause', reason: '' },
      }),
  ],
  [
    'replacePolicy',
    ({ workspace_id }) => workspace_id,
    ({ store, context, signer }, reach, workspace_id) =>
      store.replacePolicy(context(), {
        reach,
        workspace_id,
        content: DEFAULT_POLICY,
        signer,
        if_match: '*',
      }),
  ],
  [
    'listPolicyVersions',
    ({ workspace_id }) => workspace_id,
    ({ store }, reach, workspace_id) =>
      store.listPolicyVersions({ reach, workspace_id, limit: 10, offset: 0 }),
  ],
  [
    'getPolicyVersion',
    ({ workspace_id }) => workspace_id,
    ({ store }, reach, workspace_id) => store.getPolicyVersion({ reach, workspace_id, version: 1 }),
  ],
  [
    'getPolicy',
    ({ workspace_id }) => workspace_id,
    ({ store }, reach, workspace_id) => store.getPolicy({ reach, workspace_id }),
  ],
  [
    'listTasks',
    ({ workspace_id }) => workspace_id,
    ({ store }, reach, workspace_id) =>
      store.listTasks({ reach, workspace_id, limit: 10, offset: 0 }),
  ],
  [
    'findTrustSubject',
    ({ workspace_id }) => workspace_id,
    ({ store }, reach, workspace_id) =>
      store.findTrustSubject({ svc_id: 'agent-b', workspace_id, reach }),
  ],
  [
    'listAudit',
    ({ organization_id }) => organization_id,
    ({ store }, reach, organization_id) =>
      store.listAudit({ reach, organization_id, limit: 10, offset: 0 }),
  ],
  [
    'getOrganization',
    ({ organization_id }) => organization_id,
    ({ store, clock }, reach, organization_id) =>
      store.getOrganization({ reach, organization_id, now: clock.now }),
  ],
  [
    'listMembers',
    ({ organization_id }) => organization_id,
    ({ store }, reach, organization_id) =>
      store.listMembers({ reach, organization_id, limit: 10, offset: 0 }),
  ],
  [
    'listApiKeys',
    ({ organization_id }) => organization_id,
    ({ store }, reach, organization_id) =>
      store.listApiKeys({ reach, organization_id, limit: 10, offset: 0 }),
  ],
  [
    'createOwnApiKey',
    ({ organization_id }) => organization_id,
    ({ store, context }, reach, organization_id) =>
      store.createOwnApiKey(context(), { reach, organization_id, name: 'x' }),
  ],
  [
    'revokeOwnApiKey',
    ({ organization_id }) => organization_id,
    ({ store, context }, reach, organization_id) =>
      store.revokeOwnApiKey(context(), { reach, organization_id, key_id: 'x' }),
  ],
  [
    'setRetention',
    ({ organization_id }) => organization_id,
    ({ store, context }, reach, organization_id) =>
      store.setRetention(context(), { reach, organization_id, days: 400 }),
  ],
]

eachStore((location) => {
  it.each(OPERATIONS)(
    "I-25: %s treats another tenant's resource as missing and changes nothing",
    async (_, real, call) => {
      const world = await newWorld(location())
      await world.install()
      const { reach } = await world.tenant('b')
      const before = await dump(world.database)
      expect(await call(world, reach, real(world))).toEqual(await call(world, reach, 'unknown'))
      expect(await dump(world.database)).toEqual(before)
      expect(await call(world, world.reach, real(world))).not.toEqual(
        await call(world, world.reach, 'unknown'),
      )
    },
  )

  it("I-25: another tenant's workspace is not found in the caller's organization", async () => {
    const { store, workspace_id, tenant } = await newWorld(location())
    const { reach, organization_id } = await tenant('b')
    expect(await store.getWorkspace({ reach, organization_id, workspace_id })).toEqual({
      kind: 'not_found',
    })
  })

  it("I-25: another tenant's installation can neither be revoked nor given a beacon, and appears missing", async () => {
    const world = await newWorld(location())
    const { store, context, database } = world
    const {
      installation: { installation_id },
    } = await world.install()
    const { reach } = await world.tenant('b')
    const before = await dump(database)
    for (const id of [installation_id, 'unknown']) {
      expect(await store.revokeInstallation(context(), { reach, installation_id: id })).toEqual({
        kind: 'not_found',
      })
      expect(
        await store.setInstallationLabels(context(), { reach, installation_id: id, labels: [] }),
      ).toEqual({ kind: 'not_found' })
      expect(
        await store.registerBeacon(context(), {
          reach,
          installation_id: id,
          platform: 'docker',
          metadata: {},
        }),
      ).toEqual({ kind: 'not_found' })
      expect(
        await store.sendCommand(context(), {
          reach,
          installation_id: id,
          type: 'pause',
          reason: '',
        }),
      ).toEqual({ kind: 'not_found' })
      expect(
        await store.getInstallation({ reach, installation_id: id, now: context().now }),
      ).toEqual({
        kind: 'not_found',
      })
      expect(await store.listCommands({ reach, installation_id: id, limit: 1, offset: 0 })).toEqual(
        { kind: 'not_found' },
      )
    }
    expect(await dump(database)).toEqual(before)
  })

  it('an API key of one workspace has no access outside it', async () => {
    const world = await newWorld(location())
    const { store, context, signer, organization_id, workspace_id, reach } = world
    await store.createWorkspace(context(), {
      reach,
      organization_id,
      name: 'other',
      signer,
      workspace_id: 'ws_other',
    })
    const {
      installation: { installation_id },
    } = await world.install()
    const bound = { ...reach, workspace_id: 'ws_other' as never }
    const where = { reach: bound, organization_id, workspace_id }
    expect(await store.getWorkspace(where)).toEqual({ kind: 'not_found' })
    expect(await store.deleteWorkspace(context(), { ...where, force: true })).toEqual({
      kind: 'not_found',
    })
    expect(await store.revokeInstallation(context(), { reach: bound, installation_id })).toEqual({
      kind: 'not_found',
    })
    expect(await store.getPolicy({ reach: bound, workspace_id })).toBeUndefined()
    expect(
      await store.setRetention(context(), { reach: bound, organization_id, days: 400 }),
    ).toEqual({
      kind: 'not_found',
    })
    expect(
      (
        await store.createInstallToken(context(), {
          ...world.home,
          reach: bound,
          expiry_minutes: 15,
        })
      ).kind,
    ).toBe('workspace_not_found')
  })

  it('the network summary counts public agents and only the installations of the caller, and the list of the network shows public agents', async () => {
    const world = await newWorld(location())
    const { store, context, agentNamed, provedAgent, database } = world
    const other = await world.tenant('b')
    await store.registerAgent(context(), {
      ...agentNamed('agent-c'),
      organization_id: 'org_b',
      details: { category: 'data', llm_provider: 'x' },
    })
    await store.registerAgent(context(), {
      ...provedAgent('agent-d'),
      organization_id: 'org_b',
      private: true,
    })
    for (const where of [{}, {}, other]) await world.install({}, where)
    await database.transact((tx) =>
      tx.agents.update(
        { svc_id: 'agent-c', organization_id: 'org_b' },
        { verification_status: 'verified' },
      ),
    )
    const summary = await store.summarizeNetwork({ organization_id: 'org_a' })
    expect(summary).toEqual({
      total_agents: 3,
      verified_agents: 1,
      categories: [{ name: 'data', agents: 1 }],
      llm_providers: [{ name: 'x', agents: 1 }],
      average_reputation: 50,
      active_installations: 2,
    })
    const list = async (more: object) => {
      const { items, next } = await store.listNetworkAgents({
        verified_only: false,
        limit: 2,
        offset: 0,
        ...more,
      })
      return [items.map(({ svc_id }) => svc_id.at(-1)).join(''), next]
    }
    expect([
      await list({}),
      await list({ after: ['agent-b'] }),
      await list({ offset: 2 }),
      await list({ verified_only: true }),
      await list({ category: 'data' }),
      await list({ category: 'none' }),
    ]).toEqual([
      ['ab', ['agent-b']],
      ['c', undefined],
      ['c', undefined],
      ['c', undefined],
      ['c', undefined],
      ['', undefined],
    ])
  })

  it('lists the tasks of a workspace newest first, continues at a cursor, and filters by status', async () => {
    const { store, database, clock, reach, organization_id, workspace_id } =
      await newWorld(location())
    const task = (at: number): Task => ({
      task_id: `t${at}`,
      organization_id,
      workspace_id,
      skill: 's',
      requester_id: 'r',
      requester: { organization_id },
      agent: { svc_id: 'a', installation_id: 'i' },
      agent_id: 'a',
      attested: false,
      counts_for: null,
      counted_at: null,
      trace_id: null,
      status: at % 2 ? 'completed' : 'failed',
      execution_time_ms: 2,
      error: null,
      created_at: clock.now,
      deadline: clock.now,
      finished_at: null,
    })
    for (let index = 0; index < 5; index += 1) {
      await database.transact((tx) => tx.tasks.insert(task(index)))
      if (index % 2) clock.advance(MINUTE)
    }
    const list = async (more: object) => {
      const page = await store.listTasks({ reach, workspace_id, limit: 2, offset: 0, ...more })
      if (page.kind !== 'page') throw new Error(page.kind)
      return page
    }
    const pages = [await list({})]
    for (const _ of atMost(100, 'the pages do not end')) {
      if (!pages.at(-1)!.next) break
      pages.push(await list({ after: pages.at(-1)!.next }))
    }
    expect(pages.map(({ items }) => items.map(({ task_id }) => task_id))).toEqual([
      ['t4', 't3'],
      ['t2', 't1'],
      ['t0'],
    ])
    expect(await list({ status: 'completed' })).toMatchObject({
      total: 2,
      items: [{ task_id: 't3', execution_time_ms: 2 }, { task_id: 't1' }],
    })
  })
})
