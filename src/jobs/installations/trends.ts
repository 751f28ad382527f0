import type { CountedMetric, FleetCount } from '../../domain/installations/trends.ts'
import { elapsed, MINUTE_MS, type Timestamp } from '../../domain/time.ts'
import type { Store } from '../../store/store.ts'
import type { JobContext } from '../job-loop.ts'

/**
 * Counts heartbeats and tasks in memory, because a heartbeat must not write anything but its own installation
 * (docs/specification/installations.md#trends).
 */
export interface FleetCounters {
  /** When they were last written; undefined if they never were. */
  written_at: Timestamp | undefined
  add(organization_id: string, metric: CountedMetric, amount?: number): void
  /** Returns what was counted, sorted, and sets the counters to zero. */
  drain(): readonly FleetCount[]
}

export interface TrendServices extends Pick<JobContext, 'platformContext'> {
  readonly store: Pick<Store, 'addToTrends'>
  /** The counts of this process since they were last written. */
  readonly fleetCounters: FleetCounters
}

/** How often a process writes what it has counted, so that the cost does not depend on the number of heartbeats. */
const WRITE_MS = MINUTE_MS

/** Writes what this process has counted, if it did not do so within the last minute. Returns the number of counts that were written. */
export async function writeFleetCountersWhenDue(services: TrendServices): Promise<number> {
  const { fleetCounters, platformContext } = services
  const { written_at } = fleetCounters
  if (written_at !== undefined && elapsed(written_at, platformContext().now) < WRITE_MS) return 0
  return writeFleetCounters(services)
}

/** Writes what this process has counted. If writing fails, the counts are kept and written later. */
export async function writeFleetCounters({
  store,
  fleetCounters,
  platformContext,
}: TrendServices): Promise<number> {
  const counts = fleetCounters.drain()
  if (counts.length === 0) return 0
  const context = platformContext()
  try {
    await store.addToTrends(context, { counts })
  } catch (cause) {
    for (const { organization_id, metric, amount } of counts)
      fleetCounters.add(organization_id, metric, amount)
    throw cause
  }
  fleetCounters.written_at = context.now
  return counts.length
}
