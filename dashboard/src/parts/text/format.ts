/** `dateStyle` and `timeStyle` cannot be combined with the name of the time zone. */
const EXACT = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const TIME_OF_DAY = { hour: '2-digit', minute: '2-digit' } as const
/** The format of the time of a day in hours and minutes. */
export const MINUTES = new Intl.DateTimeFormat(undefined, TIME_OF_DAY)
/** The format of a day and the time in hours and minutes. */
export const DAY_AND_MINUTES = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  ...TIME_OF_DAY,
})
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const RELATIVE_UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Formats a timestamp in the time zone and language of the user, and names the zone. */
export const formatExact = (at: string): string => EXACT.format(new Date(at))
/** Formats the day of a timestamp. */
export const formatDay = (at: string): string => DAY.format(new Date(at))
const UTC_DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
/** Formats a date without a time, such as `2026-03-01`, which is the same day in every time zone. */
export const formatDate = (date: string): string => UTC_DAY.format(new Date(date))
/** Formats a timestamp in UTC: `2026-03-01 12:00:00 UTC`. */
export const formatUtc = (at: string): string => `${at.slice(0, 19).replace('T', ' ')} UTC`

/** Formats a timestamp relative to `now`, in milliseconds: `3 minutes ago`, `in 2 hours`, `just now`. */
export function formatRelative(at: string, now: number): string {
  const difference = Date.parse(at) - now
  const unit = RELATIVE_UNITS.find(([, length]) => Math.abs(difference) >= length)
  return unit
    ? RELATIVE.format(Math.round(difference / unit[1]), unit[0])
    : difference > 0
      ? 'in a moment'
      : 'just now'
}

/** Formats a remaining time: `4:07`, `2:04:07`, `3 d 4 h`. Negative times count as zero. */
export function formatDuration(milliseconds: number): string {
  const s = Math.max(0, Math.floor(milliseconds / 1000))
  if (s >= 172_800) return `${Math.floor(s / 86_400)} d ${Math.floor((s % 86_400) / 3600)} h`
  const two = (n: number) => String(n).padStart(2, '0')
  const [h, m] = [Math.floor(s / 3600), Math.floor((s % 3600) / 60)]
  return h > 0 ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`
}

const WHOLE = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })
const ONE_DECIMAL = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** Formats an elapsed time: `840 ms`, `2.4 s`, `3.2 min`. */
export function formatElapsed(milliseconds: number): string {
  if (milliseconds < 1000) return `${WHOLE.format(milliseconds)} ms`
  return milliseconds < 60_000
    ? `${ONE_DECIMAL.format(milliseconds / 1000)} s`
    : `${ONE_DECIMAL.format(milliseconds / 60_000)} min`
}

const NUMBERS = new Intl.NumberFormat()

const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const

/** Formats a number of bytes in the largest fitting unit: `4.2 MiB`. */
export function formatBytes(amount: number): string {
  const at = Math.min(
    BYTE_UNITS.length - 1,
    Math.max(0, Math.floor(Math.log2(Math.max(amount, 1)) / 10)),
  )
  return `${formatNumber(Math.round((amount / 1024 ** at) * 10) / 10)} ${BYTE_UNITS[at]}`
}

/** Formats a number in the language of the user: `1,234`. */
export const formatNumber = (value: number): string => NUMBERS.format(value)
/** Formats a count that may be a lower bound: `1,234+`. */
export const formatCount = (count: number, counted: 'exact' | 'at_least'): string =>
  formatNumber(count) + (counted === 'at_least' ? '+' : '')

/**
 * Returns the number of code points in a string. The limits of JSON Schema count these, so that an emoji of two UTF-16 units is one
 * character.
 */
export const codePointsIn = (text: string): number => [...text].length
