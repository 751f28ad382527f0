import { setTimeout as delay } from 'node:timers/promises'

/** Resolves with undefined if the promise, such as a read of a store that hangs, rejects or takes too long. */
export async function within<Value>(
  timeout_ms: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  const abort = new AbortController()
  const timeout = delay(timeout_ms, undefined, { signal: abort.signal }).catch(() => undefined)
  return Promise.race([promise.catch(() => undefined), timeout]).finally(() => abort.abort())
}
