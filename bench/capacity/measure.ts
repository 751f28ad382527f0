import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { reportOf } from '../../src/load/report/data.ts'
import { runLoad, type Progress } from '../../src/load/run.ts'
import { readTarget } from '../../src/load/settings.ts'
import { runStatement, type Server } from '../../test/postgres/server.ts'
import { processorTime, treeProcessorTime } from '../kit/proc.ts'
import { start, type Running, type StoreName } from './running.ts'

/** The cost of one heartbeat and of one new installation on a store, in microseconds of processor time and in bytes. */
export interface Cost {
  readonly heartbeat_us: number
  /** The processor time of the database server; 0 for an embedded store. */
  readonly heartbeat_store_us: number
  readonly heartbeat_disk_bytes: number
  readonly install_us: number
  readonly install_store_us: number
  /** The highest rate that one process sustained on this machine, together with the generator and the database. */
  readonly sustained_per_second: number
  /** Whether the largest fleet was sustained, so that the highest rate is not known. */
  readonly is_minimum?: boolean
  readonly p50_ms: number
  readonly p99_ms: number
}
const INTERVAL_S = 5
/** Sizes of fleets; each is tried if the previous one was sustained. */
const FLEETS = [250, 500, 1000, 2000, 4000, 8000]
const DURATION_S = 12
/** How fast a fleet grows; more slowly on PostgreSQL, because installations of one workspace wait for one another there. */
const INSTALLS_PER_SECOND = { sqlite: 300, postgres: 60 } as const
/** Attempts per fleet, because other load on the machine can make one fail with a fleet that would otherwise be sustained. */
const ATTEMPTS = 2

/** Measures a store with growing fleets until one is not sustained. */
export async function measureStore(name: StoreName): Promise<Cost> {
  const running = await start(name)
  try {
    let best: Cost | undefined
    for (const installations of FLEETS) {
      const { cost, sustained } = await runWithRetries(running, installations)
      process.stderr.write(
        `${name}, ${installations} installations with a heartbeat every ${INTERVAL_S} s: ${sustained ? 'sustained' : 'not sustained'}, ${JSON.stringify(cost)}\n`,
      )
      if (!sustained) return best ?? { ...cost, sustained_per_second: 0 }
      best = cost
    }
    return { ...best!, is_minimum: true }
  } finally {
    await running.remove()
  }
}

async function runWithRetries(running: Running, installations: number): ReturnType<typeof run> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await run(running, installations)
    if (outcome.sustained || attempt === ATTEMPTS) return outcome
  }
}

async function run(
  { url, api_key, organization_id, child, server }: Running,
  installations: number,
): Promise<{ readonly cost: Cost; readonly sustained: boolean }> {
  const outcome = readTarget(url, undefined)
  if (outcome.kind !== 'target') throw new Error(outcome.kind)
  const samples: Sample[] = []
  const pending: Promise<unknown>[] = []
  const record = await runLoad(
    {
      api: outcome.api,
      api_keys: [api_key],
      organization_id,
      workspace_id: undefined,
      agent_id: undefined,
      installations,
      interval_s: INTERVAL_S,
      duration_s: DURATION_S,
      ramp_s: installations / INSTALLS_PER_SECOND[server ? 'postgres' : 'sqlite'],
      churn: { bootstraps: 0, refreshes: 0, recoveries: 0, revokes: 0 },
      connections: 128,
      timeout_ms: 10_000,
      keep: false,
    },
    {
      signal: new AbortController().signal,
      onProgress: (progress) => {
        pending.push(sample(progress, child, server).then((one) => samples.push(one)))
      },
    },
  )
  await Promise.all(pending)
  const { verdict, operations } = reportOf(record, '')
  const { p50 = 0, p99 = 0 } =
    operations.find(({ operation }) => operation === 'renewLease')?.latency_ms ?? {}
  const [ramp, steady] = [costOf(samples, 'ramp'), costOf(samples, 'steady')]
  // The cost of heartbeats during the ramp does not count towards the cost of installations.
  const per = (total: number, heartbeats: number, count: number) =>
    (total - heartbeats) / Math.max(1, count)
  const heartbeat_us = steady.cpu_us / Math.max(1, steady.heartbeats)
  const heartbeat_store_us = steady.store_us / Math.max(1, steady.heartbeats)
  const rounded = (value: number) => Math.max(0, Math.round(value))
  return {
    sustained: verdict.kind === 'kept',
    cost: {
      heartbeat_us: rounded(heartbeat_us),
      heartbeat_store_us: rounded(heartbeat_store_us),
      heartbeat_disk_bytes: rounded(steady.written / Math.max(1, steady.heartbeats)),
      install_us: rounded(per(ramp.cpu_us, ramp.heartbeats * heartbeat_us, ramp.installed)),
      install_store_us: rounded(
        per(ramp.store_us, ramp.heartbeats * heartbeat_store_us, ramp.installed),
      ),
      sustained_per_second: rounded(steady.heartbeats / Math.max(0.001, steady.seconds)),
      p50_ms: Number(p50.toFixed(1)),
      p99_ms: Number(p99.toFixed(1)),
    },
  }
}

interface Sample {
  readonly phase: string
  readonly at: number
  readonly cpu_us: number
  readonly store_us: number
  readonly written: number
  readonly heartbeats: number
  readonly installed: number
}

async function sample(
  { phase, statistics, simulation }: Progress,
  platform: ChildProcess,
  server: Server | undefined,
): Promise<Sample> {
  const heartbeats = statistics.counts.reduce(
    (total, { operation, count }) => (operation === 'renewLease' ? total + count : total),
    0,
  )
  const one = {
    phase,
    at: performance.now(),
    cpu_us: processorTime(platform.pid!),
    store_us: server ? treeProcessorTime(server.pid) : 0,
    heartbeats,
    installed: simulation.installed,
  }
  return { ...one, written: server ? await walOf(server) : writtenBy(platform.pid!) }
}

/** Returns the difference between the first and the last sample of a phase. */
function costOf(samples: readonly Sample[], phase: string) {
  const inPhase = samples.filter((one) => one.phase === phase).toSorted((a, b) => a.at - b.at)
  const [first, last] = [inPhase[0], inPhase.at(-1)]
  const between = (of: (one: Sample) => number) => (first && last ? of(last) - of(first) : 0)
  return {
    cpu_us: between(({ cpu_us }) => cpu_us),
    store_us: between(({ store_us }) => store_us),
    written: between(({ written }) => written),
    heartbeats: between(({ heartbeats }) => heartbeats),
    installed: between(({ installed }) => installed),
    seconds: between(({ at }) => at) / 1000,
  }
}

// ---- Linux and PostgreSQL metrics --------------------------------------------------------------------------------------

const writtenBy = (pid: number): number =>
  Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0)

/** Returns the number of bytes written to the write-ahead log so far. A commit waits until its part of the log is on disk. */
async function walOf(server: Server): Promise<number> {
  const [row] = await runStatement(
    server.address('capacity'),
    "select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes",
  )
  return Number(row!['bytes'])
}
