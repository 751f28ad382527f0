import { setTimeout as delay } from 'node:timers/promises'
import { OUTBOX_KINDS } from '../domain/outbox.ts'
import type { Signer } from '../store/intents/policies.ts'
import { deliver, type DelivererServices } from './deliver.ts'
import type { ExportRunner } from './exports.ts'
import { scanNext, startImageScans, type ImageServices } from './images.ts'

export interface JobServices extends DelivererServices, ImageServices {
  readonly signer: Signer
  readonly exports: ExportRunner
  /** Told when the guard against mass expiry held installations back. */
  readonly onMassExpiry: (held: number) => void
}

const PASS_MS = 1000
/** How long a delivery under way may take when the process is asked to stop. It is tried again after the next start. */
const GRACE_MS = 5000
/** A runaway sweep ends here and goes on with the next pass. */
const MOST_ROUNDS = 1000

/** One pass over everything that time makes due. */
export async function sweep(services: JobServices): Promise<number> {
  const { store, act, onMassExpiry } = services
  const leases = await store.expireLeases(act(), {})
  if (leases.held > 0) onMassExpiry(leases.held)
  const tokens = await store.expireInstallTokens(act(), {})
  const tasks = await store.failAbandonedTasks(act(), {})
  const { pruned } = await store.prune(act(), {})
  await store.noteAlive(act(), {})
  return leases.expired + tokens.expired + tasks.failed + pruned + (await purge(services))
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

/** What is done side by side: the sweep, and each kind of delivery, so that a server that hangs holds up its own kind only. */
const lanesOf = (services: JobServices): readonly (() => Promise<number>)[] => [
  () => sweep(services),
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
  const lanes = [...lanesOf(services), services.exports.pump].map((work) => ({ work, running: undefined as Promise<unknown> | undefined }))
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
      const grace = new AbortController()
      await Promise.race([Promise.all([settling, idle(), services.exports.stop(), imageScans.stop()]), delay(GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined)])
      grace.abort()
    },
  }
}
