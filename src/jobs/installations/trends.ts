import type { FleetTally } from '../../domain/installations/tally.ts'
import { elapsed, MINUTE_MS } from '../../domain/time.ts'
import type { CallContext } from '../../store/context.ts'
import type { Store } from '../../store/store.ts'

export interface TrendServices {
  readonly store: Pick<Store, 'addToTrends'>
  /** What this process has counted since it was last written. */
  readonly tally: FleetTally
  readonly platformContext: () => CallContext
}

/** How often a process writes what it has counted, so that the cost does not depend on the number of heartbeats. */
const WRITE_MS = MINUTE_MS

/** Writes what this process has counted, if it did not do so within the last minute. Returns the number of sums. */
export async function writeTallyWhenDue(services: TrendServices): Promise<number> {
  const { tally, platformContext } = services
  const { written_at } = tally
  if (written_at !== undefined && elapsed(written_at, platformContext().now) < WRITE_MS) return 0
  return writeTally(services)
}

/** Writes what this process has counted. If that fails, it is counted again and written later. */
export async function writeTally({
  store,
  tally,
  platformContext,
}: TrendServices): Promise<number> {
  const tallied = tally.drain()
  if (tallied.length === 0) return 0
  const context = platformContext()
  try {
    await store.addToTrends(context, { tallied })
  } catch (cause) {
    for (const { organization_id, metric, amount } of tallied)
      tally.add(organization_id, metric, amount)
    throw cause
  }
  tally.written_at = context.now
  return tallied.length
}
