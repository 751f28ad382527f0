import type { Timestamp } from '../time.ts'

/** What is counted in memory while requests are answered. */
type TalliedMetric = 'heartbeats' | 'tasks' | 'failures'
export interface Tallied {
  readonly organization_id: string
  readonly metric: TalliedMetric
  readonly amount: number
}

/** Limits the organizations and metrics that are remembered until they are written. */
const MAX_ENTRIES = 30_000

/**
 * Counts heartbeats and tasks in memory, because a heartbeat must not write anything but its own installation
 * (docs/specification/installations.md#trends).
 */
export interface FleetTally {
  /** When it was last written; undefined if it never was. */
  written_at: Timestamp | undefined
  add(organization_id: string, metric: TalliedMetric, amount?: number): void
  /** Returns what was counted, sorted, and begins again. */
  drain(): readonly Tallied[]
}

/** Creates a tally of bounded size. */
export function createFleetTally(): FleetTally {
  const amounts = new Map<string, Tallied>()
  return {
    written_at: undefined,
    add(organization_id, metric, amount = 1) {
      const key = `${organization_id} ${metric}`
      const known = amounts.get(key)
      if (!known && amounts.size >= MAX_ENTRIES) return
      amounts.set(key, { organization_id, metric, amount: (known?.amount ?? 0) + amount })
    },
    drain() {
      const drained = [...amounts].toSorted(([a], [b]) => (a < b ? -1 : 1))
      amounts.clear()
      return drained.map(([, tallied]) => tallied)
    },
  }
}
