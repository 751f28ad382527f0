import { withTimeLimit } from '../jobs/time-limit.ts'

/**
 * Resolves with the value of the promise, or with undefined if the promise rejects or takes too long, for example because the store hangs.
 */
export const within = <Value>(
  timeout_ms: number,
  promise: Promise<Value>,
): Promise<Value | undefined> =>
  withTimeLimit(
    timeout_ms,
    promise.catch(() => undefined),
  )
