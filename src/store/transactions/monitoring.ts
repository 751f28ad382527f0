import { DESTINATIONS } from '../../domain/audit/exports.ts'
import {
  OPERATIVE_LIFECYCLES,
  RESPONSIVE_HEALTH,
  type Health,
} from '../../domain/installations/installation.ts'
import { OUTBOX_KINDS } from '../../domain/outbox.ts'
import { elapsed, type Timestamp } from '../../domain/time.ts'
import type { ReadTx } from '../database.ts'

/** Limits the rows that one reading counts, so that a backlog does not make its own measurement slow. */
const MAX_COUNTED = 10_000

const HEALTH_STATES = [
  'online',
  'unhealthy',
  'offline',
  'stopped',
] as const satisfies readonly Health[]

/** The pending items of one kind. */
interface Backlog {
  readonly kind: string
  readonly waiting: number
  /** Milliseconds since the oldest of them was created; 0 if there is none. */
  readonly oldest_ms: number
}

/** The data of the store in `/metrics`: totals over all organizations, which reveal nothing about a single one. */
export interface FleetStatus {
  readonly installations: readonly { readonly health: Health; readonly rows: number }[]
  /** Installations whose lease has to be checked now; more than a few mean that the sweeps are falling behind. */
  readonly leases_due: number
  readonly outbox: readonly Backlog[]
  readonly exports: readonly Backlog[]
}

/** Returns the state of the whole fleet and of the queues. No number of waiting items exceeds 10,000. */
export async function readFleetStatus(
  tx: ReadTx,
  { now }: { readonly now: Timestamp },
): Promise<FleetStatus> {
  const [installations, leases_due, outbox, exports] = await Promise.all([
    Promise.all(HEALTH_STATES.map((health) => countInstallations(tx, health))),
    tx.installations.count(
      { health: { in: RESPONSIVE_HEALTH }, lease_check_at: { lte: now } },
      MAX_COUNTED,
    ),
    tx.outbox.select(['kind', 'created_at'], {
      where: { delivered_at: null },
      orderBy: ['next_attempt_at'],
      limit: MAX_COUNTED,
    }),
    tx.exports.select(['destination', 'created_at'], {
      where: { finished_at: null },
      orderBy: ['next_attempt_at'],
      limit: MAX_COUNTED,
    }),
  ])
  return {
    installations,
    leases_due,
    outbox: backlogs(OUTBOX_KINDS, outbox, now),
    exports: backlogs(
      DESTINATIONS,
      exports.map(({ destination: kind, created_at }) => ({ kind, created_at })),
      now,
    ),
  }
}

/** Reads a maintained count (`src/store/counts.ts`), which costs the same for every size of the fleet. */
const countInstallations = async (tx: ReadTx, health: Health) => ({
  health,
  rows: await tx.installations.count({ health, lifecycle: { in: OPERATIVE_LIFECYCLES } }),
})

function backlogs(
  kinds: readonly string[],
  items: readonly { readonly kind: string; readonly created_at: Timestamp }[],
  now: Timestamp,
): readonly Backlog[] {
  const byKind = Map.groupBy(items, ({ kind }) => kind)
  return kinds.map((kind) => {
    const waiting = byKind.get(kind) ?? []
    const ages = waiting.map(({ created_at }) => elapsed(created_at, now))
    return { kind, waiting: waiting.length, oldest_ms: Math.max(0, ...ages) }
  })
}
