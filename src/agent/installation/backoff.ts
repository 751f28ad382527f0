/** How long to wait before a request, and how often requests may be sent. Times are milliseconds; `random` is in [0, 1). */
import { effectiveInterval as limitInterval } from '../../domain/installations/lease.ts'

/** The most requests that leave within any 60 seconds, whatever the platform answers. */
export const ATTEMPTS_PER_MINUTE = 30
export const MINUTE_MS = 60_000
const FIRST_WAIT_MS = 1000
/** A longer Retry-After is cut to this, so that a mistaken header cannot silence an agent. */
const MAX_RETRY_AFTER_MS = 60 * MINUTE_MS
const MAX_BACKOFF_MS = 10 * MINUTE_MS

/** Rounds an interval to seconds and limits it to the effective range. */
export const effectiveInterval = (seconds: number): number => limitInterval(Math.round(seconds))

/**
 * Returns the wait of an exponential backoff with full jitter: anything between zero and a limit that doubles with every failure. Agents
 * that lost the platform at the same moment therefore return spread over the whole period.
 */
export function backoff(failures: number, cap_ms: number, random: number): number {
  const limit = Math.min(cap_ms, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20))
  return Math.round(limit * random)
}

/**
 * Returns the cap of the backoff while the platform is away. It allows one attempt per interval on average, so an outage costs no more
 * requests than normal operation.
 */
export const outageCap = (interval_s: number): number =>
  Math.min(MAX_BACKOFF_MS, Math.max(30_000, 2000 * interval_s))

/** Returns the wait that a response asks for: its Retry-After plus up to a tenth, so that not all agents return at once. */
export function retryAfterWait(retry_after_ms: number | null, random: number): number {
  return Math.round(Math.min(retry_after_ms ?? 0, MAX_RETRY_AFTER_MS) * (1 + 0.1 * random))
}

/** Returns the wait before refused credentials are tried again: up to about a minute at first, up to about an hour later. */
export const probeWait = (failures: number, random: number): number =>
  MINUTE_MS / 2 + backoff(failures + 5, MAX_RETRY_AFTER_MS, random)

/** Returns when the next request may leave, given when the last ones left. */
export function nextAllowedAt(recent: readonly number[], limit: number): number {
  return recent.length < limit ? -Infinity : recent[recent.length - limit]! + MINUTE_MS
}

/** Returns the attempts of the last minute, including the one at `now`. */
export const recordAttempt = (recent: readonly number[], now: number): readonly number[] => [
  ...recent.filter((at) => at > now - MINUTE_MS),
  now,
]

/**
 * Returns the wait until the next heartbeat: what the platform says by its own clock, at most one interval. A value below a quarter of
 * the interval is not believed, because it comes from a clock that jumped or from a delayed response. Up to 5 % is taken off, so that
 * heartbeats spread even where the platform does not spread them.
 * @param until_next_ms from the response's Date to its `next_heartbeat_at`; null when either is missing
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
