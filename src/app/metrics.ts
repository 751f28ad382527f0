import type { Logger } from 'pino'
import { Registry, collectDefaultMetrics, type Counter } from 'prom-client'
import type { BodyCounts } from '../contract/body-budget.ts'
import type { AccessLogEntry } from '../contract/hooks.ts'
import { createServer, type Server } from 'node:http'
import { originForm } from '../contract/router.ts'
import type { JobName } from '../jobs/job-loop.ts'
import { OUTBOX_KINDS } from '../domain/outbox.ts'
import type { DeliveryReport } from '../jobs/outbox/deliver.ts'
import type { CountedMetric, FleetCount } from '../domain/installations/trends.ts'
import { compareText } from '../domain/order.ts'
import type { FleetCounters } from '../jobs/installations/trends.ts'
import { addFleetGauges, type FleetSources } from './fleet-gauges.ts'
import { addBodyGauges, addBuildInfo, addGauge, createInstruments } from './instruments.ts'

const OUTCOMES = [
  'delivered',
  'deferred',
  'bounced',
  'given_up',
  'skipped',
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

/** What an event adds to the trends of an organization (docs/specification/installations.md#trends). */
const TREND_METRICS: Partial<Record<EventName, readonly CountedMetric[]>> = {
  heartbeat: ['heartbeats'],
  task_completed: ['tasks'],
  task_failed: ['tasks', 'failures'],
}

/**
 * Creates the metrics of `/metrics`: requests by operation and status, events, jobs, and totals of the fleet. They contain no data of
 * tenants, and no label takes values from requests. What is counted for each organization is not among them: a job adds it to the trends.
 */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { requests, events, deliveries, waits, jobs, jobFailures, jobSuccess } =
    createInstruments(registry)
  const fleetCounters = createFleetCounters()
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
    initializeJobs(names: readonly JobName[]) {
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
    addBodyGauges: (counts: () => BodyCounts) => addBodyGauges(registry, counts),
    /** Records by how much the store's clock, which shows `moment_ms` now, is ahead of this machine's. */
    recordStoreClock: (moment_ms: number) => {
      offset_ms = moment_ms - Date.now()
    },
    observeStoreWait: (milliseconds: number) => waits.observe(milliseconds / 1000),
    countDelivery: (kind: string, outcome: string) => deliveries.inc({ kind, outcome }),
    observeRequest: ({ operation_id, status, milliseconds }: AccessLogEntry) =>
      requests.observe(
        { operation: operation_id ?? 'none', status: String(status) },
        milliseconds / 1000,
      ),
    /** Counts an event, and adds it to the trends of the organization that it concerns. */
    count(event: EventName, organization_id?: string) {
      events.inc({ event })
      if (organization_id !== undefined) countForTrends(fleetCounters, event, organization_id)
    },
    fleetCounters,
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

/** Shows every counter from the start, because Prometheus sees no increase in a series that begins with its first event. */
function startCounters(events: Counter<'event'>, deliveries: Counter<'kind' | 'outcome'>): void {
  for (const event of EVENTS) events.inc({ event }, 0)
  for (const kind of OUTBOX_KINDS)
    for (const outcome of OUTCOMES) deliveries.inc({ kind, outcome }, 0)
}

function countForTrends(counters: FleetCounters, event: EventName, organization_id: string): void {
  for (const metric of TREND_METRICS[event] ?? []) counters.add(organization_id, metric)
}

/** Limits the organizations and metrics that are remembered until they are written. */
const MAX_ENTRIES = 30_000

/** Creates counters of bounded size. */
export function createFleetCounters(): FleetCounters {
  const amounts = new Map<string, FleetCount>()
  return {
    written_at: undefined,
    add(organization_id, metric, amount = 1) {
      const key = `${organization_id} ${metric}`
      const known = amounts.get(key)
      if (!known && amounts.size >= MAX_ENTRIES) return
      amounts.set(key, { organization_id, metric, amount: (known?.amount ?? 0) + amount })
    },
    drain() {
      const drained = [...amounts].toSorted(([a], [b]) => compareText(a, b))
      amounts.clear()
      return drained.map(([, count]) => count)
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>
/** Metrics that can be served. */
export type MetricsSource = Pick<Metrics, 'text' | 'contentType'>

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
    // A scraper may be configured with parameters, and a probe may ask with HEAD.
    const isScrape =
      /^\/metrics(\?|$)/.test(originForm(req.url!)) && /^(GET|HEAD)$/.test(req.method!)
    if (!isScrape) return void res.writeHead(404).end()
    metrics.text().then(
      (text) => res.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => res.writeHead(500).end(),
    )
  })
}
