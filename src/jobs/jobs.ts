import { setTimeout as delay } from 'node:timers/promises'
import { OUTBOX_KINDS } from '../domain/outbox.ts'
import type { Signer } from '../store/transactions/policies/policies.ts'
import type { Downtime, Liveness } from '../store/transactions/installations/downtime.ts'
import { deliver, type DelivererServices } from './outbox/deliver.ts'
import type { ExportRunner } from './audit/exports.ts'
import { scanNext, startImageScans, type ImageServices } from './images/scans.ts'

export interface JobServices extends DelivererServices, ImageServices {
  readonly signer: Signer
  readonly exports: ExportRunner
  /** Told when the guard against mass expiry held installations back. */
  readonly onMassExpiry: (held: number) => void
  /** Tells other processes of the same store what counts against shared rate limits. */
  readonly settleRates: () => Promise<void>
  /** Set where processes share the store: how they notice that none of them was alive. */
  readonly liveness: Required<Liveness> | undefined
  /** Told when the platform, or its store, was away for so long that leases were credited with it. */
  readonly onDowntime: (downtime: Downtime) => void
}

const PASS_MS = 1000
/** Between two sweeps of processes that share a store; a little less than a pass, whose timer may be early. */
const PAUSE_MS = 900
/** Between two settlings of rate limits. */
const SETTLE_MS = 250
/** How long a delivery under way may take when the process is asked to stop. It is tried again after the next start. */
const GRACE_MS = 5000
/** Batches of one sweep that forget at least so much are followed by another one, up to a bound. */
const PRUNE_AGAIN = 500
const MOST_PRUNES = 20
/** Most steps of announcements in one pass. */
const MOST_ANNOUNCEMENTS = 50
/** A runaway sweep ends here and goes on with the next pass. */
const MOST_ROUNDS = 1000

/**
 * One pass over everything that time makes due. With a pause it is one pass of all processes that share the store: who comes sooner
 * than that after the last one leaves it be.
 */
export async function sweep(services: JobServices, pause_ms = 0): Promise<number> {
  const { store, act, onMassExpiry, liveness } = services
  await keepAlive(services)
  const leases = await store.expireLeases(act(), {
    pause_ms,
    ...(liveness && { alive_within_ms: liveness.down_above_ms }),
  })
  if (!leases) return 0
  if (leases.held > 0) onMassExpiry(leases.held)
  const tokens = await store.expireInstallTokens(act(), {})
  const invitations = await store.expireInvitations(act(), {})
  const keys = await store.continueRevocations(act(), {})
  const tasks = await store.failAbandonedTasks(act(), {})
  const pruned = await prune(services)
  const { relisted } = await store.relistAgents(act(), {})
  const { ended } = await store.endDisplacedClaims(act(), {})
  const { forgotten } = await store.forgetRates(act(), {})
  return (
    leases.expired +
    tokens.expired +
    invitations.expired +
    keys.revoked +
    Number(keys.more) +
    tasks.failed +
    pruned +
    relisted +
    ended +
    forgotten +
    (await purge(services))
  )
}

const announce = async ({ store, act }: JobServices): Promise<number> =>
  (await store.announcePolicies(act(), { most: MOST_ANNOUNCEMENTS })).steps

/** Says that this process is alive. Nothing expires before an outage is credited. */
async function keepAlive({ store, act, liveness, onDowntime }: JobServices): Promise<0> {
  const downtime = await store.noteAlive(act(), liveness ?? {})
  if (downtime.credited > 0) onDowntime(downtime)
  return 0
}

/** Where much has piled up one batch follows the other, and whoever waits gets a turn in between. */
async function prune({ store, act }: JobServices): Promise<number> {
  let all = 0
  for (let pass = 0; pass < MOST_PRUNES; pass += 1) {
    const { pruned } = await store.prune(act(), {})
    all += pruned
    if (pruned < PRUNE_AGAIN) break
  }
  return all
}

/** Old audit records can wait, so a purge that fails is reported and keeps nothing else from happening. */
async function purge({ store, signer, act, onError }: JobServices): Promise<number> {
  try {
    const { purged, examined } = await store.purgeAudit(act(), { signer })
    return purged + examined
  } catch (cause) {
    onError(cause)
    return 0
  }
}

/** What is done side by side: the sweep, announcements, and each kind of delivery, so that a server that hangs holds up its own kind only. */
const lanesOf = (services: JobServices, pause_ms = 0): readonly (() => Promise<number>)[] => [
  () => sweep(services, pause_ms),
  () => announce(services),
  ...OUTBOX_KINDS.map((kind) => () => deliver(services, kind)),
]

/** Sweeps, delivers and exports until nothing is due any more: what a moved clock waits for. Destinations that hang are left hanging. */
export async function settle(services: JobServices): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const done = [Number(await scanNext(services))]
    for (const lane of [...lanesOf(services), services.exports.settle]) done.push(await lane())
    if (done.every((count) => count === 0)) return
  }
}

export interface Jobs {
  /**
   * Waits for what is under way, does `first`, then sweeps and delivers until nothing is due. No other pass comes in between, so
   * nothing is delivered twice, and nothing expires before `first` had its chance.
   */
  settle(first?: () => unknown): Promise<void>
  stop(): Promise<void>
}

/** Runs every lane each second until stopped, unless it is still busy, and starts the exports that are due; a failing pass is reported and the next one tries again. */
export function startJobs(services: JobServices): Jobs {
  const shared = services.liveness !== undefined
  // A long sweep must not look like an outage to the others.
  const notes = shared ? [() => keepAlive(services)] : []
  const lanes = [...notes, ...lanesOf(services, shared ? PAUSE_MS : 0), services.exports.pump].map(
    (work) => ({ work, running: undefined as Promise<unknown> | undefined }),
  )
  const idle = () => Promise.all(lanes.map(({ running }) => running))
  let settling: Promise<unknown> = Promise.resolve()
  let held = 0
  const imageScans = startImageScans(services)
  const tick = () => {
    for (const lane of held > 0 ? [] : lanes)
      lane.running ??= lane
        .work()
        .catch(services.onError)
        .finally(() => {
          lane.running = undefined
        })
  }
  let rates: Promise<void> | undefined
  const settling_rates = setInterval(() => {
    rates ??= services
      .settleRates()
      .catch(services.onError)
      .finally(() => {
        rates = undefined
      })
  }, SETTLE_MS)
  const timer = setInterval(tick, PASS_MS)
  return {
    settle(first) {
      held += 1
      const settled = settling
        .then(idle)
        .then(first)
        .then(() => settle(services))
        .then(imageScans.idle)
        .finally(() => {
          held -= 1
        })
      settling = settled.catch(services.onError)
      return settled
    },
    async stop() {
      clearInterval(timer)
      clearInterval(settling_rates)
      const grace = new AbortController()
      await Promise.race([
        Promise.all([settling, idle(), services.exports.stop(), imageScans.stop()]),
        delay(GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined),
      ])
      grace.abort()
    },
  }
}
