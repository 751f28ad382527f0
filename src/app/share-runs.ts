/** Lets concurrent callers share one run of a function. */
export function shareRuns<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => (running ??= run().finally(() => (running = undefined)))
}
