import { HOUR_MS, MINUTE_MS, SECOND_MS, elapsed, type Timestamp } from '../time.ts'
import type { VerifierKey } from './note.ts'

/** A party that the operator configured to keep what the log publishes (docs/specification/transparency.md#delivery). */
export type WitnessTarget =
  | { readonly kind: 'file'; readonly name: string; readonly path: string }
  | { readonly kind: 'mail'; readonly name: string; readonly address: string }
  | {
      readonly kind: 'http'
      readonly name: string
      readonly url: string
      /** The key with which it cosigns. */
      readonly key: VerifierKey
    }

/** The delivery state of a witness. */
export interface WitnessState {
  readonly name: string
  /** The leaf index of the last publication that it has; null if it has none. */
  readonly publication: number | null
  /** The size of the last checkpoint that it has. */
  readonly size: number
  readonly last_success_at: Timestamp | null
  /** Failed attempts since the last success. */
  readonly failures: number
  /** No attempt is made before this time: the end of the delay after a failure, or of the claim of a running attempt. */
  readonly next_attempt_at: Timestamp
  readonly last_error: string | null
}

/** A witness gets a checkpoint at least this often, even if there is no new publication. */
const REFRESH_MS = HOUR_MS
/** How long, in milliseconds, a running attempt prevents other processes from delivering to the same witness. */
export const CLAIM_MS = 2 * MINUTE_MS
const MAX_DELAY_MS = 30 * MINUTE_MS

/**
 * Returns whether a delivery to a witness is due: it lacks the latest publication, or has received nothing for REFRESH_MS, and is not
 * waiting for its next attempt.
 */
export function isDeliveryDue(
  state: WitnessState,
  latest: { readonly publication: number },
  now: Timestamp,
): boolean {
  // A time further ahead than the longest delay is ignored: either another program wrote it, or the clock was set back afterwards.
  const delay_ms = elapsed(now, state.next_attempt_at)
  if (delay_ms > 0 && delay_ms <= MAX_DELAY_MS) return false
  const isStale =
    state.last_success_at === null || Math.abs(elapsed(state.last_success_at, now)) >= REFRESH_MS
  return state.publication !== latest.publication || isStale
}

/** Returns the milliseconds until the next attempt after this many failures, at most half an hour. */
export const retryDelay = (failures: number): number =>
  Math.min(MAX_DELAY_MS, 10 * SECOND_MS * 2 ** Math.min(failures - 1, 20))
