/**
 * 100,000 live installations in one workspace against 100, on SQLite and PostgreSQL: a heartbeat, the sweep, the selection of an agent for
 * a task, the summary, a recovery, all in alternation; then heartbeats of the large fleet while leases are swept, while a policy is
 * announced to all of it, and while its workspace is deleted. Prints one JSON line for each; `ratio` is the p50 of the large fleet over
 * that of the small one, or of busy over idle periods, `longest_ms` the slowest heartbeat.
 *
 *   node bench/growth.ts [installations, 100000] [sqlite|postgres]
 */
import { masterKey } from '../src/domain/secrets.ts'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_POLICY } from '../src/domain/policies/policy.ts'
import { iso } from '../src/domain/time.ts'
import { hashToken } from '../src/domain/tokens.ts'
import { callContext } from '../test/kit/context.ts'
import type { Database } from '../src/store/database.ts'
import type { Signer } from '../src/domain/trust/signing-keys.ts'
import { createStore, type Store } from '../src/store/store.ts'
import { SHORT } from './kit/figures.ts'
import { registrationOf } from './kit/fleet.ts'
import {
  compareSizes,
  postgresStores,
  print,
  scatteredHex,
  latencyOf,
  sqliteStores,
  dropIndexStatements,
  DIALECTS,
  type BenchStore,
} from './scale/stores.ts'

const LARGE = Number(process.argv[2] ?? (SHORT ? 10_000 : 100_000))
const ONLY = process.argv[3]
const SMALL = 100
const ROUNDS = 300
const MASTER_KEY = randomBytes(32)
const SENDERS = 100
const IDLE_MS = 1000
const AGENT = 'agent-bench'
const ORGANIZATION = 'org_bench'
const REACH = { organizations: [ORGANIZATION], workspace_id: null }

const idOf = (hex: string) =>
  `01950000-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7)}00-000000000000`
const scatter = (index: number) => ((index * 2654435761) % 2 ** 32).toString(16).padStart(8, '0')

interface Fleet {
  readonly benchStore: BenchStore
  readonly database: Database
  readonly store: Store
  readonly organization_id: string
  readonly workspace_id: string
  readonly signer: Signer
  readonly many: number
}

async function fill(benchStore: BenchStore, many: number): Promise<Fleet> {
  const setup = createStore(await benchStore.open())
  const [organization_id, workspace_id, svc_id] = [ORGANIZATION, 'ws_bench', AGENT]
  await setup.createOrganization(callContext(), {
    name: 'bench',
    plan: 'enterprise',
    organization_id,
  })
  const signer = await setup.loadSigner(callContext(), { master_keys: [masterKey(MASTER_KEY)] })
  await setup.createWorkspace(callContext(), {
    reach: REACH,
    organization_id,
    name: 'main',
    signer,
    workspace_id,
  })
  await setup.registerAgent(callContext(), {
    ...registrationOf(svc_id, organization_id),
    proven: false,
  })
  await setup.close()
  const { numbers } = DIALECTS[benchStore.kind]
  const hex = scatteredHex(benchStore.kind)
  const id = `'01950000-' || substr(${hex}, 1, 4) || '-7' || substr(${hex}, 5, 3) || '-8' || substr(${hex}, 8) || '00-000000000000'`
  const [now, later] = [iso(Date.now()), iso(Date.now() + 3_600_000)]
  await benchStore.run([
    ...(await dropIndexStatements(['installations'])),
    `delete from counters where name = 'installations.living.organization_id' or value = 'installations.living.organization_id'`,
    `insert into installations (installation_id, organization_id, workspace_id, agent_id, install_token_id, upstream_url, capabilities, heartbeat_interval, lifecycle, health, status, health_payload, lease_expires_at, lease_check_at, last_seen_at, last_seen_date, token_version, refresh_hash, beacon, epoch, created_at, recovered_at, revoked_at, revoke_reason, shutdown_deadline, in_flight)
     ${numbers(many)} select ${id}, '${organization_id}', '${workspace_id}', '${svc_id}', 't', 'https://agent.example/a2a/tasks', '["read"]', 60, 'active', 'online', null, 'null', '${later}', '${later}', '${now}', '${now.slice(0, 10)}', 1, '', 'null', 0, '${now}', null, null, null, null, 0 from numbers order by 1`,
  ])
  const database = await benchStore.open()
  await database.transact(async (tx) => {
    for (let index = 0; index < SENDERS; index += 1) {
      await tx.runtime_tokens.insert({
        hash: tokenOf(index),
        installation_id: senderId(index, many),
        version: 1,
        issued_at: now,
        expires_at: '2999-01-01T00:00:00.000Z',
        first_used_at: now,
        effective_expires_at: '2999-01-01T00:00:00.000Z',
      })
    }
  })
  return {
    benchStore,
    database,
    store: createStore(database),
    organization_id,
    workspace_id,
    signer,
    many,
  }
}

/** Returns the identifier of one of the hundred installations that send heartbeats, which are spread over the fleet. */
const senderId = (index: number, many: number) =>
  idOf(scatter(1 + index * Math.floor(many / SENDERS)))
const tokenOf = (index: number) => hashToken(`srt_${index}`)

async function heartbeat({ store, many }: Fleet, turn: number): Promise<void> {
  const index = turn % SENDERS
  const outcome = await store.renewLease(callContext(), {
    installation_id: senderId(index, many),
    token_hash: tokenOf(index),
    heartbeat: { status: 'running' },
    jitter: 0.5,
  })
  if (outcome.kind === 'invalid_token') throw new Error(outcome.kind)
}

async function recovery({ store, workspace_id }: Fleet): Promise<void> {
  const outcome = await store.recoverInstallation(callContext(), {
    reach: REACH,
    workspace_id,
    agent_id: AGENT,
    details: {},
  })
  if (outcome.kind !== 'recovered') throw new Error(outcome.kind)
}

async function task({ store, organization_id, workspace_id }: Fleet): Promise<void> {
  const begun = await store.beginTask(callContext(), {
    reach: REACH,
    organization_id,
    workspace_id,
    requester_id: organization_id,
    skill: 'read',
    timeout_ms: 1000,
  })
  if (begun.kind !== 'begun') throw new Error(begun.kind)
}

/** Measures consecutive heartbeats of a fleet until a concurrent task has ended; returns both results. */
async function heartbeatsDuring<Done>(
  fleet: Fleet,
  work: () => Promise<Done>,
): Promise<{ latencies: readonly number[]; done: Done; took_ms: number }> {
  const latencies: number[] = []
  const began = performance.now()
  let working = true
  const done = work().finally(() => {
    working = false
  })
  for (let index = 0; working; index += 1) {
    const sent = performance.now()
    await heartbeat(fleet, index)
    latencies.push(performance.now() - sent)
  }
  return { latencies, done: await done, took_ms: Math.round(performance.now() - began) }
}

/** Lets the leases of some thousand installations expire. */
async function overdue({ database, workspace_id, many }: Fleet): Promise<void> {
  const [ended, now] = [iso(Date.now() - 1000), iso(Date.now())]
  await database.transact(async (tx) => {
    const some = await tx.installations.find({
      where: { workspace_id, lease_expires_at: { gt: now } },
      limit: Math.min(2000, many) / 2,
      lock: false,
    })
    for (const { installation_id } of some)
      await tx.installations.update(
        { installation_id },
        { lease_expires_at: ended, lease_check_at: ended },
      )
  })
}

async function sweeps({ store }: Fleet): Promise<number> {
  let expired = 0
  for (let pass = 0; pass < 6; pass += 1)
    expired += (await store.expireLeases(callContext(), {}))?.expired ?? 0
  return expired
}

async function newPolicy({ store, workspace_id, signer }: Fleet): Promise<number> {
  await store.setPolicy(callContext(), { workspace_id, content: DEFAULT_POLICY, signer })
  return (await store.announcePolicies(callContext(), {})).steps
}

async function deletion({ store, organization_id, workspace_id }: Fleet): Promise<string> {
  const { kind } = await store.deleteWorkspace(callContext(), {
    reach: REACH,
    organization_id,
    workspace_id,
    force: true,
  })
  return kind
}

for (const open of [
  ...(ONLY === 'postgres' ? [] : [sqliteStores]),
  ...(ONLY === 'sqlite' ? [] : [postgresStores]),
]) {
  const { create, end } = await open()
  const [small, large] = [
    await fill(await create('small'), SMALL),
    await fill(await create('large'), LARGE),
  ]
  const [kind, against, more] = [
    large.benchStore.kind,
    `${SMALL} live installations`,
    { installations: LARGE },
  ]
  const compare = (work: (fleet: Fleet, turn: number) => Promise<unknown>, rounds = ROUNDS) =>
    compareSizes(rounds, [(turn) => work(small, turn), (turn) => work(large, turn)])
  print(`growth-${kind}-heartbeat`, 1.2, against, await compare(heartbeat), more)
  print(
    `growth-${kind}-sweep-nothing-due`,
    1.2,
    against,
    await compare(({ store }) => store.expireLeases(callContext(), {})),
    more,
  )
  print(
    `growth-${kind}-summary`,
    2,
    against,
    await compare(({ store, organization_id }) => store.summarizeNetwork({ organization_id })),
    more,
  )
  print(`growth-${kind}-route`, 2, against, await compare(task, 100), more)
  print(`growth-${kind}-recover`, 2, against, await compare(recovery, 100), more)
  await overdue(large)
  const idle = await heartbeatsDuring(large, () => delay(IDLE_MS))
  for (const [name, work] of Object.entries<(fleet: Fleet) => Promise<unknown>>({
    sweeps,
    'a-policy': newPolicy,
    'a-deletion': deletion,
  })) {
    const { latencies, done, took_ms } = await heartbeatsDuring(large, () => work(large))
    print(
      `growth-${kind}-heartbeat-during-${name}`,
      name === 'sweeps' ? 2 : undefined,
      'no concurrent work',
      [latencyOf(idle.latencies), latencyOf(latencies)],
      { ...more, longest_ms: Math.round(Math.max(...latencies)), took_ms, done },
    )
  }
  await Promise.all([small.store.close(), large.store.close()])
  await end()
}
