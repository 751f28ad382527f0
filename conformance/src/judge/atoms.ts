import { header } from '../engine/http.ts'
import type { Exchange, Judgement, Violation } from '../engine/types.ts'
import { at, jsonOf, member, show } from './json.ts'

/** Looks at one exchange and names what is wrong, if anything. Atoms are what judges are made of. */
export type Atom = (exchange: Exchange) => Violation | undefined

export const OK: Judgement = { kind: 'ok' }
export const ok = (note: string): Judgement => ({ kind: 'ok', note })
export const violation = (found: Violation): Judgement => ({ kind: 'violation', ...found })
export const notApplicable = (because: string): Judgement => ({ kind: 'not_applicable', because })
export const untested = (supply: string): Judgement => ({ kind: 'untested', supply })

/** The first thing that is wrong with an exchange, in the order of the atoms. */
export function check(exchange: Exchange, ...atoms: readonly Atom[]): Judgement {
  for (const atom of atoms) {
    const found = atom(exchange)
    if (found) return violation({ exchange: exchange.key, ...found })
  }
  return OK
}

/** Checks every exchange; a rule over none of them says what made it so instead of passing. */
export function each(
  exchanges: readonly Exchange[],
  none: Judgement,
  ...atoms: readonly Atom[]
): Judgement {
  if (exchanges.length === 0) return none
  return firstOf(exchanges.map((exchange) => () => check(exchange, ...atoms)))
}

/** The first judgement that is not `ok`. */
export function firstOf(judges: readonly (() => Judgement)[]): Judgement {
  for (const judge of judges) {
    const judgement = judge()
    if (judgement.kind !== 'ok') return judgement
  }
  return OK
}

// ── atoms ──

export const answered: Atom = ({ outcome }) =>
  outcome.kind === 'answer'
    ? undefined
    : { pointer: 'answer', expected: 'an HTTP answer', actual: outcome.says }

/** The status is one of those that `fits` lets through; `expected` says which those are. */
export const status =
  (expected: string, fits: (status: number) => boolean): Atom =>
  (exchange) => {
    const { outcome } = exchange
    if (outcome.kind !== 'answer') return answered(exchange)
    return fits(outcome.status)
      ? undefined
      : { pointer: 'status', expected, actual: String(outcome.status) }
  }

export const success = status('a 2xx status', (it) => it >= 200 && it < 300)
export const not404 = status('any status but 404', (it) => it !== 404)
export const clientError = status('a 4xx status', (it) => it >= 400 && it < 500)
export const badRequest = status('400 or 422', (it) => it === 400 || it === 422)

export const isJson: Atom = (exchange) => {
  const { outcome } = exchange
  if (outcome.kind !== 'answer') return answered(exchange)
  const read = jsonOf(exchange)
  return read.kind === 'json'
    ? undefined
    : {
        pointer: 'body',
        expected: 'JSON',
        actual: outcome.body === '' ? 'an empty body' : show(outcome.body),
      }
}

/** The JSON value at a pointer satisfies `fits`; an absent member counts as `undefined`. */
export const value =
  (pointer: string, expected: string, fits: (value: unknown) => boolean): Atom =>
  (exchange) => {
    const wrong = isJson(exchange)
    if (wrong) return wrong
    const read = jsonOf(exchange)
    const found = read.kind === 'json' ? at(read.value, pointer) : undefined
    return fits(found) ? undefined : { pointer: `body${pointer}`, expected, actual: show(found) }
  }

export const isString = (found: unknown): found is string => typeof found === 'string'
export const isObject = (found: unknown): found is Readonly<Record<string, unknown>> =>
  typeof found === 'object' && found !== null && !Array.isArray(found)
export const isArray = (found: unknown): found is readonly unknown[] => Array.isArray(found)
/** 12 and 12.0 are the same JSON number. */
export const isInteger = (found: unknown): found is number =>
  typeof found === 'number' && Number.isInteger(found)
export const isStrings = (found: unknown): found is readonly string[] =>
  isArray(found) && found.every(isString)

export const jsonObject = value('', 'a JSON object', isObject)
export const string = (pointer: string): Atom => value(pointer, 'a string', isString)
export const object = (pointer: string): Atom => value(pointer, 'an object', isObject)
export const array = (pointer: string): Atom => value(pointer, 'an array', isArray)
export const integer = (pointer: string): Atom => value(pointer, 'an integer', isInteger)
export const boolean = (pointer: string): Atom =>
  value(pointer, 'a boolean', (it) => typeof it === 'boolean')
export const equals = (pointer: string, wanted: unknown): Atom =>
  value(pointer, show(wanted), (it) => it === wanted)
/** Of a secret only as much is told as its prefix is long. */
export const startsWith =
  (pointer: string, prefix: string): Atom =>
  (exchange) => {
    const wrong = value(
      pointer,
      `a string that begins with ${show(prefix)}`,
      (it) => isString(it) && it.startsWith(prefix) && it.length > prefix.length,
    )(exchange)
    const found = member(exchange, pointer)
    return wrong && isString(found)
      ? { ...wrong, actual: `a string that begins with ${show(found.slice(0, prefix.length))}` }
      : wrong
  }
/** An absent member is fine; a present one has to satisfy the atom. */
export const optional =
  (pointer: string, atom: Atom): Atom =>
  (exchange) => {
    const read = jsonOf(exchange)
    return read.kind === 'json' && at(read.value, pointer) === undefined
      ? undefined
      : atom(exchange)
  }

export const hasHeader =
  (name: string): Atom =>
  (exchange) => {
    const { outcome } = exchange
    if (outcome.kind !== 'answer') return answered(exchange)
    const found = header(outcome, name)
    return found !== undefined && found.trim() !== ''
      ? undefined
      : {
          pointer: `header ${name}`,
          expected: 'present, and not empty',
          actual: found === undefined ? 'absent' : 'empty',
        }
  }
