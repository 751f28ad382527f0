import { header } from '../../engine/http.ts'
import type { Exchange, Judgement, Seen } from '../../engine/types.ts'
import { check, status, untested, value, type Atom } from '../../judge/atoms.ts'
import { member } from '../../judge/json.ts'
import { utcMs } from '../../judge/timestamp.ts'

export const MINUTE = 60_000
export const DAY = 86_400_000

/** Judges the exchange at a place of a probe's; the last one when the place is -1. */
export function nth(
  { of }: Seen,
  probe: string,
  place: number,
  ...atoms: readonly Atom[]
): Judgement {
  const exchange = of(probe).at(place)
  return exchange
    ? check(exchange, ...atoms)
    : untested('The probe was broken off before this was sent.')
}

export const is = (wanted: number): Atom => status(String(wanted), (it) => it === wanted)
export const isNot = (unwanted: number): Atom =>
  status(`any status but ${unwanted}`, (it) => it !== unwanted)
export const refused = status('a 4xx status', (it) => it >= 400 && it < 500)
/** Line 353, and what must not be answered to those who bring what the entry point asks for and no key. */
export const ENTRY = {
  line: 353,
  quote: 'The admin PIN endpoints, bootstrap and refresh are unauthenticated entry points',
}
export const noKeyAsked = status('any status but 401 and 403', (it) => it !== 401 && it !== 403)
export const noFault = status('no 5xx status', (it) => it < 500)
export const timestamp = (pointer: string): Atom =>
  value(
    pointer,
    'an ISO 8601 timestamp in UTC, as 2026-03-02T10:11:00Z',
    (it) => utcMs(it) !== undefined,
  )
export const absent =
  (...names: readonly string[]): Atom =>
  (exchange) => {
    const found = names.find(
      (name) => member(exchange, `/${name}`) !== undefined && member(exchange, `/${name}`) !== null,
    )
    return found === undefined
      ? undefined
      : { pointer: `body/${found}`, expected: 'absent', actual: 'a value' }
  }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const uuid = (pointer: string): Atom =>
  value(pointer, 'a UUID', (it) => typeof it === 'string' && UUID.test(it))

/** The time of an answer by the platform's own clock, else by ours. */
export function timeOf({ outcome }: Exchange): number {
  const date = outcome.kind === 'answer' ? Date.parse(header(outcome, 'Date') ?? '') : Number.NaN
  return Number.isNaN(date) ? outcome.at : date
}

/** How far an earlier run moved the platform's clock from its Date, as far as the address that moves it tells the time. */
function movedBy({ of, settings }: Seen): number {
  const [told] = settings.clock_url === undefined ? [] : of(CLOCK)
  const now = told && utcMs(member(told, '/now'))
  return told === undefined || now === undefined ? 0 : now - timeOf(told)
}

/** The probe to observe where `after` judges. */
export const CLOCK = 'clock.now'

/** The time at a pointer is so much later than the answer, give or take. */
export const after =
  (seen: Seen, pointer: string, ms: number, give_ms: number, says: string): Atom =>
  (exchange) => {
    const found = utcMs(member(exchange, pointer))
    if (found === undefined) return timestamp(pointer)(exchange)
    const off = found - timeOf(exchange) - movedBy(seen) - ms
    return Math.abs(off) <= give_ms
      ? undefined
      : {
          pointer: `body${pointer}`,
          expected: `${says} after the answer`,
          actual: off < 0 ? 'earlier' : 'later',
        }
  }
