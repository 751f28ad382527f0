import { setTimeout as delay } from 'node:timers/promises'

/** Resolves with the value of the promise, or with undefined if the promise rejects or takes too long, for example because the store hangs. */
export async function within<Value>(
  timeout_ms: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  const abort = new AbortController()
  const timeout = delay(timeout_ms, undefined, { signal: abort.signal }).catch(() => undefined)
  return Promise.race([promise.catch(() => undefined), timeout]).finally(() => abort.abort())
}
