/** How long to wait, and how often to ask at most. Milliseconds throughout; `dice` is a random number in [0, 1). */

/** Never more requests than this in any 60 seconds, whatever the platform answers. */
export const ATTEMPTS_PER_MINUTE = 30
export const MINUTE_MS = 60_000
const FIRST_WAIT_MS = 1000
/** A platform may ask for patience, but not for ever. */
const LONGEST_PATIENCE_MS = 60 * MINUTE_MS
const LONGEST_BACKOFF_MS = 10 * MINUTE_MS

/** Limits the heartbeat interval, in seconds (docs/specification/installations.md#heartbeat-interval). */
export const INTERVAL_SECONDS = { default: 60, least: 5, most: 3600 }

/** Brings an interval into the effective range. */
export const effectiveInterval = (seconds: number): number =>
  Math.min(INTERVAL_SECONDS.most, Math.max(INTERVAL_SECONDS.least, Math.round(seconds)))

/**
 * Exponential backoff with full jitter: anywhere between nothing and a limit that doubles with every failure. Agents that lost
 * the platform in the same moment come back spread over the whole time, not in step.
 */
export function backoff(failures: number, cap_ms: number, dice: number): number {
  const limit = Math.min(cap_ms, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20))
  return Math.round(limit * dice)
}

/** The cap while the platform is away: on average one attempt per interval, so an outage costs no more requests than health. */
export const outageCap = (interval_s: number): number =>
  Math.min(LONGEST_BACKOFF_MS, Math.max(30_000, 2000 * interval_s))

/** The wait that an answer asks for: at least its Retry-After, and up to a tenth more so that not all come back at once. */
export function patience(retry_after_ms: number | null, dice: number): number {
  return Math.round(Math.min(retry_after_ms ?? 0, LONGEST_PATIENCE_MS) * (1 + 0.1 * dice))
}

/** The wait before credentials that were refused are tried once more: up to a minute at first, up to an hour in the end. */
export const probeWait = (failures: number, dice: number): number =>
  MINUTE_MS / 2 + backoff(failures + 5, LONGEST_PATIENCE_MS, dice)

/** When the next request may leave, given when the last ones did. */
export function freeAt(recent: readonly number[], most: number): number {
  return recent.length < most ? -Infinity : recent[recent.length - most]! + MINUTE_MS
}

/** The attempts of the last minute, with this one. */
export const withAttempt = (recent: readonly number[], now: number): readonly number[] => [
  ...recent.filter((at) => at > now - MINUTE_MS),
  now,
]

/**
 * How long until the next heartbeat: as the platform says, by its own clock; one interval where that cannot be (a clock that
 * jumped, an answer from yesterday). Up to 5 % early, so that heartbeats spread even where the platform does not spread them.
 * @param said_ms from the answer's Date to its `next_heartbeat_at`; null when either is missing
 */
export function heartbeatWait(said_ms: number | null, interval_s: number, dice: number): number {
  const interval = interval_s * 1000
  const sane = said_ms !== null && said_ms >= interval / 4 && said_ms <= interval * 1.1
  return Math.round(Math.min(sane ? said_ms : interval, interval) * (1 - 0.05 * dice))
}
