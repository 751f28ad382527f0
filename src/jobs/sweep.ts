import type { Signer } from '../domain/trust/signing-keys.ts'
import type { DowntimeCredit, Liveness } from '../store/transactions/installations/downtime.ts'
import type { JobContext } from './job-loop.ts'

export interface SweepServices extends Omit<JobContext, 'now'> {
  readonly signer: Signer
  /** Called with the number of leases that the guard against mass expiry kept from expiring. */
  readonly onMassExpiry: (held: number) => void
  /** How processes that share the store detect that none of them was running; undefined if the store is not shared. */
  readonly liveness: Required<Liveness> | undefined
  /** Called when the platform, or its store, was down for so long that leases were extended. */
  readonly onDowntime: (downtime: DowntimeCredit) => void
}

/** A pruning batch that removes at least this many rows is followed by another one, up to a maximum. */
const PRUNE_CONTINUE_THRESHOLD = 500
const MAX_PRUNE_BATCHES = 20
/**
 * Maximum number of transactions that index agents in one pass. Another one follows if the last one changed at least
 * `RELIST_CONTINUE_THRESHOLD` agents.
 */
const MAX_RELIST_BATCHES = 5
const RELIST_CONTINUE_THRESHOLD = 20

/**
 * The steps that follow the expiry of leases, in order. Each returns a number above zero if work may be left; most return the number of
 * changes.
 */
const STEPS: readonly ((services: SweepServices) => Promise<number>)[] = [
  async ({ store, platformContext }) =>
    (await store.expireInstallTokens(platformContext(), {})).expired,
  async ({ store, platformContext }) =>
    (await store.expireInvitations(platformContext(), {})).expired,
  async ({ store, platformContext }) => {
    const { revoked, more } = await store.continueRevocations(platformContext(), {})
    return revoked + Number(more)
  },
  async ({ store, platformContext }) =>
    (await store.warnExpiringKeys(platformContext(), {})).examined,
  async ({ store, platformContext }) =>
    (await store.failAbandonedTasks(platformContext(), {})).failed,
  prune,
  async ({ store, platformContext }) =>
    (await store.endDisplacedClaims(platformContext(), {})).ended,
  async ({ store, platformContext }) =>
    (await store.pruneRateBuckets(platformContext(), {})).pruned,
  async ({ store, platformContext }) =>
    Number((await store.sampleFleets(platformContext(), {})).more),
  purge,
  relist,
]

/**
 * Performs one sweep: credits downtime, expires leases, and runs the `STEPS`. A step that fails does not keep the others from running.
 * Processes that share the store set `pause_ms` so that they sweep in turn: a sweep only credits downtime if the latest sweep of any
 * process was less than `pause_ms` ago. Returns the number of expired leases plus the results of the steps.
 * @throws what the first failed step threw, after reporting the errors of others
 */
export async function sweep(services: SweepServices, pause_ms = 0): Promise<number> {
  const { store, platformContext, onMassExpiry, liveness, onError } = services
  await recordLiveness(services)
  const errors: unknown[] = []
  const instead =
    <Result>(result: Result) =>
    (cause: unknown): Result => {
      errors.push(cause)
      return result
    }
  const leases = await store
    .expireLeases(platformContext(), {
      pause_ms,
      ...(liveness && { alive_within_ms: liveness.down_above_ms }),
    })
    .catch(instead({ expired: 0, held: 0 }))
  if (!leases) return 0
  if (leases.held > 0) onMassExpiry(leases.held)
  let changes = leases.expired
  for (const step of STEPS) changes += await step(services).catch(instead(0))
  for (const cause of errors.slice(1)) onError(cause, 'sweep')
  if (errors.length > 0) throw errors[0]
  return changes
}

/** Records that this process is running, and extends leases by the length of an outage before they can expire. */
export async function recordLiveness({
  store,
  platformContext,
  liveness,
  onDowntime,
}: SweepServices): Promise<0> {
  const downtime = await store.recordAlive(platformContext(), liveness ?? {})
  if (downtime.credited > 0) onDowntime(downtime)
  return 0
}

/** Prunes in batches, between which other operations can use the store. */
async function prune({ store, platformContext }: SweepServices): Promise<number> {
  let total = 0
  for (let pass = 0; pass < MAX_PRUNE_BATCHES; pass += 1) {
    const { pruned } = await store.prune(platformContext(), {})
    total += pruned
    if (pruned < PRUNE_CONTINUE_THRESHOLD) break
  }
  return total
}

/** Purges old audit records. This is not urgent, so a failure is reported but does not fail the sweep. */
async function purge({ store, signer, platformContext, onError }: SweepServices): Promise<number> {
  try {
    const { purged, due } = await store.purgeAudit(platformContext(), { signer })
    return purged + due
  } catch (cause) {
    onError(cause)
    return 0
  }
}

/**
 * Renews the listings and search terms of agents in batches. A failure, which one agent can cause in every pass, is reported but does not
 * fail the sweep.
 */
async function relist({ store, platformContext, onError }: SweepServices): Promise<number> {
  let [total, more] = [0, true]
  for (let pass = 0; more && pass < MAX_RELIST_BATCHES; pass += 1) {
    const { relisted } = await store.relistAgents(platformContext(), {}).catch((cause: unknown) => {
      onError(cause)
      return { relisted: 0 }
    })
    total += relisted
    more = relisted >= RELIST_CONTINUE_THRESHOLD
  }
  return total
}
