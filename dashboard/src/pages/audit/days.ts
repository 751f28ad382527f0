/**
 * A day in the URL of the audit log has the UTC offset of the user who selected it (`2026-11-28+13:00`, as in XML Schema), so that a link
 * finds the same records in every time zone. A day without an offset is in UTC.
 */
const DAY = /^(\d{4}-\d\d-\d\d)(Z|[+-]\d\d:\d\d)?$/
/** The times of the first and the last millisecond of a day. */
export const FIRST_MOMENT = '00:00:00.000'
export const LAST_MOMENT = '23:59:59.999'

/** Returns the date and the UTC offset of a day; the date is empty if there is none. */
export function partsOf(day: string): { readonly date: string; readonly offset: string } {
  const [, date = '', offset = 'Z'] = DAY.exec(day) ?? []
  return { date, offset }
}

/** Returns the timestamp of a time on a day, or undefined without a day. */
export function toTimestamp(day: string, time: string): string | undefined {
  const { date, offset } = partsOf(day)
  return date === '' ? undefined : new Date(`${date}T${time}${offset}`).toISOString()
}

/** Returns a day in the URL, or an empty string if it is invalid. A plus sign that was not encoded has become a space. */
export function validDay(text = ''): string {
  const { date, offset } = partsOf(text.replace(' ', '+'))
  return Number.isNaN(Date.parse(`${date}T${FIRST_MOMENT}${offset}`)) ? '' : date + offset
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** Returns the UTC offset of a moment in the time zone of the user: `+13:00`. */
function offsetAt(moment: Date): string {
  const minutes = -Math.round(moment.getTimezoneOffset())
  const absolute = Math.abs(minutes)
  return minutes === 0
    ? 'Z'
    : `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(absolute / 60))}:${twoDigits(absolute % 60)}`
}

/** Returns a date with the UTC offset that the time zone of the user has on it. */
export const withOffset = (date: string, time: string): string =>
  date === '' ? '' : date + offsetAt(new Date(`${date}T${time}`))

/** Returns the name of a day's time zone, or of the user's time zone if there is no day: `UTC+13`, `UTC-3:30`. */
export function zoneOf(day: string): string {
  const { date, offset } = partsOf(day)
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(
    date === '' ? offsetAt(new Date()) : offset,
  ) ?? ['', '', '0', '00']
  if (Number(hours) === 0 && minutes === '00') return 'UTC'
  return `UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
}
