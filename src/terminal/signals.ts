import { constants } from 'node:os'
import type { Logger } from 'pino'

/** Ctrl-C under npm arrives twice, from the terminal and from npm; only a later one is a second wish. */
const SAME_WISH_MS = 500

/**
 * Resolves with the first SIGTERM or SIGINT from now on; a second one ends the process at once. To be called before anything is
 * begun that wants to be ended in order.
 */
export function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let first_at: number | undefined
    const onSignal = (signal: 'SIGTERM' | 'SIGINT') => {
      if (first_at !== undefined && performance.now() - first_at > SAME_WISH_MS)
        process.exit(128 + constants.signals[signal])
      first_at ??= performance.now()
      resolve()
    }
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  })
}

/** Logs an error that nobody caught and ends the process: what state it left behind is unknown. */
export function endAtUncaught(logger: Logger): void {
  process.once('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'an error that nobody caught: the process ends')
    process.exit(1)
  })
}
