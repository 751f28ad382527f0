import { OUTBOX_KINDS } from '../domain/outbox.ts'
import {
  writeFleetCounters,
  writeFleetCountersWhenDue,
  type TrendServices,
} from './installations/trends.ts'
import { deliver, type DelivererServices } from './outbox/deliver.ts'
import { recordLiveness, sweep, type SweepServices } from './sweep.ts'
import { runJob, type JobContext, type JobLoop, type JobReports } from './job-loop.ts'
import { withTimeLimit } from './time-limit.ts'
import type { ExportRunner } from './audit/exports.ts'
import { publishHeadsWhenDue, sequenceEntries } from './transparency/log.ts'
import { submitToWitnesses, type WitnessServices } from './transparency/witnesses.ts'
import { maintainSigningKeys, type SigningKeyServices } from './trust/signing-keys.ts'
import type { ImageScanRunner } from './images/scans.ts'

export interface JobServices
  extends
    DelivererServices,
    WitnessServices,
    SigningKeyServices,
    SweepServices,
    TrendServices,
    JobReports {
  readonly store: JobContext['store']
  readonly exports: ExportRunner
  readonly imageScans: ImageScanRunner
  /** Exchanges the consumption of shared rate limits with the other processes of the store. */
  readonly synchronizeRates: () => Promise<void>
}

const INTERVAL_MS = 1000
/**
 * Milliseconds between two sweeps of processes that share a store. It is a little less than the interval, because the timer may fire early.
 */
const PAUSE_MS = 900
/** Milliseconds between two synchronizations of rate limits. */
const RATE_INTERVAL_MS = 250
/**
 * Maximum milliseconds that `stop` waits for running jobs. What they have not finished is done after the next start, or by another process.
 */
const GRACE_MS = 5000
/** Maximum number of steps of policy announcements in one pass. */
const MAX_ANNOUNCEMENTS = 50
/** Maximum number of rounds before `runUntilIdle` gives up; the next pass continues. */
const MAX_ROUNDS = 1000

const announce = async ({ store, platformContext }: JobServices): Promise<number> =>
  (await store.announcePolicies(platformContext(), { max_steps: MAX_ANNOUNCEMENTS })).steps

/**
 * Returns the jobs that run concurrently: signing keys, sweep, announcements, trends, audit heads, the log, its witnesses, and each kind
 * of delivery, so that a server that hangs delays only its own kind.
 */
const jobLoops = (services: JobServices, pause_ms = 0): readonly JobLoop[] => [
  { job: 'signing_keys', run: () => maintainSigningKeys(services) },
  { job: 'sweep', run: () => sweep(services, pause_ms) },
  { job: 'announcements', run: () => announce(services) },
  { job: 'trends', run: () => writeFleetCountersWhenDue(services) },
  { job: 'audit_heads', run: () => publishHeadsWhenDue(services) },
  { job: 'log', run: () => sequenceEntries(services) },
  { job: 'witnesses', run: () => submitToWitnesses(services) },
  ...OUTBOX_KINDS.map((kind) => ({
    job: `outbox_${kind}` as const,
    run: () => deliver(services, kind),
  })),
]

/**
 * Sweeps, delivers, exports and scans until nothing is due, after a clock was advanced. It does not wait for export destinations that hang.
 */
export async function runUntilIdle(services: JobServices): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const done: number[] = []
    for (const { run } of jobLoops(services)) done.push(await run())
    done.push(await services.exports.drain(), await services.imageScans.advance())
    if (done.every((count) => count === 0)) return
  }
}

export interface Jobs {
  /**
   * Waits for running jobs, calls `first`, then runs all jobs until nothing is due. No other pass runs in between, so nothing is delivered
   * twice, and nothing expires before `first` has run. Exports and image scans that were started before continue meanwhile.
   */
  runUntilIdle(first?: () => unknown): Promise<void>
  stop(): Promise<void>
}

/**
 * Runs every loop once a second until stopped, unless it is still busy, and starts the exports and image scans that are due. An error is
 * reported, and the next pass tries again.
 */
export function startJobs(services: JobServices): Jobs {
  const shared = services.liveness !== undefined
  // This loop is separate, because other processes would mistake a long sweep for an outage.
  const livenessLoops: readonly JobLoop[] = shared
    ? [{ job: 'liveness', run: () => recordLiveness(services) }]
    : []
  const loops = [
    ...livenessLoops,
    ...jobLoops(services, shared ? PAUSE_MS : 0),
    { job: 'exports' as const, run: services.exports.startDue },
    { job: 'image_scans' as const, run: services.imageScans.startDue },
  ].map((loop) => ({ ...loop, running: undefined as Promise<unknown> | undefined }))
  const idle = () => Promise.all(loops.map(({ running }) => running))
  let draining: Promise<unknown> = Promise.resolve()
  services.onJobsStarted(loops.map(({ job }) => job))
  let paused = 0
  const tick = () => {
    for (const loop of paused > 0 ? [] : loops)
      loop.running ??= runJob(services, loop).finally(() => {
        loop.running = undefined
      })
  }
  let rates: Promise<void> | undefined
  const rate_timer = setInterval(() => {
    rates ??= services
      .synchronizeRates()
      .catch((cause: unknown) => services.onError(cause))
      .finally(() => {
        rates = undefined
      })
  }, RATE_INTERVAL_MS)
  const timer = setInterval(tick, INTERVAL_MS)
  return {
    runUntilIdle(first) {
      paused += 1
      const settled = draining
        .then(idle)
        .then(first)
        .then(() => runUntilIdle(services))
        .finally(() => {
          paused -= 1
        })
      draining = settled.catch((cause: unknown) => services.onError(cause))
      return settled
    },
    async stop() {
      clearInterval(timer)
      clearInterval(rate_timer)
      await withTimeLimit(
        GRACE_MS,
        Promise.all([draining, idle(), services.exports.stop(), services.imageScans.stop()]),
      )
      await writeFleetCounters(services).catch(services.onError)
    },
  }
}
