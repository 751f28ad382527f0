/** ISO 8601 in UTC with milliseconds, for example `2026-03-01T12:00:00.000Z`. All have the same length, so `<` compares them by time. */
export type Timestamp = string

/** Durations in milliseconds. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Returns the milliseconds since 1970 of a timestamp of the platform. */
export function ms(timestamp: Timestamp): number {
  return Date.parse(timestamp)
}

/**
 * Returns the timestamp of a time in milliseconds since 1970.
 * @throws RangeError for NaN and times that `Date` cannot represent
 */
export function iso(moment: number): Timestamp {
  return new Date(moment).toISOString()
}

/** Returns the timestamp `duration` milliseconds later, or earlier if negative. */
export function plus(timestamp: Timestamp, duration: number): Timestamp {
  return iso(ms(timestamp) + duration)
}

/** Returns the milliseconds from one timestamp to another; negative if `to` is before `from`. */
export function elapsed(from: Timestamp, to: Timestamp): number {
  return ms(to) - ms(from)
}

/** Returns the day of a timestamp in UTC, for example `2026-03-01`. */
export const dayOf = (timestamp: Timestamp): string => timestamp.slice(0, 10)

/** Returns the later of two timestamps. */
export const later = (a: Timestamp, b: Timestamp): Timestamp => (a > b ? a : b)

/**
 * Returns the milliseconds until the next attempt. They double with each attempt, and the upper half is random, so that what failed at the
 * same time is not retried at the same time.
 * @param jitter from 0 to 1
 */
export function backoff(
  first_ms: number,
  max_ms: number,
  attempts: number,
  jitter: number,
): number {
  const longest_ms = Math.min(max_ms, first_ms * 2 ** Math.min(attempts, 30))
  return Math.round((longest_ms / 2) * (1 + jitter))
}

const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

/**
 * Parses an RFC 3339 timestamp with any offset; fractions below a millisecond are truncated.
 * @returns milliseconds since 1970, or `undefined` for other strings, days that do not exist, and leap seconds
 */
export function parseTimestamp(text: string): number | undefined {
  const [matched, year, month, day] = DATE_TIME.exec(text) ?? []
  if (!matched) return undefined
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (midnight.getUTCMonth() + 1 !== Number(month) || midnight.getUTCDate() !== Number(day))
    return undefined
  return Date.parse(matched.toUpperCase())
}

/** The range of timestamps that records can have. */
const TIMESTAMP_RANGE = [Date.UTC(2000), Date.UTC(9000)] as const

/**
 * Returns a valid RFC 3339 timestamp in the format of records, clamped to the range that records can have: with an offset, it may be in the
 * year 10000, which would sort before all others.
 */
export const clampTimestamp = (text: string): Timestamp =>
  iso(Math.min(Math.max(parseTimestamp(text)!, TIMESTAMP_RANGE[0]), TIMESTAMP_RANGE[1]))
