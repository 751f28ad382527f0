import type { Timestamp } from '../domain/time.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { Act } from '../store/act.ts'
import type { Store } from '../store/store.ts'
import { deliver } from './deliver.ts'

export interface JobServices {
  readonly store: Store
  readonly mailer: Mailer
  readonly master_key: Uint8Array
  readonly now: () => Timestamp
  /** An act of the platform itself. */
  readonly act: () => Act
  readonly onError: (cause: unknown) => void
  /** Told when the guard against mass expiry held installations back. */
  readonly onMassExpiry: (held: number) => void
}

const PASS_MS = 1000
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
  return leases.expired + tokens.expired + tasks.failed + pruned
}

/** Sweeps and delivers until nothing is due any more: what a moved clock waits for. */
export async function settle(services: JobServices): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if ((await sweep(services)) + (await deliver(services)) === 0) return
  }
}

export interface Jobs {
  /**
   * Waits for the pass under way, does `first`, then sweeps and delivers until nothing is due. No other pass comes in between, so
   * nothing is delivered twice, and nothing expires before `first` had its chance.
   */
  settle(first?: () => unknown): Promise<void>
  stop(): Promise<void>
}

/** Runs both every second until stopped; a failing pass is reported and the next one tries again. */
export function startJobs(services: JobServices): Jobs {
  let running: Promise<unknown> = Promise.resolve()
  let stopped = false
  const pass = async () => {
    await sweep(services)
    await deliver(services)
  }
  const timer = setInterval(() => {
    running = running.then(() => (stopped ? undefined : pass())).catch(services.onError)
  }, PASS_MS)
  return {
    settle(first) {
      const settled = running.then(first).then(() => settle(services))
      running = settled.catch(services.onError)
      return settled
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
