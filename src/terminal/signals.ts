import { constants } from 'node:os'

/** Under npm, Ctrl-C arrives twice, from the terminal and from npm. A signal within this time is a duplicate. */
const DUPLICATE_MS = 500

/**
 * Resolves at the first SIGTERM or SIGINT from now on; a second one ends the process at once. It must be called before anything is started
 * that has to be stopped gracefully.
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

/**
 * Runs a cleanup and exits when a signal ends the process. The cleanup has to be synchronous, because nothing else runs after it.
 * @returns a function that removes the cleanup, so that the signals have their usual effect again
 */
export function onInterrupt(cleanup: () => void): () => void {
  const onSignal = (signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP') => {
    try {
      cleanup()
    } finally {
      process.exit(128 + constants.signals[signal])
    }
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal).on('SIGHUP', onSignal)
  return () => {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal).off('SIGHUP', onSignal)
  }
}

/** The part of a logger that reports an uncaught exception. */
interface FatalLogger {
  fatal(fields: object, message: string): void
}

/** Logs an uncaught exception and exits with code 1, because the process is then in an unknown state. */
export function exitOnUncaughtException(logger: FatalLogger): void {
  process.once('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception; the process exits')
    process.exit(1)
  })
}

/** Milliseconds after which the process is made to exit. */
const EXIT_DELAY_MS = 1000

/** Makes the process exit soon, even if an interrupted skill keeps it alive. */
export function exitSoon(): void {
  setTimeout(() => process.exit(), EXIT_DELAY_MS).unref()
}
