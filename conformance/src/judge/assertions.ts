import { header, isBusy } from '../engine/transport/http.ts'
import type { Exchange, Judgement, NotApplicable, Untested, Violation } from '../engine/types.ts'
import { bodyOf, formatValue, member, parsedBody, valueAt } from './json.ts'

/** Examines one exchange and returns the violation that it finds. */
export type Assertion = (exchange: Exchange) => Violation | undefined

export const OK: Judgement = { kind: 'ok' }
export const ok = (note: string): Judgement => ({ kind: 'ok', note })
export const violation = (found: Violation): Judgement => ({ kind: 'violation', ...found })
export const notApplicable = (reason: string): NotApplicable => ({ kind: 'not_applicable', reason })
export const untested = (remedy: string): Untested => ({ kind: 'untested', remedy })

export const NOTHING_SENT = notApplicable('No request was sent.')
/** Asks the user to avoid a rate limit. */
export const BUSY = untested(
  'The target limits the request rate (429). Repeat the run when it is less busy, or raise its limit.',
)

export const CREDENTIALS_REQUIRED = untested(
  'The agent requires credentials. Use --header "Authorization: $NAME" to give them.',
)

/** Returns whether a recording shows only that there was a secret, which therefore cannot be compared with another one. */
export const isRedacted = (found: unknown): boolean =>
  isString(found) && found.endsWith('[redacted]')
export const REDACTED = untested(
  'The recording does not contain the tokens. Judge the target itself to compare them.',
)

/** Returns the first violation in the order of the assertions. */
export function check(exchange: Exchange, ...assertions: readonly Assertion[]): Judgement {
  for (const assertion of assertions) {
    const found = assertion(exchange)
    if (found) return violation({ exchange: exchange.key, busy: isBusy(exchange), ...found })
  }
  return OK
}

/** Checks all exchanges. Instead of a pass, returns `none` if there are no exchanges, and `BUSY` if all requests exceeded a rate limit. */
export function each(
  exchanges: readonly Exchange[],
  none: Judgement,
  ...assertions: readonly Assertion[]
): Judgement {
  if (exchanges.length === 0) return none
  const judgement = firstFailure(exchanges.map((exchange) => () => check(exchange, ...assertions)))
  return judgement.kind === 'ok' && exchanges.every(isBusy) ? BUSY : judgement
}

/** Returns the first judgement that is not `ok`, for steps each of which depends on the previous ones. */
export function inOrder(steps: readonly (() => Judgement)[]): Judgement {
  for (const step of steps) {
    const judgement = step()
    if (judgement.kind !== 'ok') return judgement
  }
  return OK
}

/**
 * Returns the first judgement that is not `ok`, of judgements that do not depend on each other. One about a rate limit comes last, so that
 * it conceals no violation.
 */
export function firstFailure(judges: readonly (() => Judgement)[]): Judgement {
  let busy: Judgement | undefined
  for (const judge of judges) {
    const judgement = judge()
    if (judgement.kind === 'violation' && judgement.busy === true) busy ??= judgement
    else if (judgement.kind !== 'ok') return judgement
  }
  return busy ?? OK
}

export const hasResponse: Assertion = ({ outcome }) =>
  outcome.kind === 'response'
    ? undefined
    : { pointer: 'answer', expected: 'an HTTP response', actual: outcome.says }

/** Returns whether the response has a 2xx status. */
export const isSuccess = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'response' && outcome.status >= 200 && outcome.status < 300

/** Describes the status of an exchange as an observation. */
export function describeStatus(exchange: Exchange | undefined): string {
  if (!exchange) return 'There is no response.'
  const { outcome } = exchange
  return outcome.kind === 'response'
    ? `The status is ${outcome.status}.`
    : `There is no response: ${outcome.says}.`
}

/** Asserts that the status satisfies a condition, which `expected` describes. A 429 never satisfies it, because the target is only busy. */
export const status =
  (expected: string, fits: (status: number) => boolean): Assertion =>
  (exchange) => {
    const { outcome } = exchange
    if (outcome.kind !== 'response') return hasResponse(exchange)
    return fits(outcome.status) && !isBusy(exchange)
      ? undefined
      : { pointer: 'status', expected, actual: String(outcome.status) }
  }

export const hasStatus = (wanted: number): Assertion =>
  status(String(wanted), (it) => it === wanted)
export const success = status('a 2xx status', (it) => it >= 200 && it < 300)
export const not404 = status('any status but 404', (it) => it !== 404)
export const clientError = status('a 4xx status', (it) => it >= 400 && it < 500)
export const badRequest = status('400 or 422', (it) => it === 400 || it === 422)
export const routeExists = status('any status but 404 and 405', (it) => it !== 404 && it !== 405)

export const isJson: Assertion = (exchange) => {
  const { outcome } = exchange
  if (outcome.kind !== 'response') return hasResponse(exchange)
  const body = parsedBody(exchange)
  return body.kind === 'json'
    ? undefined
    : {
        pointer: 'body',
        expected: 'JSON',
        actual: outcome.body === '' ? 'an empty body' : formatValue(outcome.body),
      }
}

/** Asserts that the JSON value at a pointer satisfies a condition. An absent member has the value `undefined`. */
export const value =
  (pointer: string, expected: string, fits: (value: unknown) => boolean): Assertion =>
  (exchange) => {
    const notJson = isJson(exchange)
    if (notJson) return notJson
    const found = valueAt(bodyOf(exchange), pointer)
    return fits(found)
      ? undefined
      : { pointer: `body${pointer}`, expected, actual: formatValue(found) }
  }

export const isString = (found: unknown): found is string => typeof found === 'string'
export const isObject = (found: unknown): found is Readonly<Record<string, unknown>> =>
  typeof found === 'object' && found !== null && !Array.isArray(found)
export const isArray = (found: unknown): found is readonly unknown[] => Array.isArray(found)
/** Accepts 12.0 as well, which is the same JSON number as 12. */
export const isInteger = (found: unknown): found is number =>
  typeof found === 'number' && Number.isInteger(found)
export const isStrings = (found: unknown): found is readonly string[] =>
  isArray(found) && found.every(isString)
export const isAbsoluteUrl = (found: unknown): found is string =>
  isString(found) && URL.canParse(found) && /^https?:$/.test(new URL(found).protocol)

export const jsonObject = value('', 'a JSON object', isObject)
export const string = (pointer: string): Assertion => value(pointer, 'a string', isString)
export const object = (pointer: string): Assertion => value(pointer, 'an object', isObject)
export const array = (pointer: string): Assertion => value(pointer, 'an array', isArray)
export const integer = (pointer: string): Assertion => value(pointer, 'an integer', isInteger)
export const boolean = (pointer: string): Assertion =>
  value(pointer, 'a boolean', (it) => typeof it === 'boolean')
export const present = (pointer: string): Assertion =>
  value(pointer, 'a value', (it) => it !== undefined)
export const equals = (pointer: string, wanted: unknown): Assertion =>
  value(pointer, formatValue(wanted), (it) => it === wanted)
/** Asserts that a member is absent or null. */
export const absent = (pointer: string): Assertion =>
  value(pointer, 'no value', (it) => it === undefined || it === null)
/** Asserts the prefix of a secret. The finding shows only as many characters as the prefix has. */
export const startsWith =
  (pointer: string, prefix: string): Assertion =>
  (exchange) => {
    const wrong = value(
      pointer,
      `a string that begins with ${formatValue(prefix)} and continues after it`,
      (it) => isString(it) && it.startsWith(prefix) && it.length > prefix.length,
    )(exchange)
    const found = member(exchange, pointer)
    return wrong && isString(found)
      ? {
          ...wrong,
          actual: `a string that begins with ${formatValue(found.slice(0, prefix.length))}`,
        }
      : wrong
  }
/** Applies an assertion only if the member is present. */
export const optional =
  (pointer: string, assertion: Assertion): Assertion =>
  (exchange) => {
    const body = parsedBody(exchange)
    return body.kind === 'json' && valueAt(body.value, pointer) === undefined
      ? undefined
      : assertion(exchange)
  }

export const hasHeader =
  (name: string): Assertion =>
  (exchange) => {
    const { outcome } = exchange
    if (outcome.kind !== 'response') return hasResponse(exchange)
    const found = header(outcome, name)
    return found !== undefined && found.trim() !== ''
      ? undefined
      : {
          pointer: `header ${name}`,
          expected: 'a value',
          actual: found === undefined ? 'no header' : 'an empty value',
        }
  }
