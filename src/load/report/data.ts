import { heartbeatsPerSecond } from '../fleet/pace.ts'
import type { Durations } from '../histogram/histogram.ts'
import {
  OPERATIONS,
  sum,
  type Count,
  type Operation,
  type Phase,
} from '../histogram/request-statistics.ts'
import { coresOf } from '../http/platform-metrics.ts'
import type { RunRecord } from '../run.ts'
import type { Churn } from '../settings.ts'
import { BUSY_CORES, verdictOf, type Verdict } from './verdict.ts'

interface Latency {
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly p99_9: number
  readonly max: number
  readonly mean: number
}

/** One operation in the steady phase. */
interface OperationReport {
  readonly operation: Operation
  /** Number of requests that were due. */
  readonly due: number
  /** How many of them ended in each way. */
  readonly good: number
  readonly explained: number
  readonly bad: number
  readonly per_second: number
  /** Milliseconds since the due time of a request. */
  readonly latency_ms: Latency
  /** Percentiles with their milliseconds. */
  readonly curve: readonly (readonly [percent: number, milliseconds: number])[]
}

/** A time slice of the run, by due time. */
interface Point {
  /** Seconds since the run began. */
  readonly at: number
  readonly succeeded_per_second: number
  readonly failed_per_second: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  readonly live: number
}

/** The data of all reports; `--json` prints it. It contains no credentials. */
export interface LoadReport {
  readonly format: 1
  readonly generator: { readonly name: string; readonly version: string }
  readonly started_at: string
  readonly finished_at: string
  readonly ended_early: boolean
  readonly target: string
  readonly settings: {
    readonly installations: number
    readonly interval_s: number
    readonly duration_s: number
    readonly ramp_s: number
    readonly per_minute: Churn
    readonly connections: number
    readonly timeout_ms: number
    readonly api_keys: number
    readonly workspace_id: string
    readonly agent_id: string
    readonly own_workspace: boolean
    readonly keep: boolean
  }
  readonly verdict: Verdict
  readonly seconds: Readonly<Record<Phase, number>>
  readonly fleet: {
    readonly asked: number
    readonly installed: number
    readonly live: number
    readonly revoked: number
    readonly recovered: number
    readonly terminated: number
    readonly stopped_growing: string | null
  }
  /** The expected rate of the complete fleet, and the measured one. */
  readonly heartbeats_per_second: { readonly expected: number; readonly sent: number }
  readonly operations: readonly OperationReport[]
  /** The outcomes of all requests, in every phase. */
  readonly endings: readonly Count[]
  readonly timeline: {
    readonly width_s: number
    readonly steady_from: number
    readonly points: readonly Point[]
  }
  readonly client: {
    readonly cores: number
    readonly memory_bytes: number
    readonly late_ms: Latency
    readonly waited_for_connection: number
    readonly bottleneck: boolean
  }
  /** Usage of the platform's process, if its `/metrics` were available. */
  readonly platform: { readonly cores: number; readonly memory_bytes: number | null } | null
  readonly cleanup: RunRecord['cleanup']
}

/** Builds the report of a run. */
export function reportOf(record: RunRecord, version: string): LoadReport {
  const { settings, prepared, simulation, statistics, seconds, client } = record
  const operations = OPERATIONS.map((operation) => operationReport(operation, record)).filter(
    ({ due }) => due > 0,
  )
  const heartbeats = operations.find(({ operation }) => operation === 'renewLease')
  const late_ms = latencyOf(simulation.lateness)
  const cores = coresOf(record.platform)
  const { installations, interval_s, duration_s, ramp_s, connections, timeout_ms, keep } = settings
  const measurements: Omit<LoadReport, 'verdict'> = {
    format: 1,
    generator: { name: 'svc-registry load', version },
    started_at: record.started_at,
    finished_at: record.finished_at,
    ended_early: record.ended_early,
    target: settings.api.href,
    settings: {
      installations,
      interval_s,
      duration_s,
      ramp_s,
      per_minute: settings.churn,
      connections,
      timeout_ms,
      api_keys: settings.api_keys.length,
      ...prepared.install_target,
      own_workspace: prepared.own !== null,
      keep,
    },
    seconds,
    fleet: {
      asked: installations,
      installed: simulation.installed,
      live: simulation.fleet.size + record.cleanup.revoked,
      revoked: simulation.revoked,
      recovered: simulation.recovered,
      terminated: simulation.terminated,
      stopped_growing: simulation.stopped_growing ?? null,
    },
    heartbeats_per_second: {
      expected: heartbeatsPerSecond(installations, interval_s),
      sent: heartbeats?.per_second ?? 0,
    },
    operations,
    endings: statistics.counts,
    timeline: timelineOf(record),
    client: {
      cores: client.cores,
      memory_bytes: client.memory_bytes,
      late_ms,
      waited_for_connection: client.waited,
      bottleneck: isBottleneck(late_ms, client.cores),
    },
    platform:
      cores === null ? null : { cores, memory_bytes: record.platform.at(-1)?.memory_bytes ?? null },
    cleanup: record.cleanup,
  }
  return { ...measurements, verdict: verdictOf(measurements) }
}

/** The delay in sending above which the generator itself distorts the measurements. */
const LATE_MS = 20
const isBottleneck = ({ p99 }: Latency, cores: number): boolean =>
  p99 > LATE_MS || cores > BUSY_CORES

function operationReport(
  operation: Operation,
  { statistics, seconds }: RunRecord,
): OperationReport {
  const countOf = (judgement: Count['judgement']) =>
    sum(
      statistics.counts,
      (count) =>
        count.phase === 'steady' && count.operation === operation && count.judgement === judgement,
    )
  const durations = statistics.durations[operation]
  const due = durations.count
  return {
    operation,
    due,
    good: countOf('good'),
    explained: countOf('explained'),
    bad: countOf('bad'),
    per_second: due / Math.max(seconds.steady, 0.001),
    latency_ms: latencyOf(durations),
    curve: durations.curve,
  }
}

const latencyOf = (durations: Durations): Latency => ({
  p50: durations.percentile(50),
  p90: durations.percentile(90),
  p99: durations.percentile(99),
  p99_9: durations.percentile(99.9),
  max: durations.max,
  mean: durations.mean,
})

function timelineOf({ statistics: { timeline }, seconds }: RunRecord): LoadReport['timeline'] {
  const width_s = timeline.width_ms / 1000
  const end = seconds.ramp + seconds.steady
  return {
    width_s,
    steady_from: seconds.ramp,
    points: timeline.slices.map(({ from, durations, succeeded, failed, live }) => {
      // The end of the run may truncate the last slice.
      const width = Math.max(0.1, Math.min(width_s, end - from / 1000))
      return {
        at: from / 1000,
        succeeded_per_second: succeeded / width,
        failed_per_second: failed / width,
        p50: durations.percentile(50),
        p99: durations.percentile(99),
        max: durations.max,
        live,
      }
    }),
  }
}
