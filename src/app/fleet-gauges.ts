import { Gauge, type Aggregator, type Registry } from 'prom-client'
import type { FleetStatus } from '../store/transactions/monitoring.ts'
import type { PoolCounts } from '../store/dialect.ts'
import { shareRuns } from './share-runs.ts'
import { within } from './within.ts'

/** The sources that the gauges read whenever metrics are requested. */
export interface FleetSources {
  readonly readFleetStatus: () => Promise<FleetStatus>
  /** Resolves with whether the process can serve reads and writes now. */
  readonly isReady: () => Promise<boolean>
  /** Returns how many connections to the database there are, by state; undefined for an embedded store. */
  readonly poolCounts: () => PoolCounts | undefined
}

/** How long scrapers share one reading of the store, in milliseconds. */
const MAX_AGE_MS = 5_000
/** Timeout of a reading, in milliseconds. The scrape must succeed even if the store hangs, because it reports that state. */
const TIMEOUT_MS = 2_000

/**
 * Adds gauges of the fleet, the queues and the connections. Returns a function that refreshes them. If the store cannot be read, the gauges
 * of the store have no value until it can.
 */
export function addFleetGauges(registry: Registry, sources: FleetSources): () => Promise<void> {
  const gauges = createGauges(registry)
  let read_at = -Infinity
  const renew = shareRuns(async () => {
    const [status, isReady] = await Promise.all([
      within(TIMEOUT_MS, sources.readFleetStatus()),
      within(TIMEOUT_MS, sources.isReady()),
    ])
    gauges.ready.set(isReady ? 1 : 0)
    show(gauges, status)
    showPool(gauges, sources.poolCounts())
    read_at = performance.now()
  })
  return () => (performance.now() - read_at < MAX_AGE_MS ? Promise.resolve() : renew())
}

type Gauges = ReturnType<typeof createGauges>

function createGauges(registry: Registry) {
  // All workers read the same store, so their values must not be added up.
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    label?: Label,
    aggregator: Aggregator = 'max',
  ) =>
    new Gauge<Label>({
      name,
      help,
      aggregator,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
    })
  return {
    ready: gauge('svc_ready', 'Whether /readyz responds with 200.', undefined, 'min'),
    installations: gauge(
      'svc_installations',
      'All installations that have not ended, by health.',
      'health',
    ),
    leases: gauge('svc_leases_due', 'Installations whose lease has to be checked, up to 10000.'),
    outbox: gauge('svc_outbox_waiting', 'Waiting deliveries by kind, up to 10000.', 'kind'),
    outboxAge: gauge('svc_outbox_oldest_seconds', 'Age of the oldest waiting delivery.', 'kind'),
    exports: gauge(
      'svc_exports_waiting',
      'Exports that are not finished, up to 10000.',
      'destination',
    ),
    exportAge: gauge(
      'svc_exports_oldest_seconds',
      'Age of the oldest export that is not finished.',
      'destination',
    ),
    connections: gauge(
      'svc_store_connections',
      'Connections to the PostgreSQL store: busy, idle, and transactions waiting for one.',
      'state',
      'sum',
    ),
  }
}

function show(gauges: Gauges, status: FleetStatus | undefined): void {
  const { installations, leases, outbox, outboxAge, exports, exportAge } = gauges
  for (const gauge of [installations, outbox, outboxAge, exports, exportAge]) gauge.reset()
  leases.remove()
  if (!status) return
  leases.set(status.leases_due)
  for (const { health, rows } of status.installations) installations.set({ health }, rows)
  for (const { kind, waiting, oldest_ms } of status.outbox) {
    outbox.set({ kind }, waiting)
    outboxAge.set({ kind }, oldest_ms / 1000)
  }
  for (const { kind: destination, waiting, oldest_ms } of status.exports) {
    exports.set({ destination }, waiting)
    exportAge.set({ destination }, oldest_ms / 1000)
  }
}

function showPool({ connections }: Gauges, counts: PoolCounts | undefined): void {
  if (!counts) return
  for (const [state, count] of Object.entries(counts)) connections.set({ state }, count)
}
