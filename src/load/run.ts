import { setTimeout as wait } from 'node:timers/promises'
import { cleanUp, type CleanUpResult } from './clean-up.ts'
import { minSeconds } from './fleet/pace.ts'
import { Simulation } from './fleet/simulation.ts'
import { RequestStatistics, type Phase } from './histogram/request-statistics.ts'
import { ConnectionPool, type Connections } from './http/connections.ts'
import { readMetrics, type PlatformSample } from './http/platform-metrics.ts'
import { RequestFactory } from './http/requests.ts'
import { prepare, type Prepared } from './prepare.ts'
import type { LoadSettings } from './settings.ts'

/** The measurements of a run, from which the report is built. */
export interface RunRecord {
  readonly settings: LoadSettings
  readonly prepared: Prepared
  readonly started_at: string
  readonly finished_at: string
  /** Whether the run was ended before its duration had passed. */
  readonly ended_early: boolean
  readonly simulation: Simulation
  readonly statistics: RequestStatistics
  readonly cleanup: CleanUpResult
  /** How long each phase took, in seconds. */
  readonly seconds: Readonly<Record<Phase, number>>
  readonly platform: readonly PlatformSample[]
  readonly client: ClientUsage
}
/** Resources that this process used in the steady phase. */
interface ClientUsage {
  /** Processor time as a share of one core. */
  readonly cores: number
  readonly memory_bytes: number
  /** Requests that waited for a connection. */
  readonly waited: number
}

/** The progress of a run. */
export interface Progress {
  readonly phase: Phase
  /** Seconds of this phase so far. */
  readonly elapsed_s: number
  /** Total seconds of this phase, which is an estimate while the fleet grows. */
  readonly of_s: number
  readonly simulation: Simulation
  readonly statistics: RequestStatistics
  readonly connections: Pick<Connections, 'open' | 'waiting'>
  readonly prepared: Prepared
  /** Milliseconds since the run began. */
  readonly now_ms: number
}

export interface RunOptions {
  /** Ends the run early. It is still cleaned up and reported. */
  readonly signal: AbortSignal
  /** Called each second. */
  readonly onProgress?: (progress: Progress) => void
  readonly random?: () => number
}

const SAMPLE_MS = 10_000
const PROGRESS_MS = 1000

/** Simulates a fleet against a platform: installs it, measures it, and removes it again. @throws LoadError if the run cannot begin */
export async function runLoad(
  settings: LoadSettings,
  { signal, onProgress = () => undefined, random = Math.random }: RunOptions,
): Promise<RunRecord> {
  const connections = new ConnectionPool(settings.api, {
    max: settings.connections,
    timeout_ms: settings.timeout_ms,
  })
  try {
    return await run(settings, connections, { signal, onProgress, random })
  } finally {
    connections.close()
  }
}

/** The parts of a run. */
interface Run {
  readonly settings: LoadSettings
  readonly prepared: Prepared
  readonly requests: RequestFactory
  readonly connections: Connections
  readonly simulation: Simulation
  readonly statistics: RequestStatistics
  readonly phases: ReturnType<typeof phaseTimer>
  readonly signal: AbortSignal
  /** When the run began, on the clock of `performance.now()`. */
  readonly began: number
}

async function run(
  settings: LoadSettings,
  connections: Connections,
  { signal, onProgress, random }: Required<RunOptions>,
): Promise<RunRecord> {
  const started_at = new Date().toISOString()
  const requests = new RequestFactory(settings)
  const prepared = await prepare({ settings, requests, connections, started_at })
  const began = performance.now()
  const statistics = new RequestStatistics()
  const { install_target } = prepared
  const common = { settings, requests, connections, statistics, began }
  const simulation = new Simulation({ ...common, install_target, random })
  const phases = phaseTimer((phase, elapsed_s, of_s) =>
    onProgress({
      phase,
      elapsed_s,
      of_s,
      simulation,
      statistics,
      connections,
      prepared,
      now_ms: performance.now() - began,
    }),
  )
  const parts = { ...common, prepared, simulation, phases, signal }
  await growFleet(parts)
  const { platform, client } = await measure(parts)
  const ended_early = signal.aborted
  const cleanup = await removeFleet(parts)
  return {
    settings,
    prepared,
    started_at,
    finished_at: new Date().toISOString(),
    ended_early,
    simulation,
    statistics,
    cleanup,
    seconds: phases.end(),
    platform,
    client,
  }
}

/** Installs the fleet, no faster than the rate limits of the API keys allow. */
async function growFleet({ settings, prepared, simulation, phases, signal }: Run): Promise<void> {
  const ramp_s = Math.max(
    settings.ramp_s,
    minSeconds(settings.installations, prepared.allowance, settings.api_keys.length),
  )
  phases.enter('ramp', ramp_s)
  simulation.grow(settings.installations, ramp_s * 1000)
  await until(() => simulation.growing === 0, signal)
}

/** Runs the steady phase, and measures the platform and this process in it. */
async function measure({
  settings,
  connections,
  simulation,
  phases,
  signal,
  began,
}: Run): Promise<Pick<RunRecord, 'platform' | 'client'>> {
  const sampler = metricsSampler(settings, began)
  await sampler.take()
  phases.enter('steady', settings.duration_s)
  const [waited, cpuBefore, since] = [connections.waited, process.cpuUsage(), performance.now()]
  // A run that was ended while the fleet grew measures nothing, not even while the last metrics are read.
  if (!signal.aborted) simulation.startChurn()
  if (simulation.fleet.size > 0) await pause(settings.duration_s * 1000, signal)
  const client = clientUsage(cpuBefore, since, connections.waited - waited)
  await sampler.end()
  return { platform: sampler.samples, client }
}

async function removeFleet({
  settings,
  prepared,
  requests,
  connections,
  simulation,
  statistics,
  phases,
  began,
}: Run): Promise<CleanUpResult> {
  phases.enter('cleanup', 0)
  await simulation.stop()
  return cleanUp({
    settings,
    prepared,
    fleet: simulation.fleet,
    requests,
    connections,
    record: (operation, due, ending) =>
      statistics.record(
        { phase: 'cleanup', operation, ...ending },
        { due: due - began, milliseconds: 0, live: simulation.fleet.size },
      ),
  })
}

function clientUsage(before: NodeJS.CpuUsage, since: number, waited: number): ClientUsage {
  const { user, system } = process.cpuUsage(before)
  return {
    cores: (user + system) / 1000 / Math.max(1, performance.now() - since),
    memory_bytes: process.memoryUsage.rss(),
    waited,
  }
}

/** Measures the phases of a run, and reports the progress each second. */
function phaseTimer(report: (phase: Phase, elapsed_s: number, of_s: number) => void) {
  const seconds: Record<Phase, number> = { ramp: 0, steady: 0, cleanup: 0 }
  let current: { phase: Phase; of_s: number; since: number } | undefined
  const elapsed = () => (performance.now() - current!.since) / 1000
  const store = () => {
    if (current) seconds[current.phase] = elapsed()
  }
  const timer = setInterval(() => report(current!.phase, elapsed(), current!.of_s), PROGRESS_MS)
  return {
    enter(phase: Phase, of_s: number) {
      store()
      current = { phase, of_s, since: performance.now() }
    },
    end() {
      store()
      clearInterval(timer)
      return seconds
    },
  }
}

/** Reads the platform's metrics at intervals. */
function metricsSampler({ metrics }: LoadSettings, began: number) {
  const samples: PlatformSample[] = []
  const sample = async () => {
    const metrics_sample = metrics && (await readMetrics(metrics, began))
    if (metrics_sample) samples.push(metrics_sample)
  }
  const timer = setInterval(() => void sample(), SAMPLE_MS)
  return {
    samples,
    take: sample,
    async end() {
      clearInterval(timer)
      await sample()
    },
  }
}

/** Waits for the given time, or until the run is ended early. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  wait(milliseconds, undefined, { signal }).catch(() => undefined)

async function until(isDone: () => boolean, signal: AbortSignal): Promise<void> {
  while (!isDone() && !signal.aborted) await pause(20, signal)
}
