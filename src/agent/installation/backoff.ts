/** Computes how long to wait before a request, and how often requests may be sent. Times are in milliseconds; `random` is in [0, 1). */
import { effectiveInterval as limitInterval } from '../../domain/installations/lease.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/time.ts'

/** The maximum number of bootstraps, recoveries, refreshes and heartbeats within any 60 seconds, regardless of the platform's responses. */
export const ATTEMPTS_PER_MINUTE = 30
const FIRST_WAIT_MS = SECOND_MS
/** A longer Retry-After is reduced to this, so that a wrong header cannot silence an agent. */
const MAX_RETRY_AFTER_MS = HOUR_MS
const MAX_BACKOFF_MS = 10 * MINUTE_MS

/** Rounds an interval to seconds and limits it to the effective range. */
export const effectiveInterval = (seconds: number): number => limitInterval(Math.round(seconds))

/**
 * Returns the wait of an exponential backoff with full jitter: a random time between zero and a limit that doubles with every failure.
 * Agents that lost their connection at the same moment therefore reconnect at times spread over the whole period.
 */
export function backoff(failures: number, cap_ms: number, random: number): number {
  const limit = Math.min(cap_ms, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20))
  return Math.round(limit * random)
}

/**
 * Returns the cap of the backoff during an outage of the platform. With intervals from 15 seconds to five minutes, it allows one attempt
 * per interval on average, so an outage causes about as many requests as normal operation. With longer intervals, the agent still tries at
 * least every ten minutes.
 */
export const outageCap = (interval_s: number): number =>
  Math.min(MAX_BACKOFF_MS, Math.max(30_000, 2000 * interval_s))

/** Returns the wait that a response requests: its Retry-After plus up to a tenth, so that agents do not all retry at the same moment. */
export function retryAfterWait(retry_after_ms: number | null, random: number): number {
  return Math.round(Math.min(retry_after_ms ?? 0, MAX_RETRY_AFTER_MS) * (1 + 0.1 * random))
}

/** Returns the wait before refused credentials are tried again: at least half a minute, and more with each failure, up to about an hour. */
export const probeWait = (failures: number, random: number): number =>
  MINUTE_MS / 2 + backoff(failures + 5, MAX_RETRY_AFTER_MS, random)

/** Returns when the next request may be sent, given when the last ones were sent. */
export function nextAllowedAt(recent: readonly number[], limit: number): number {
  return recent.length < limit ? -Infinity : recent[recent.length - limit]! + MINUTE_MS
}

/** Returns the attempts of the last minute, including the one at `now`. */
export const recordAttempt = (recent: readonly number[], now: number): readonly number[] => [
  ...recent.filter((at) => at > now - MINUTE_MS),
  now,
]

/**
 * Returns the wait until the next heartbeat: the time that the platform states by its own clock, but at most one interval. A value below
 * a quarter of the interval is ignored, because it comes from a clock that jumped or from a delayed response. Up to 5 % is subtracted at
 * random, so that heartbeats spread out even if the platform does not spread them.
 * @param until_next_ms from the response's Date to its `next_heartbeat_at`; null if either is missing
 */
export function heartbeatWait(
  until_next_ms: number | null,
  interval_s: number,
  random: number,
): number {
  const interval = interval_s * 1000
  const isPlausible = until_next_ms !== null && until_next_ms >= interval / 4
  return Math.round(
    (isPlausible ? Math.min(until_next_ms, interval) : interval) * (1 - 0.05 * random),
  )
}
