import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createClock, serverClock, type Clock } from '../system.ts'
import type { Config } from '../config.ts'
import type { Readiness } from '../health-routes.ts'
import type { Metrics } from '../metrics.ts'
import { dialectOf } from '../store/dialects.ts'
import { StoreUnavailable, type Database } from '../store/database.ts'
import { openDatabase } from '../store/open.ts'
import { createStore, withWriteHealth, type Store } from '../store/store.ts'
import { createWriteHealthMonitor, type WriteHealthMonitor } from '../store/write-health.ts'

/** The store of a platform, with the clock that its records are written by. */
export interface PlatformStore {
  readonly store: Store
  readonly clock: Clock
  /** Whether other processes may use the same store. Its server then keeps the time for all of them. */
  readonly shared: boolean
  /** Tells whether an error comes from an outage that the store's health monitor has logged already. */
  isReportedOutage(cause: unknown): boolean
  /** Tells whether the store answers and keeps what is written. */
  readiness(): Promise<Readiness>
}

/**
 * Opens the store of the configuration. A clock that is given may be moved by its owner, so the store then takes no gap in time for an
 * outage.
 */
export async function openStore(
  config: Config,
  given: { readonly clock?: Clock; readonly store?: Store },
  metrics: Metrics,
  logger: Logger,
): Promise<PlatformStore> {
  const shared = dialectOf(config.store).hasClock && given.clock === undefined
  const storeClock = serverClock()
  const database = given.store
    ? undefined
    : await openDatabase(config.store, {
        connections: config.store_connections,
        onWait: metrics.observeStoreWait,
        clock: shared ? 'server' : 'caller',
        onTime(server_ms, took_ms) {
          storeClock.observe(server_ms, took_ms)
          metrics.setStoreClock(server_ms)
        },
      })
  const monitor = database && monitorOf(database, metrics, logger)
  const store = given.store ?? createStore(withWriteHealth(database!, monitor!))
  return {
    store,
    clock: shared ? storeClock : (given.clock ?? createClock()),
    shared,
    isReportedOutage: (cause) =>
      cause instanceof StoreUnavailable && monitor !== undefined && monitor.health() !== 'healthy',
    readiness: async () =>
      !(await isReadable(store))
        ? 'unavailable'
        : monitor?.health() === 'failing'
          ? 'read_only'
          : 'ready',
  }
}

/** Returns a monitor that logs when the database can no longer be written and when it can again. */
function monitorOf(database: Database, metrics: Metrics, logger: Logger): WriteHealthMonitor {
  return createWriteHealthMonitor(database, {
    onOutage: (cause) => {
      metrics.count('store_outage')
      logger.error(
        { reason: (cause as Error | undefined)?.message },
        'the store cannot be written: requests that write are answered with 503 until it can',
      )
    },
    onTransientFailure: (cause) =>
      logger.warn(
        { reason: (cause as Error | undefined)?.message },
        'the store could not be written for a moment: requests meanwhile were answered with 503',
      ),
    onRecovery: (milliseconds) =>
      logger.warn({ lasted_ms: Math.round(milliseconds) }, 'the store can be written again'),
  })
}

/** A readiness probe is answered within this time, even when the store hangs. */
const READY_WITHIN_MS = 2000
async function isReadable(store: Store): Promise<boolean> {
  const answer = store.findChainHead({ chain: 'platform' }).then(
    () => true,
    () => false,
  )
  const late = new AbortController()
  const silent = delay(READY_WITHIN_MS, false, { signal: late.signal }).catch(() => false)
  return Promise.race([answer, silent]).finally(() => late.abort())
}
