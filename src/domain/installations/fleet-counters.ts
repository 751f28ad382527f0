import { compareText } from '../order.ts'
import type { Timestamp } from '../time.ts'

/** The events that are counted in memory while requests are served. */
type CountedMetric = 'heartbeats' | 'tasks' | 'failures'
export interface FleetCount {
  readonly organization_id: string
  readonly metric: CountedMetric
  readonly amount: number
}

/** Limits the organizations and metrics that are remembered until they are written. */
const MAX_ENTRIES = 30_000

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
