/**
 * 100,000 live installations in one workspace (10,000 with short settings) against 100, on SQLite and PostgreSQL: a heartbeat, the sweep,
 * the selection of an agent for a task, the summary, a recovery, all in alternation; then consecutive heartbeats of the large fleet while
 * nothing else happens, while leases are swept and while a policy is announced to all of it, and heartbeats of another workspace while that
 * of the large fleet is deleted. Prints one JSON line for each; `ratio` is the p50 of the large fleet over that of the small one, or of a
 * busy period over the idle one, and `longest_ms` the slowest heartbeat.
 *
 * `node bench/growth.ts [installations] [sqlite|postgres]`
 */
import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_POLICY } from '../src/domain/policies/policy.ts'
import { iso } from '../src/domain/time.ts'
import { callContext } from '../test/kit/context.ts'
import { SHORT } from './kit/figures.ts'
import { AGENT, fillFleet, ORGANIZATION, REACH, WORKSPACE, type Fleet } from './scale/fleets.ts'
import { compareLatencies, latencyOf, reportLatencies, storesOf } from './scale/stores.ts'

const LARGE = Number(process.argv[2] ?? (SHORT ? 10_000 : 100_000))
const ONLY = process.argv[3]
const SMALL = 100
const ROUNDS = 300
const IDLE_MS = 1000

async function heartbeat(
  { store, senders }: Pick<Fleet, 'store' | 'senders'>,
  turn: number,
): Promise<void> {
  const outcome = await store.renewLease(callContext(), {
    ...senders[turn % senders.length]!,
    heartbeat: { status: 'running' },
    jitter: 0.5,
  })
  if (outcome.kind !== 'renewed') throw new Error(outcome.kind)
}

async function recovery({ store }: Fleet): Promise<void> {
  const outcome = await store.recoverInstallation(callContext(), {
    reach: REACH,
    workspace_id: WORKSPACE,
    agent_id: AGENT,
    details: {},
  })
  if (outcome.kind !== 'recovered') throw new Error(outcome.kind)
}

async function task({ store }: Fleet): Promise<void> {
  const begun = await store.beginTask(callContext(), {
    reach: REACH,
    organization_id: ORGANIZATION,
    workspace_id: WORKSPACE,
    requester_id: ORGANIZATION,
    skill: 'read',
    timeout_ms: 1000,
  })
  if (begun.kind !== 'begun') throw new Error(begun.kind)
}

/** Measures consecutive heartbeats of a fleet until concurrent work has ended. Returns the latencies and the result of the work. */
async function heartbeatsDuring<Done>(
  fleet: Pick<Fleet, 'store' | 'senders'>,
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

/** Lets the leases of a thousand installations expire, or of half of a fleet of fewer than two thousand. */
async function expireSome({ database, size }: Fleet): Promise<void> {
  const [ended, now] = [iso(Date.now() - 1000), iso(Date.now())]
  await database.transact(async (tx) => {
    const some = await tx.installations.find({
      where: { workspace_id: WORKSPACE, lease_expires_at: { gt: now } },
      limit: Math.min(1000, Math.ceil(size / 2)),
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

async function newPolicy({ store, signer }: Fleet): Promise<number> {
  const policy = await store.setPolicy(callContext(), {
    workspace_id: WORKSPACE,
    content: DEFAULT_POLICY,
    signer,
  })
  if (!policy) throw new Error('the workspace has no policy')
  return (await store.announcePolicies(callContext(), {})).steps
}

async function deletion({ store }: Fleet): Promise<string> {
  const { kind } = await store.deleteWorkspace(callContext(), {
    reach: REACH,
    organization_id: ORGANIZATION,
    workspace_id: WORKSPACE,
    force: true,
  })
  if (kind !== 'deleted') throw new Error(kind)
  return kind
}

/** The work during which heartbeats are measured, the installations that send them, and the highest ratio to the idle period. */
const BUSY: Readonly<
  Record<
    string,
    {
      readonly work: (fleet: Fleet) => Promise<unknown>
      readonly from: 'senders' | 'others'
      readonly at_most?: number
    }
  >
> = {
  sweeps: { work: sweeps, from: 'senders', at_most: 2 },
  'a-policy': { work: newPolicy, from: 'senders' },
  // The deletion revokes the installations of its workspace, whose heartbeats are then refused.
  'a-deletion': { work: deletion, from: 'others' },
}

async function compareFleets(small: Fleet, large: Fleet): Promise<void> {
  const compare = async (
    name: string,
    at_most: number,
    work: (fleet: Fleet, turn: number) => Promise<unknown>,
    rounds = ROUNDS,
  ) =>
    reportLatencies(
      `growth-${large.benchStore.kind}-${name}`,
      at_most,
      `${SMALL} live installations`,
      await compareLatencies(rounds, [(turn) => work(small, turn), (turn) => work(large, turn)]),
      { installations: LARGE },
    )
  await compare('heartbeat', 1.2, heartbeat)
  await compare('sweep-nothing-due', 1.2, ({ store }) => store.expireLeases(callContext(), {}))
  await compare('summary', 2, ({ store }) =>
    store.summarizeNetwork({ organization_id: ORGANIZATION }),
  )
  await compare('route', 2, task, 100)
  await compare('recover', 2, recovery, 100)
}

async function compareBusy(fleet: Fleet): Promise<void> {
  await expireSome(fleet)
  const idle = await heartbeatsDuring(fleet, () => delay(IDLE_MS))
  for (const [name, { work, from, at_most }] of Object.entries(BUSY)) {
    const { latencies, done, took_ms } = await heartbeatsDuring(
      { store: fleet.store, senders: fleet[from] },
      () => work(fleet),
    )
    reportLatencies(
      `growth-${fleet.benchStore.kind}-heartbeat-during-${name}`,
      at_most,
      'no concurrent work',
      [latencyOf(idle.latencies), latencyOf(latencies)],
      {
        installations: LARGE,
        longest_ms: Math.round(Math.max(...latencies)),
        took_ms,
        done,
      },
    )
  }
}

for (const open of storesOf(ONLY)) {
  const { create, end } = await open()
  const small = await fillFleet(await create('small'), SMALL)
  const large = await fillFleet(await create('large'), LARGE)
  await compareFleets(small, large)
  await compareBusy(large)
  await Promise.all([small.store.close(), large.store.close()])
  await end()
}
