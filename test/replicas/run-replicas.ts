import { masterKey } from '../../src/domain/secrets.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { choices } from '../history/simulation/random.ts'
import { runStatement } from '../postgres/server.ts'
import { openDatabase } from '../../src/store/open.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { startBalancer } from './balancer.ts'
import { newClient } from './clients.ts'
import { checkDatabase, type FinalChecks } from './final-checks.ts'
import { startMailbox } from './mailbox.ts'
import { newReplica } from './replica.ts'
import { startUpstream } from './upstream.ts'
import { startReplica, disturbReplicas, type DisturbanceCounts } from './disturbances.ts'
import {
  runHistories,
  retryWhileUnavailable,
  runSignIns,
  runTasks,
  type RunCounts,
  type TaskTenant,
  type RunEnvironment,
} from './activities.ts'
import { until } from '../kit/bounds.ts'
import { callContext } from '../kit/context.ts'
import { newFolder, removeFolder } from '../kit/folder.ts'

export interface ReplicaRunOptions {
  /** The minimum time for which the clients run. */
  readonly seconds: number
  readonly seed: number
  readonly replicas?: number
  /** Whether replicas are killed and paused. */
  readonly disturb: boolean
}

/** The database of a run. */
export interface TestedDatabase {
  readonly address: string
  /** Returns the address of the server that is writable now. */
  primaryAddress(): Promise<string>
  /** Disturbs the database while the clients run. */
  disturb(run: {
    readonly environment: RunEnvironment
    readonly tenant: TaskTenant
    readonly counts: DisturbanceCounts
  }): Promise<void>
  remove(): Promise<void>
}

export interface Report
  extends Omit<RunCounts, 'challenges'>, Omit<FinalChecks, 'violations'>, DisturbanceCounts {
  readonly seconds: number
  readonly seed: number
  readonly replicas: number
  readonly requests: number
  readonly requests_without_response: number
  readonly unavailable: number
  readonly credits: number
}

const CLIENTS = 8
const SILENT_INSTALLATIONS = 40
const SKILL = 'work'
const MASTER_KEY = '5e'.repeat(32)

/**
 * Runs replicas of the platform on one PostgreSQL database behind a load balancer, with concurrent clients and disturbances. Checks the
 * histories of the clients, and afterwards the contents of the database, which it removes.
 */
export async function runReplicas(
  { seconds, seed, replicas: count = 3, disturb: isDisturbed }: ReplicaRunOptions,
  tested: TestedDatabase,
): Promise<Report> {
  const ends: (() => unknown)[] = []
  const failures: unknown[] = []
  const onEnd = <T>(resource: T, end: (resource: T) => unknown): T => {
    ends.unshift(() => end(resource))
    return resource
  }
  try {
    const folder = onEnd(newFolder('replicas'), removeFolder)
    const { address } = onEnd(tested, (it) => it.remove())
    const mailbox = onEnd(await startMailbox(), (it) => it.close())
    const upstream = onEnd(await startUpstream(), (it) => it.close())
    const credit_listeners = new Set<(down_ms: number) => void>()
    const disturbances: DisturbanceCounts = {
      kills: 0,
      pauses: 0,
      starts: 0,
      skewed: 0,
      outages: 0,
      worst_skew_ms: 0,
      outage_ms: 0,
    }
    let credited = 0
    const faults = new Set<string>()
    const onLog = ({ msg, down_ms, err }: Readonly<Record<string, unknown>>) => {
      const { type, stack } = (err ?? {}) as { type?: string; stack?: string }
      if (
        type !== undefined &&
        type !== 'StoreUnavailable' &&
        !stack?.includes('the outcome of a task could not be stored')
      )
        faults.add(`a replica: ${String(msg)}: ${stack}`)
      // Only the message about a downtime has this member.
      if (typeof down_ms !== 'number') return
      credited += 1
      for (const listener of credit_listeners) listener(down_ms)
    }
    const env = {
      TMPDIR: folder,
      SVC_STORE: address,
      SVC_MASTER_KEY: MASTER_KEY,
      SVC_TRUST_PROXY: 'loopback',
      SVC_PUBLIC_URL: 'http://registry.example',
      SVC_LOG_LEVEL: 'info',
      SVC_SMTP_URL: mailbox.url,
      SVC_MAIL_FROM: 'registry@example.com',
      SVC_OUTGOING_HTTP: 'true',
      SVC_OUTGOING_ALLOW: '127.0.0.1',
    }
    const replicas = [...'abcdef']
      .slice(0, count)
      .map((name) => onEnd(newReplica(name, env, onLog), (it) => it.kill()))
    const choose = choices(seed)
    // All replicas start at the same time on an empty database.
    await Promise.all(replicas.map((replica) => startReplica(replica, choose, disturbances)))
    const balancer = onEnd(await startBalancer(replicas), (it) => it.close())
    const database = onEnd(await openDatabase(address, { wait_ms: 60_000 }), (it) => it.close())
    const store = createStore(database)
    const signer = await store.loadSigner(callContext(), {
      master_keys: [masterKey(Buffer.from(MASTER_KEY, 'hex'))],
    })
    const counts: RunCounts = {
      histories: 0,
      operations: 0,
      without_response: 0,
      sign_ins: 0,
      challenges: [],
      tasks: 0,
      violations: [],
    }
    const organizations = (await store.listOrganizations({})).length
    if (organizations !== 1)
      counts.violations.push(
        `the replicas created ${organizations} organizations in the empty store instead of one`,
      )

    const client = newClient(balancer.address)
    let over = false
    const environment: RunEnvironment = {
      client,
      store,
      signer,
      mailbox,
      credit_listeners,
      isOver: () => over,
    }
    const tenant = await createTaskTenant(environment, upstream.url)
    const silent = await createSilentInstallations(
      environment,
      tenant,
      await tested.primaryAddress(),
    )
    const work = [
      ...Array.from({ length: CLIENTS }, (_, at) =>
        runHistories(environment, counts, seed * 100_000 + at * 10_000),
      ),
      runSignIns(environment, counts, tenant.organization_id, seed),
      runTasks(environment, counts, tenant),
      ...(isDisturbed ? [disturbReplicas(replicas, choose, disturbances, environment.isOver)] : []),
      Promise.all([
        delay(seconds * 1000),
        tested.disturb({ environment, tenant, counts: disturbances }),
      ])
        .then(() =>
          until(
            () => Math.min(counts.histories, counts.sign_ins, counts.tasks) > 0,
            'no history, no sign-in or no task was completed',
          ),
        )
        .finally(() => {
          over = true
        }),
    ]
    try {
      await Promise.all(work)
    } finally {
      over = true
      await Promise.allSettled(work)
    }
    await waitUntilExpired(store, tenant.organization_id, silent.length)
    const codes = await Promise.all(replicas.map((replica) => replica.stop()))
    if (codes.some((code) => code !== 0))
      counts.violations.push(
        `the replicas exited with the codes ${codes.map((code) => code ?? 'none').join(', ')} instead of 0`,
      )
    counts.violations.push(...new Set(client.violations), ...faults)
    const interruptions = disturbances.kills + disturbances.pauses + disturbances.outages * count
    const { violations, ...end } = await checkDatabase(database, store, signer.isOwn, {
      mailbox,
      challenges: counts.challenges,
      tasks_received: upstream.received,
      interruptions,
      silent,
    })
    const { challenges: _, ...counted } = counts
    const { requests, without_response: requests_without_response, unavailable } = client.counts
    return {
      seconds,
      seed,
      replicas: count,
      ...disturbances,
      ...counted,
      ...end,
      requests,
      requests_without_response,
      unavailable,
      credits: credited,
      violations: [...counts.violations, ...violations],
    }
  } catch (cause) {
    failures.push(cause)
    throw cause
  } finally {
    await endAll(ends, failures)
  }
}

/** Calls every function, even if others fail, and throws the first failure. */
async function endAll(ends: readonly (() => unknown)[], failures: unknown[]): Promise<void> {
  for (const end of ends)
    try {
      await end()
    } catch (cause) {
      failures.push(cause)
    }
  if (failures.length > 0) throw failures[0]
}

/** Creates a tenant with an agent that executes tasks. */
async function createTaskTenant(
  { client, store, signer }: RunEnvironment,
  upstream_url: string,
): Promise<TaskTenant> {
  const { organization_id } = await store.createOrganization(callContext(), {
    name: 'replicas',
    plan: 'enterprise',
  })
  const made = await store.createWorkspace(callContext(), {
    reach: { organizations: [organization_id], workspace_id: null },
    organization_id,
    name: 'replicas',
    signer,
  })
  const key = await store.createApiKey(callContext(), { organization_id, name: 'replicas' })
  if (made.kind !== 'created' || key.kind !== 'created')
    throw new Error(`the tenant was not created: workspace ${made.kind}, API key ${key.kind}`)
  const tenant = {
    api_key: key.token,
    workspace_id: made.workspace.workspace_id,
    organization_id,
    skill: SKILL,
  }
  await install({ client, store } as RunEnvironment, tenant, 'worker', {
    upstream_url,
    capabilities: [SKILL],
    heartbeat_interval_seconds: 3600,
  })
  return tenant
}

export async function install(
  { client, store }: RunEnvironment,
  { api_key, workspace_id, organization_id }: Omit<TaskTenant, 'skill'>,
  svc_id: string,
  details: object,
): Promise<string> {
  await retryWhileUnavailable(() =>
    store.registerAgent(callContext(), {
      svc_id,
      organization_id,
      name: svc_id,
      version: '1.0.0',
      public_key: '',
      manifest_hash: '',
      key_sound: true,
      proven: false,
      private: false,
      details: {},
    }),
  )
  for (let index = 0; index < 1000; index += 1) {
    const created = await client.ask(
      'POST',
      `/workspaces/${workspace_id}/install-tokens`,
      { 'x-api-key': api_key },
      { agent_id: svc_id },
    )
    const bootstrapped =
      created?.status === 201
        ? await client.ask(
            'POST',
            '/installations/bootstrap',
            {},
            { install_token: created.body['token'], ...details },
          )
        : undefined
    if (bootstrapped?.status === 201) return String(bootstrapped.body['installation_id'])
  }
  throw new Error(`${svc_id} could not be installed in 1000 attempts`)
}

/** Creates installations that send no heartbeat and whose leases expire soon. */
async function createSilentInstallations(
  environment: RunEnvironment,
  { api_key, organization_id }: TaskTenant,
  address: string,
): Promise<readonly string[]> {
  const made = await environment.store.createWorkspace(callContext(), {
    reach: { organizations: [organization_id], workspace_id: null },
    organization_id,
    name: 'silent',
    signer: environment.signer,
  })
  if (made.kind !== 'created')
    throw new Error(`the workspace of the silent installations was not created: ${made.kind}`)
  const where = { api_key, organization_id, workspace_id: made.workspace.workspace_id }
  const silent = await Promise.all(
    Array.from({ length: SILENT_INSTALLATIONS }, (_, at) =>
      install(environment, where, `sleeper-${at}`, { heartbeat_interval_seconds: 5 }),
    ),
  )
  await runStatement(
    address,
    `update installations set lease_expires_at = to_char((clock_timestamp() + interval '2 seconds') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), lease_check_at = null where workspace_id = '${where.workspace_id}'`,
  )
  return silent
}

/**
 * Waits, for at most a minute, until this many installations are offline. This takes several sweeps because of the limit on mass expiry.
 */
async function waitUntilExpired(
  store: Store,
  organization_id: string,
  count: number,
): Promise<void> {
  for (const since = Date.now(); Date.now() - since < 60_000; await delay(500)) {
    const offline = (
      await retryWhileUnavailable(() =>
        store.listInstallationsAsOperator({ organization_id, limit: 1000 }),
      )
    ).filter(({ health }) => health === 'offline')
    if (offline.length >= count) return
  }
}
