import type { LoadReport } from '../../src/load/report/data.ts'
import { verdictOf } from '../../src/load/report/verdict.ts'

const latency_ms = { p50: 1.2, p90: 3, p99: 12, p99_9: 40, max: 77, mean: 1.6 }
const curve = [
  [0, 0.4],
  [50, 1.2],
  [90, 3],
  [99, 12],
  [99.9, 40],
  [100, 77],
] as const

const facts: Omit<LoadReport, 'verdict'> = {
  format: 1,
  generator: { name: 'svc-registry load', version: '1.2.3' },
  started_at: '2026-03-01T12:00:00.000Z',
  finished_at: '2026-03-01T12:03:00.000Z',
  ended_early: false,
  target: 'http://127.0.0.1:8080/api/v1',
  settings: {
    installations: 10_000,
    interval_s: 60,
    duration_s: 120,
    ramp_s: 10,
    per_minute: { bootstraps: 10, refreshes: 10, recoveries: 1, revokes: 10 },
    connections: 128,
    timeout_ms: 10_000,
    api_keys: 1,
    workspace_id: 'ws_1',
    agent_id: 'svc-load',
    own_workspace: true,
    keep: false,
  },
  seconds: { ramp: 10, steady: 120, cleanup: 1 },
  fleet: {
    asked: 10_000,
    installed: 10_020,
    live: 10_000,
    revoked: 20,
    recovered: 2,
    terminated: 0,
    stopped_growing: null,
  },
  heartbeats_per_second: { expected: 180, sent: 179 },
  operations: [
    {
      operation: 'renewLease',
      due: 21_480,
      good: 21_480,
      explained: 0,
      bad: 0,
      per_second: 179,
      latency_ms,
      curve,
    },
    {
      operation: 'revokeInstallation',
      due: 1,
      good: 1,
      explained: 0,
      bad: 0,
      per_second: 0.01,
      latency_ms,
      curve: [
        [0, 3],
        [100, 3],
      ],
    },
  ],
  endings: [
    { phase: 'steady', operation: 'renewLease', outcome: '200', judgement: 'good', count: 21_480 },
    {
      phase: 'ramp',
      operation: 'bootstrapInstallation',
      outcome: '201',
      judgement: 'good',
      count: 10_000,
    },
  ],
  timeline: {
    width_s: 1,
    steady_from: 10,
    points: Array.from({ length: 130 }, (_, at) => ({
      at,
      succeeded_per_second: at < 10 ? 2000 : 179,
      failed_per_second: 0,
      p50: 1.2,
      p99: 12,
      max: 40,
      live: 10_000,
    })),
  },
  client: {
    cores: 0.07,
    memory_bytes: 150e6,
    late_ms: { ...latency_ms, p99: 1.5 },
    waited_for_connection: 0,
    bottleneck: false,
  },
  platform: { cores: 0.08, memory_bytes: 200e6 },
  cleanup: {
    revoked: 9000,
    revoked_with_workspace: 1000,
    left: 0,
    workspace_left: null,
    reason: null,
  },
}

type Changes = {
  readonly [Part in keyof typeof facts]?: (typeof facts)[Part] extends
    | readonly unknown[]
    | string
    | number
    | boolean
    ? (typeof facts)[Part]
    : Partial<(typeof facts)[Part]> | null
}

/** Returns the report of a successful run with changes. */
export function sampleReport(changes: Changes = {}): LoadReport {
  const merged = { ...facts } as Record<string, unknown>
  for (const [part, change] of Object.entries(changes)) {
    const usual = merged[part]
    merged[part] =
      change !== null && typeof change === 'object' && !Array.isArray(change)
        ? { ...(usual as object), ...change }
        : change
  }
  const changed = merged as Omit<LoadReport, 'verdict'>
  return { ...changed, verdict: verdictOf(changed) }
}

/** Returns the heartbeats of the sample with changes. */
export const heartbeats = (
  changes: Partial<LoadReport['operations'][number]>,
): LoadReport['operations'] => [{ ...facts.operations[0]!, ...changes }]
