import { Counter, Gauge, Histogram, type Aggregator, type Registry } from 'prom-client'
import type { BodyCounts } from '../contract/body-budget.ts'
import { version } from '../version.ts'

/** Creates the metrics that requests, jobs, deliveries and transactions update. */
export const createInstruments = (registry: Registry) => ({
  requests: new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Duration of completed requests, by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2],
    registers: [registry],
  }),
  events: new Counter({
    name: 'svc_events_total',
    help: 'Events that are counted instead of recorded in the audit log one by one.',
    labelNames: ['event'],
    registers: [registry],
  }),
  deliveries: new Counter({
    name: 'svc_deliveries_total',
    help: 'Attempts to deliver mail and chat messages, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  }),
  jobs: new Histogram({
    name: 'svc_job_duration_seconds',
    help: 'Duration of runs of scheduled jobs of this process, by job.',
    labelNames: ['name'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers: [registry],
  }),
  jobFailures: new Counter({
    name: 'svc_job_failures_total',
    help: 'Runs of scheduled jobs that ended with an error; the log contains the error.',
    labelNames: ['name'],
    registers: [registry],
  }),
  jobSuccess: new Gauge({
    name: 'svc_job_last_success_timestamp_seconds',
    help: 'When a scheduled job of this process last ended without an error, or when the process started, in seconds since 1970.',
    labelNames: ['name'],
    aggregator: 'max',
    registers: [registry],
  }),
  waits: new Histogram({
    name: 'svc_store_wait_seconds',
    help: 'How long transactions waited for a connection to the PostgreSQL store.',
    buckets: [0.001, 0.01, 0.1, 1, 5],
    registers: [registry],
  }),
})

const BODY_GAUGES = [
  [
    'svc_bodies_in_flight',
    'Requests in progress whose body was read, at least in part.',
    'in_flight',
  ],
  [
    'svc_anonymous_body_bytes',
    'Memory occupied by bodies of clients without a credential.',
    'held_bytes',
  ],
  [
    'svc_known_body_bytes',
    'Memory occupied by bodies of authenticated callers, including their parsed values.',
    'group_held_bytes',
  ],
] as const satisfies readonly (readonly [string, string, keyof BodyCounts])[]

/** Adds gauges for the request bodies that were read and the memory that they occupy. */
export function addBodyGauges(registry: Registry, counts: () => BodyCounts): void {
  for (const [name, help, member] of BODY_GAUGES)
    addGauge(registry, name, help, () => counts()[member])
  addReadBytes(registry, () => counts().read_bytes)
}

const addReadBytes = (registry: Registry, read: () => number) =>
  new Counter({
    name: 'svc_body_read_bytes_total',
    help: 'Bytes of request bodies read since the process started.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(read())
    },
  })

/** Adds a gauge whose value is read whenever the metrics are. @param aggregator how the values of several workers become one */
export const addGauge = (
  registry: Registry,
  name: string,
  help: string,
  read: () => number,
  aggregator: Aggregator = 'sum',
) =>
  new Gauge({
    name,
    help,
    aggregator,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })

/** Adds a gauge that states the version. */
export const addBuildInfo = (registry: Registry): void =>
  new Gauge({
    name: 'svc_build_info',
    help: 'Always 1; the label is the version of the registry.',
    labelNames: ['version'],
    aggregator: 'first',
    registers: [registry],
  }).set({ version: version() }, 1)
