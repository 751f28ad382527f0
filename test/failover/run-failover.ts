import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../src/store/open.ts'
import { runReplicas, type Report } from '../replicas/run-replicas.ts'
import { runStatement } from '../postgres/server.ts'
import { startCluster, type Cluster, type ConnectionMode } from './cluster.ts'
import type { Fault } from './faults.ts'
import { startObserver } from './observer.ts'
import { startWriter, type Writer, type WriteSummary } from './writer.ts'

/** What happened during one fault, until the cluster was healthy again. */
interface FaultReport extends WriteSummary {
  readonly fault: string
  readonly about: string
  /** Requests from all clients that got 503, and that got no response. */
  readonly status_503: number
  readonly without_response: number
  readonly replaced: boolean
}

export interface FailoverReport {
  readonly mode: ConnectionMode
  readonly faults: readonly FaultReport[]
  readonly acknowledged: number
  readonly lost: number
  readonly report: Report
}

interface FailoverOptions {
  readonly mode: ConnectionMode
  readonly faults: readonly Fault[]
  readonly seed: number
  readonly patroni: readonly [string, ...string[]]
  /** The file to which the events of the cluster are written. */
  readonly log?: string | undefined
}

const REPLICAS = 2
const DATABASE = 'registry'
/** How long the clients run before and after each fault, in milliseconds. */
const STEADY_STATE_MS = 4000
/** The duration of a fault that causes no failover, and the maximum duration of a failover, in milliseconds. */
const FAULT_MS = 30_000
const FAILOVER_TIMEOUT_MS = 90_000

/** Runs two replicas on a cluster whose parts fail one after another, under the load and the checks of `npm run replicas`. */
export async function runFailover({
  mode,
  faults,
  seed,
  patroni,
  log,
}: FailoverOptions): Promise<FailoverReport> {
  const cluster = await startCluster(mode, patroni)
  const observer = log === undefined ? undefined : startObserver(cluster, cluster.etcd_port, log)
  const note = (event: string) => observer?.note(event)
  const reports: FaultReport[] = []
  const errors: string[] = []
  let result: Awaited<ReturnType<Writer['end']>> | undefined
  let violations: readonly string[] = []
  try {
    if (faults.some(({ fillsDisk }) => fillsDisk) && !cluster.hasSmallDisks)
      throw new Error(
        'A fault fills the disk of a node, but the nodes have no disks of their own; run as root, or choose other faults with --faults.',
      )
    await cluster.untilHealthy()
    await runStatement(await cluster.primaryAddress('postgres'), `create database ${DATABASE}`)
  } catch (cause) {
    await observer?.end()
    await cluster.close()
    throw cause
  }
  const report = await runReplicas(
    { seconds: 1, seed, replicas: REPLICAS, disturb: false },
    {
      address: cluster.address(DATABASE),
      primaryAddress: () => cluster.primaryAddress(DATABASE),
      async remove() {
        await observer?.end()
        await cluster.close()
      },
      async disturb({ environment, tenant, counts }) {
        const writer = await startWriter(environment, tenant)
        for (const fault of faults) {
          counts.outages += 1
          await runFault(cluster, fault, writer, environment.client.counts, note).then(
            (done) => reports.push(done),
            (cause: unknown) => errors.push(`${fault.name}: ${String(cause)}`),
          )
        }
        const database = await openDatabase(cluster.address(DATABASE), { wait_ms: 60_000 })
        result = await writer.end(database).finally(() => database.close())
        violations = writer.violations
      },
    },
  )
  const lost = result!.lost.map(
    ({ id, at }) => `${id} was acknowledged at ${at.toISOString()}, but is lost`,
  )
  return {
    mode,
    faults: reports,
    acknowledged: result!.acknowledged,
    lost: lost.length,
    report: { ...report, violations: [...report.violations, ...errors, ...violations, ...lost] },
  }
}

async function runFault(
  cluster: Cluster,
  { name, about, begin, replaces }: Fault,
  writer: Writer,
  counts: { readonly unavailable: number; readonly without_response: number },
  note: (event: string) => void,
): Promise<FaultReport> {
  await cluster.untilHealthy()
  await delay(STEADY_STATE_MS)
  const before = { ...counts, primary: await cluster.primary() }
  writer.take()
  note(`${name} begins`)
  const end = await begin(cluster)
  try {
    await (replaces ? untilReplaced(cluster, before.primary.name) : delay(FAULT_MS))
    if (replaces) await writer.untilWritten()
  } finally {
    note(`${name} ends`)
    await end()
  }
  await cluster.untilHealthy()
  await writer.untilWritten()
  await delay(STEADY_STATE_MS)
  return {
    fault: name,
    about,
    ...writer.take(),
    status_503: counts.unavailable - before.unavailable,
    without_response: counts.without_response - before.without_response,
    replaced: (await cluster.primary()).name !== before.primary.name,
  }
}

async function untilReplaced(cluster: Cluster, former: string): Promise<void> {
  for (const since = Date.now(); Date.now() - since < FAILOVER_TIMEOUT_MS; await delay(250)) {
    const primary = await cluster.primary().catch(() => undefined)
    if (primary && primary.name !== former) return
  }
  throw new Error(`${former} was not replaced in time`)
}
