import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DatabaseSync } from 'node:sqlite'
import { createStore } from '../../../src/store/store.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { MINUTE } from '../../kit/time.ts'
import { runStatement } from '../../postgres/server.ts'
import {
  eachAdapter,
  eachStore,
  PERSISTENT,
  type ForPersistent,
  type StoreLocation,
} from '../stores.ts'
import { newWorld, type Installed, type World } from '../world.ts'
import { samples } from '../../kit/samples.ts'

/** Corrects the stored totals that differ from a recount, and returns them. */
async function correctTotals({ store, context }: Pick<World, 'store' | 'context'>) {
  const found = []
  for (const name of await store.listCounts({}))
    found.push(...(await store.correctCount(context(), { name })))
  return found
}

/** Operations that change the totals. A refused operation changes none. */
const operations = (
  agents: readonly string[],
  installed: Installed[],
): Record<string, (world: World, which: number) => Promise<unknown>> => {
  const one = (which: number) => installed[which % Math.max(1, installed.length)]
  return {
    register: ({ store, context, provedAgent, home }, which) =>
      store.registerAgent(context(), {
        ...provedAgent(agents[which % agents.length]!),
        organization_id: home.organization_id,
        proven: which % 3 === 0 || which % 5 === 0,
        private: which % 5 === 0,
        details: {
          ...(which % 2 === 0 && { category: `c${which % 4}` }),
          ...(which % 3 > 0 && { llm_provider: `p${which % 2}` }),
        },
      }),
    suspend: ({ store, context, provedAgent }, which) =>
      store.setSuspended(context(), {
        svc_id: provedAgent(agents[which % agents.length]!).svc_id,
        suspended: which % 2 === 0,
        reason: 'x',
      }),
    install: async (world) => {
      installed.push(
        await world.install({ capabilities: ['read'], upstream_url: 'https://agent.example/' }),
      )
    },
    sendHeartbeat: (world, which) =>
      Promise.resolve(
        one(which) &&
          world.lease(one(which)!.runtime_token, {
            status: ['running', 'degraded', 'stopped'][which % 3]!,
          }),
      ),
    expire: ({ store, context }) => store.expireLeases(context(), {}),
    pause: (world, which) =>
      Promise.resolve(
        one(which) &&
          world.send(
            one(which)!.installation.installation_id,
            which % 2 === 0 ? 'pause' : 'resume',
          ),
      ),
    revoke: (world, which) =>
      Promise.resolve(
        which % 4 === 0 && one(which) && world.revoke(one(which)!.installation.installation_id),
      ),
    recover: (world) => world.recover(),
    workspace: ({ store, context, reach, organization_id, signer }) =>
      store.createWorkspace(context(), { reach, organization_id, signer, name: 'x' }),
    scan: ({ store, context, organization_id }, which) =>
      store.requestImageScan(context(), {
        organization_id,
        ref: `acme/a:${which % 3}`,
        digest: null,
      }),
    member: ({ store, context, organization_id }, which) =>
      which % 2 === 0
        ? store.addMember(context(), {
            organization_id,
            email: `m${which % 3}@example.com`,
            role: 'viewer',
          })
        : store.removeMember(context(), { organization_id, email: `m${which % 3}@example.com` }),
    task: async ({ store, context, reach, organization_id, workspace_id }, which) => {
      const begun = await store.beginTask(context(), {
        reach,
        organization_id,
        workspace_id,
        requester_id: organization_id,
        skill: 'read',
        timeout_ms: 1000,
      })
      if (begun.kind !== 'begun' || which % 3 === 0) return
      const outcome =
        which % 2 === 0
          ? ({ status: 'completed', result: {}, counts: true, seen: true } as const)
          : ({
              status: 'failed',
              error: { code: 'x', message: 'y' },
              counts: true,
              seen: true,
            } as const)
      await store.finishTask(context(), {
        task_id: begun.task.task_id,
        outcome,
        execution_time_ms: 1,
      })
    },
    purge: ({ store, context, signer }) => store.purgeAudit(context(), { signer }),
  }
}
const NAMES = Object.keys(operations([], []))

/** Removes the totals from a closed store, so that it looks as an earlier version left it. */
const removeTotals: ForPersistent<(location: StoreLocation) => void | Promise<unknown>> = {
  json: ({ path }) => {
    const {
      counters: _,
      agent_terms: __,
      ...document
    } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, unknown>[]>
    const unlisted = document['agents']!.map(
      ({
        listed: ____,
        name_key: _1,
        score: _2,
        score_changes_at: _3,
        search_words: _4,
        publisher_key: _5,
        search_version: _6,
        ...agent
      }) => agent,
    )
    writeFileSync(path, JSON.stringify({ ...document, agents: unlisted }))
  },
  sqlite: ({ path }) => {
    const database = new DatabaseSync(path)
    database.exec(
      'drop table counters; drop table agent_terms; update agents set listed = null, name_key = null, score = null, score_changes_at = null, search_words = null, publisher_key = null, search_version = null',
    )
    database.close()
  },
  postgres: async ({ address }) => {
    for (const statement of [
      'drop table counters',
      'drop table agent_terms',
      'update agents set listed = null, name_key = null, score = null, score_changes_at = null, search_words = null, publisher_key = null, search_version = null',
    ])
      await runStatement(address, statement)
  },
}

eachAdapter((location, kind) => {
  it('stored totals equal a recount after any sequence of concurrent operations', async () => {
    const batch = fc.array(fc.record({ operation: fc.constantFrom(...NAMES), which: fc.nat(60) }), {
      minLength: 1,
      maxLength: 6,
    })
    const batches = fc.array(fc.record({ batch, minutes: fc.constantFrom(0, 0, 1, 5, 600_000) }), {
      minLength: 1,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const world = await newWorld(location())
        const all_operations = operations(['one', 'two', 'three', 'four', 'five'], [])
        for (const { batch: now, minutes } of all) {
          await Promise.allSettled(
            now.map(({ operation, which }) => all_operations[operation]!(world, which)),
          )
          world.clock.advance(minutes * MINUTE)
        }
        expect(await correctTotals(world)).toEqual([])
        const counted = await world.database.read(async (tx) => ({
          agents: await tx.agents.find({ where: { resolves_publicly: true } }),
          audit: await tx.audit_log.find({}),
        }))
        expect(
          (await world.store.listNetworkAgents({ verified_only: false, limit: 1, offset: 0 }))
            .total,
        ).toBe(counted.agents.length)
        const page = await world.store.listAudit({
          reach: world.reach,
          organization_id: world.organization_id,
          limit: 1,
          offset: 0,
        })
        expect(page).toMatchObject({
          total: counted.audit.filter(({ chain }) => chain === world.organization_id).length,
        })
      }),
      { numRuns: { memory: 60, json: 5, sqlite: 15, postgres: samples(5, 10) }[kind] },
    )
  })

  it('finds and corrects a wrong total, and reports its old value', async () => {
    const world = await newWorld(location())
    const excess = { name: 'agents.public', grouping: '', value: '', shard: 0 }
    await world.database.transact((tx) =>
      tx.counters.add(
        [
          { ...excess, rows: 41 },
          { ...excess, name: 'workspaces.organization_id', value: 'nobody', rows: 3 },
        ],
        'rows',
      ),
    )
    expect(
      (await world.store.listNetworkAgents({ verified_only: false, limit: 1, offset: 0 })).total,
    ).toBe(42)
    expect(await correctTotals(world)).toEqual([
      { name: 'agents.public', grouping: '', value: '', kept: 42, counted: 1 },
      { name: 'workspaces.organization_id', grouping: '', value: 'nobody', kept: 3, counted: 0 },
    ])
    expect(await correctTotals(world)).toEqual([])
    expect(
      (await world.store.listNetworkAgents({ verified_only: false, limit: 1, offset: 0 })).total,
    ).toBe(1)
  })
})

eachStore((location, kind) => {
  it('I-39: counts the rows of a store of an earlier version when it is opened, and lists its agents', async () => {
    const at = location()
    const world = await newWorld(at)
    await world.install()
    await world.store.registerAgent(world.context(), {
      ...world.provedAgent('Späte Rechnung'),
      organization_id: world.organization_id,
      private: true,
      details: { category: 'data' },
    })
    const before = await world.database.read((tx) => tx.agents.find({ orderBy: ['svc_id'] }))
    await world.database.close()
    await removeTotals[kind](at)
    const database = await at.open()
    const later = { ...world, database, store: createStore(database) }
    expect(
      (await later.store.listNetworkAgents({ verified_only: false, limit: 1, offset: 0 })).total,
    ).toBe(1)
    expect(await later.store.relistAgents(later.context(), {})).toEqual({ relisted: 4 })
    expect(await later.store.relistAgents(later.context(), {})).toEqual({ relisted: 0 })
    expect(await correctTotals(later)).toEqual([])
    expect(await database.read((tx) => tx.agents.find({ orderBy: ['svc_id'] }))).toEqual(before)
    expect(await database.read((tx) => tx.agent_terms.find({ orderBy: ['term'] }))).toEqual(
      ['b:a', 'b:age', 'p:a age', 'w:a', 'w:agent'].map((term) => ({
        term,
        name_key: 'agent-a',
        svc_id: 'agent-a',
      })),
    )
  })
}, PERSISTENT)
