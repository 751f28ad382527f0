import { constants } from 'node:os'

/** Under npm, Ctrl-C arrives twice, from the terminal and from npm. A signal within this time is a duplicate. */
const DUPLICATE_MS = 500

/** Resolves at the first SIGTERM or Ctrl-C. A second one ends the process at once. The library cannot use that of the command line. */
export function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let first_at: number | undefined
    const onSignal = (signal: 'SIGTERM' | 'SIGINT') => {
      if (first_at !== undefined && performance.now() - first_at > DUPLICATE_MS)
        process.exit(128 + constants.signals[signal])
      if (first_at === undefined) resolve()
      first_at ??= performance.now()
    }
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  })
}

/** How long the process may take to end by itself. */
const EXIT_DELAY_MS = 1000

/** Ends the process soon, even if an interrupted skill would keep it alive. */
export function exitSoon(): void {
  setTimeout(() => process.exit(), EXIT_DELAY_MS).unref()
}
