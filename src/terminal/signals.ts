import { constants } from 'node:os'
import type { Logger } from 'pino'

/** Ctrl-C under npm arrives twice, from the terminal and from npm; only a later signal is a second request. */
const DUPLICATE_MS = 500

/**
 * Resolves with the first SIGTERM or SIGINT from now on; a second one exits at once. Call it before starting anything that has to be
 * stopped in order.
 */
export function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let first_at: number | undefined
    const onSignal = (signal: 'SIGTERM' | 'SIGINT') => {
      if (first_at !== undefined && performance.now() - first_at > DUPLICATE_MS)
        process.exit(128 + constants.signals[signal])
      first_at ??= performance.now()
      resolve()
    }
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  })
}

/** Logs an uncaught exception and exits with code 1, because the state of the process is unknown. */
export function exitOnUncaughtException(logger: Logger): void {
  process.once('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception; the process exits')
    process.exit(1)
  })
}
