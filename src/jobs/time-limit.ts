import { setTimeout as delay } from 'node:timers/promises'

/** Settles like the promise, or resolves with undefined after this many milliseconds; a later error is ignored. */
export async function withTimeLimit<Value>(
  limit_ms: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  const timer = new AbortController()
  const timeout = delay(limit_ms, undefined, { signal: timer.signal }).catch(() => undefined)
  return Promise.race([promise, timeout]).finally(() => timer.abort())
}
