const cleanups: (() => Promise<unknown>)[] = []

/** Registers a function that is called after the last test of the file. */
export const afterFile = (cleanup: () => Promise<unknown>): void => {
  cleanups.push(cleanup)
}

/** Calls and removes all registered functions. */
export const cleanUp = (): Promise<unknown> =>
  Promise.all(cleanups.splice(0).map((cleanup) => cleanup()))
