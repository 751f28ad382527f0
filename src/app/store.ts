import type { Logger } from 'pino'
import { createClock, serverClock, type Clock } from '../system.ts'
import type { Config } from '../config/config.ts'
import type { Readiness } from './http.ts'
import type { Metrics } from './metrics.ts'
import { shareRuns } from './share-runs.ts'
import { dialectOf } from '../store/dialects.ts'
import type { PoolCounts } from '../store/dialect.ts'
import type { Database } from '../store/database.ts'
import { openDatabase } from '../store/open.ts'
import { createStore, withWriteHealth, type Store } from '../store/store.ts'
import { createWriteHealthMonitor, type WriteHealthMonitor } from '../store/write-health.ts'
import { within } from './within.ts'

/** The store of a platform, with the clock that sets the times of its records. */
export interface PlatformStore {
  readonly store: Store
  readonly clock: Clock
  /** Whether other processes may use the same store. Its server then keeps the time for all of them. */
  readonly shared: boolean
  /** Returns whether an error was caused by an outage that the store's health monitor has already logged. */
  isReportedOutage(cause: unknown): boolean
  /** Returns how many connections to the database server there are, by state; undefined if there is no server. */
  poolCounts(): PoolCounts | undefined
  /** Resolves with whether the store can be read and written. */
  readiness(): Promise<Readiness>
}

/**
 * Opens the configured store. A clock that the caller passes may be advanced at any time, so it takes precedence over the clock of the
 * database server.
 */
export async function openStore(
  config: Config,
  given: { readonly clock?: Clock; readonly store?: Store },
  metrics: Metrics,
  logger: Logger,
): Promise<PlatformStore> {
  const shared = dialectOf(config.store).readClockOffset !== undefined && given.clock === undefined
  const storeClock = serverClock()
  let poolCounts: PlatformStore['poolCounts'] = () => undefined
  const database = given.store
    ? undefined
    : await openDatabase(config.store, {
        connections: config.store_connections,
        onWait: metrics.observeStoreWait,
        onPool: (counts) => {
          poolCounts = counts
        },
        onPrimary: (server) => logger.info({ server }, 'connected to the primary of the database'),
        clock: shared ? 'server' : 'caller',
        onTime(server_ms, took_ms) {
          storeClock.observe(server_ms, took_ms)
          metrics.recordStoreClock(server_ms)
        },
      })
  const monitor = database && monitorOf(database, metrics, logger)
  const store = given.store ?? createStore(withWriteHealth(database!, monitor!))
  // Anybody can request `/readyz`.
  const isStoreReadable = shareRuns(() => isReadable(store))
  return {
    store,
    clock: shared ? storeClock : (given.clock ?? createClock()),
    shared,
    poolCounts: () => poolCounts(),
    isReportedOutage: (cause) => monitor?.covers(cause) ?? false,
    readiness: async () =>
      !(await isStoreReadable())
        ? 'unavailable'
        : monitor?.health() === 'failing'
          ? 'read_only'
          : 'ready',
  }
}

/** Creates a monitor that logs when the database becomes read-only and when it is writable again. */
function monitorOf(database: Database, metrics: Metrics, logger: Logger): WriteHealthMonitor {
  return createWriteHealthMonitor(database, {
    onOutage: (cause) => {
      metrics.count('store_outage')
      logger.error(
        { reason: (cause as Error | undefined)?.message },
        'the store cannot be written to: writes fail with 503 until it recovers; find the cause with: svc-registry check-config',
      )
    },
    onTransientFailure: (cause) =>
      logger.warn(
        { reason: (cause as Error | undefined)?.message },
        'the store could not be written to for a moment: writes during that time failed with 503',
      ),
    onRecovery: (milliseconds) =>
      logger.warn({ lasted_ms: Math.round(milliseconds) }, 'the store can be written to again'),
  })
}

/** Maximum duration of a readiness probe, even if the store hangs. */
const READINESS_TIMEOUT_MS = 2000
async function isReadable(store: Store): Promise<boolean> {
  const head = store.findChainHead({ chain: 'platform' }).then(() => true)
  return (await within(READINESS_TIMEOUT_MS, head)) ?? false
}
