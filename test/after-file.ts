const cleanups: (() => Promise<unknown>)[] = []

/** Has something done when the last test of the file is over. */
export const afterFile = (cleanup: () => Promise<unknown>): void => {
  cleanups.push(cleanup)
}

/** Runs what was asked for, and forgets it. */
export const cleanUp = (): Promise<unknown> =>
  Promise.all(cleanups.splice(0).map((cleanup) => cleanup()))
