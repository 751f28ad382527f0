import { header } from '../engine/transport/http.ts'
import type { Exchange } from '../engine/types.ts'
import { value, type Assertion } from './assertions.ts'

/** The extended and the basic format of ISO 8601 with a precision of at least a minute, in UTC. */
const UTC = [
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:Z|\+00(?::00)?)$/,
  /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?(?:Z|\+00(?:00)?)$/,
] as const

const parse = (text: unknown): RegExpExecArray | undefined =>
  typeof text === 'string'
    ? UTC.map((pattern) => pattern.exec(text)).find((found) => found !== null)
    : undefined

/** Returns the precision of a timestamp: by how many milliseconds the actual time may differ from it. */
export function precisionMs(text: unknown): number {
  const [, , , , , , second, fraction = ''] = parse(text) ?? []
  return second === undefined ? 60_000 : 1000 / 10 ** fraction.length
}

/** Reads an ISO 8601 timestamp in UTC (docs/specification/http.md#timestamps) as milliseconds since 1970; undefined if it is not one. */
export function utcMs(text: unknown): number | undefined {
  const parts = parse(text)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second = '00', fraction = '0'] = parts
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`)
  // Date.parse reads the 31st of April as the 1st of May.
  return Number.isNaN(ms) || new Date(ms).getUTCDate() !== Number(day) ? undefined : ms
}

export const timestamp = (pointer: string): Assertion =>
  value(
    pointer,
    'an ISO 8601 timestamp in UTC, such as 2026-03-02T10:11:00Z',
    (it) => utcMs(it) !== undefined,
  )

/** Returns the time of a response by its Date header, or else by the clock of this machine, in milliseconds since 1970. */
export function timeOf({ outcome }: Pick<Exchange, 'outcome'>): number {
  const date = outcome.kind === 'response' ? Date.parse(header(outcome, 'Date') ?? '') : Number.NaN
  return Number.isNaN(date) ? outcome.at : date
}
