import { isBusy } from '../../engine/transport/http.ts'
import type { Exchange, Evidence, Judgement, Rule } from '../../engine/types.ts'
import {
  badRequest,
  check,
  status,
  success,
  untested,
  value,
  type Assertion,
} from '../../judge/assertions.ts'
import { member } from '../../judge/json.ts'
import { precisionMs, timeOf, timestamp, utcMs } from '../../judge/timestamp.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

export const NOT_REACHED = untested(
  'This request was not sent before the probe was stopped, or the recording does not contain it.',
)

/** Checks the exchange of a probe at a position; -1 is the last one. */
export function checkNth(
  { of }: Evidence,
  probe: string,
  position: number,
  ...assertions: readonly Assertion[]
): Judgement {
  const exchange = of(probe).at(position)
  return exchange ? check(exchange, ...assertions) : NOT_REACHED
}

export const hasOtherStatus = (unwanted: number): Assertion =>
  status(`any status but ${unwanted}`, (it) => it !== unwanted)
export const forbiddenOrNotFound = status('403 or 404', (it) => it === 403 || it === 404)
/** The clause about operations that require no API key. */
export const ENTRY_POINTS = {
  line: 353,
  quote: 'The admin PIN endpoints, bootstrap and refresh are unauthenticated entry points',
}
export const noCredentialRequired = status(
  'any status but 401 and 403',
  (it) => it !== 401 && it !== 403,
)
export const noServerError = status('no 5xx status', (it) => it < 500)
/** Asserts that members are absent or null. The finding does not show their values, which may be secrets. */
export const noSecrets =
  (...names: readonly string[]): Assertion =>
  (exchange) => {
    const found = names.find(
      (name) => member(exchange, `/${name}`) !== undefined && member(exchange, `/${name}`) !== null,
    )
    return found === undefined
      ? undefined
      : { pointer: `body/${found}`, expected: 'no value', actual: 'a value' }
  }
export const noCredentials = noSecrets('runtime_token', 'refresh_token')

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const uuid = (pointer: string): Assertion =>
  value(pointer, 'a UUID', (it) => typeof it === 'string' && UUID.test(it))

/** The probe that rules with `laterThanResponse` have to observe. */
export const CLOCK_PROBE = 'clock.now'

/**
 * Returns how far an earlier run has moved the platform's clock from its Date header, and how precisely this is known; 0 if it is unknown.
 */
function clockOffset({ of, settings }: Evidence): readonly [offset: number, precision: number] {
  const [exchange] = settings.clock_url === undefined ? [] : of(CLOCK_PROBE)
  const text = exchange && member(exchange, '/now')
  const now = utcMs(text)
  return exchange === undefined || now === undefined
    ? [0, 0]
    : [now - timeOf(exchange), precisionMs(text)]
}

/**
 * Asserts that the time at a pointer is later than the response by a period, which `text` describes. The difference may exceed the
 * tolerance by the precision of the timestamps.
 */
export const laterThanResponse =
  (
    evidence: Evidence,
    pointer: string,
    period_ms: number,
    tolerance_ms: number,
    text: string,
  ): Assertion =>
  (exchange) => {
    const found = member(exchange, pointer)
    const time = utcMs(found)
    if (time === undefined) return timestamp(pointer)(exchange)
    const [offset, precision] = clockOffset(evidence)
    const difference = time - timeOf(exchange) - offset - period_ms
    return Math.abs(difference) <= tolerance_ms + precisionMs(found) + precision
      ? undefined
      : {
          ...(evidence.of(CLOCK_PROBE).some(isBusy) ? { busy: true } : {}),
          pointer: `body${pointer}`,
          expected: `${text} after the response`,
          actual: difference < 0 ? 'an earlier time' : 'a later time',
        }
  }

/** Judges a request with values that the interface leaves open: a platform may refuse the default and accept others. */
export const judgeOpenValues = (exchange: Exchange, given: boolean, flag: string): Judgement =>
  badRequest(exchange) === undefined && !given
    ? untested(
        `The platform refused a value that the interface leaves open. Use ${flag} to give one that it accepts.`,
      )
    : check(exchange, success)

/** Creates the rule that a valid request for an operation gets 2xx. */
export const validRequestRule = (
  operation: string,
  text: Pick<Rule, 'id' | 'specification' | 'clause' | 'title'>,
): Rule => ({
  level: 'MUST',
  basis: 'quoted',
  ...text,
  hint: 'Return 2xx; the plan of the key includes the operation.',
  accepts: 'Any response body, because the interface shows none.',
  needs: [],
  probes: [`valid.${operation}`],
  judge: ({ one }) => check(one(`valid.${operation}`), success),
})
