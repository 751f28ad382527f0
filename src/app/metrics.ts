import type { Logger } from 'pino'
import {
  Counter,
  Gauge,
  Histogram,
  Registry,
  collectDefaultMetrics,
  type Aggregator,
} from 'prom-client'
import type { BodyCounts } from '../contract/body-budget.ts'
import type { AccessLogEntry } from '../contract/hooks.ts'
import { createServer, type Server } from 'node:http'
import type { JobName } from '../jobs/job-loop.ts'
import { version } from '../version.ts'
import { OUTBOX_KINDS } from '../domain/outbox.ts'
import type { DeliveryReport } from '../jobs/outbox/deliver.ts'
import { addFleetGauges, type FleetSources } from './fleet-gauges.ts'

const OUTCOMES = [
  'delivered',
  'deferred',
  'bounced',
  'given_up',
  'pointless',
] as const satisfies readonly DeliveryReport['outcome'][]
const EVENTS = [
  'ticket',
  'ticket_in_inbox',
  'heartbeat',
  'trust_valid',
  'trust_invalid',
  'task_completed',
  'task_failed',
  'contract_violation',
  'mass_expiry_guard',
  'downtime_credited',
  'witness_failure',
  'store_outage',
  'export_completed',
  'export_partial',
  'export_failed',
] as const
export type EventName = (typeof EVENTS)[number]

/**
 * Creates the metrics of `/metrics`: requests by operation and status, events, jobs, and totals of the fleet. They contain no data of
 * tenants, and no label takes values from requests.
 */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { requests, events, deliveries, waits, jobs, jobFailures, jobSuccess } =
    createInstruments(registry)
  let offset_ms = 0
  let renewGauges: () => Promise<void> = async () => undefined
  addGauge(
    registry,
    'svc_store_clock_offset_seconds',
    'How far the clock of the PostgreSQL store is ahead of the clock of this machine.',
    () => offset_ms / 1000,
    'average',
  )
  startCounters(events, deliveries)
  addBuildInfo(registry)
  return {
    /** Adds gauges of the fleet, which are read whenever the metrics are requested. */
    addFleetGauges(sources: FleetSources) {
      renewGauges = addFleetGauges(registry, sources)
    },
    /**
     * Shows the scheduled jobs of this process before their first runs. A job that fails from the start would otherwise have no last
     * success, and no alert could measure the time since then, so the start counts as a success.
     */
    startJobs(names: readonly JobName[]) {
      for (const name of names) {
        jobFailures.inc({ name }, 0)
        jobSuccess.set({ name }, Date.now() / 1000)
      }
    },
    /** Counts a run of a scheduled job that has ended. */
    observeJob(name: JobName, milliseconds: number, succeeded: boolean) {
      jobs.observe({ name }, milliseconds / 1000)
      jobFailures.inc({ name }, succeeded ? 0 : 1)
      if (succeeded) jobSuccess.set({ name }, Date.now() / 1000)
    },
    /** Adds gauges for the request bodies that were read and the memory that they occupy. */
    addBodyGauges(counts: () => BodyCounts) {
      for (const [name, help, member] of BODY_GAUGES)
        addGauge(registry, name, help, () => counts()[member])
      addReadBytes(registry, () => counts().read_bytes)
    },
    /** Sets the current time of the store's clock, in milliseconds since 1970. */
    setStoreClock: (moment_ms: number) => {
      offset_ms = moment_ms - Date.now()
    },
    observeStoreWait: (milliseconds: number) => waits.observe(milliseconds / 1000),
    countDelivery: (kind: string, outcome: string) => deliveries.inc({ kind, outcome }),
    observeRequest: ({ operation_id, status, milliseconds }: AccessLogEntry) =>
      requests.observe(
        { operation: operation_id ?? 'none', status: String(status) },
        milliseconds / 1000,
      ),
    count: (event: EventName) => events.inc({ event }),
    async text() {
      await renewGauges()
      return registry.metrics()
    },
    /** Returns the metrics as values that can be added to those of other processes. */
    async values(): Promise<readonly object[]> {
      await renewGauges()
      return registry.getMetricsAsJSON()
    },
    /** Returns the metrics without reading the store, for use after it is closed. */
    lastValues: (): Promise<readonly object[]> => registry.getMetricsAsJSON(),
    contentType: registry.contentType,
  }
}

const addBuildInfo = (registry: Registry): void =>
  new Gauge({
    name: 'svc_build_info',
    help: 'Always 1; the label is the version of the registry.',
    labelNames: ['version'],
    aggregator: 'first',
    registers: [registry],
  }).set({ version: version() }, 1)

/** Shows every counter from the start, because Prometheus sees no increase in a series that begins with its first event. */
function startCounters(events: Counter<'event'>, deliveries: Counter<'kind' | 'outcome'>): void {
  for (const event of EVENTS) events.inc({ event }, 0)
  for (const kind of OUTBOX_KINDS)
    for (const outcome of OUTCOMES) deliveries.inc({ kind, outcome }, 0)
}

export type Metrics = ReturnType<typeof createMetrics>
/** Metrics that can be served. */
export type MetricsSource = Pick<Metrics, 'text' | 'contentType'>

const createInstruments = (registry: Registry) => ({
  requests: new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Completed requests by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2],
    registers: [registry],
  }),
  events: new Counter({
    name: 'svc_events_total',
    help: 'Events that are counted rather than audited one by one.',
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
    help: 'Runs of scheduled jobs of this process, by job.',
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
    'Memory occupied by bodies of organizations, including their parsed values.',
    'group_held_bytes',
  ],
] as const satisfies readonly (readonly [string, string, keyof BodyCounts])[]

const addReadBytes = (registry: Registry, read: () => number) =>
  new Counter({
    name: 'svc_body_read_bytes',
    help: 'Bytes of request bodies read since the start.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(read())
    },
  })

/** Adds a gauge whose value is read whenever the metrics are. @param aggregator how the values of several workers become one */
const addGauge = (
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

/** Returns a function that records a completed request in the metrics and in the log. */
export const recordRequests =
  (metrics: Metrics, logger: Logger) =>
  (entry: AccessLogEntry): void => {
    metrics.observeRequest(entry)
    logger.info(entry, 'request completed')
  }

/**
 * Creates the server of `/metrics`. It is separate because metrics are for the operator, not for everyone who can reach the API
 * (docs/specification/trust.md#metrics).
 */
export function createMetricsServer(metrics: MetricsSource): Server {
  return createServer((req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') return void res.writeHead(404).end()
    metrics.text().then(
      (text) => res.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => res.writeHead(500).end(),
    )
  })
}
