import { constants } from 'node:os'

/** Ctrl-C under npm arrives twice, from the terminal and from npm; only a later one is a second wish. */
const SAME_WISH_MS = 500

/** Resolves when the process is asked to stop, by SIGTERM or Ctrl-C. A second signal ends it at once. */
export function askedToStop(): Promise<void> {
  return new Promise((resolve) => {
    let first_at: number | undefined
    const onSignal = (signal: 'SIGTERM' | 'SIGINT') => {
      if (first_at !== undefined && performance.now() - first_at > SAME_WISH_MS)
        process.exit(128 + constants.signals[signal])
      if (first_at === undefined) resolve()
      first_at ??= performance.now()
    }
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  })
}

/** How long a process whose work is done may take to end by itself. */
const LEFTOVERS_MS = 1000

/** Ends the process soon, also when a skill that was given up still holds on to it. */
export function leave(): void {
  setTimeout(() => process.exit(), LEFTOVERS_MS).unref()
}
