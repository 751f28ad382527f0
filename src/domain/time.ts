/** ISO 8601 in UTC with milliseconds, as `2026-03-01T12:00:00.000Z`: all of one length, so `<` compares moments. */
export type Timestamp = string

/** Milliseconds since 1970 of one of our own timestamps. */
export function ms(timestamp: Timestamp): number {
  return Date.parse(timestamp)
}

/** The timestamp of a moment in milliseconds since 1970. @throws RangeError for NaN and what no calendar holds. */
export function iso(moment: number): Timestamp {
  return new Date(moment).toISOString()
}

/** The timestamp `duration` milliseconds later; earlier when negative. */
export function plus(timestamp: Timestamp, duration: number): Timestamp {
  return iso(ms(timestamp) + duration)
}

/** Milliseconds from one timestamp to another; negative when `to` lies before `from`. */
export function elapsed(from: Timestamp, to: Timestamp): number {
  return ms(to) - ms(from)
}

/** The day of a timestamp, in UTC. */
export const dayOf = (timestamp: Timestamp): string => timestamp.slice(0, 10)

/** The later of two timestamps. */
export const later = (a: Timestamp, b: Timestamp): Timestamp => (a > b ? a : b)

const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

/**
 * Reads a timestamp that a stranger wrote: RFC 3339 with any offset; fractions below a millisecond are cut off.
 * @returns milliseconds since 1970, or `undefined` for other texts, days that no month has, and leap seconds.
 */
export function parseTimestamp(text: string): number | undefined {
  const [matched, year, month, day] = DATE_TIME.exec(text) ?? []
  if (!matched) return undefined
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (midnight.getUTCMonth() + 1 !== Number(month) || midnight.getUTCDate() !== Number(day))
    return undefined
  return Date.parse(matched.toUpperCase())
}
