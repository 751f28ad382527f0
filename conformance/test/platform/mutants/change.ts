import type { Asked, Handler, Told } from '../../support/handler.ts'
import type { Mutant } from '../../support/mutants.ts'
import { operationOf, PLATFORM_SETTINGS, referencePlatform, type Json } from '../reference.ts'

/** What the reference told, and what it told before, for mutants that remember. */
export type Change = (told: Told, asked: Asked, json: Json, given: Json) => Told

export function parse(text: string): Json {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Json) : {}
  } catch {
    return {}
  }
}

/** The reference with another answer for one operation. `make` is called for every run, so that a change may remember. */
export const mutant = (
  operation: string,
  name: string,
  kills: readonly string[],
  make: () => Change,
): Mutant =>
  remembering(`${operation} ${name}`, kills, () => {
    const change = make()
    return (ask) => (asked) => {
      const told = ask(asked)
      return operationOf(asked) === operation
        ? change(told, asked, parse(told.body), parse(asked.body))
        : told
    }
  })

/** The reference behind something that sees every request. */
export const remembering = (
  name: string,
  kills: readonly string[],
  make: () => (ask: (asked: Asked) => Told) => Handler,
): Mutant => ({
  name,
  kills,
  settings: PLATFORM_SETTINGS,
  make: () => {
    const reference = referencePlatform()
    return make()((asked) => reference(asked) as Told)
  },
})

export const ok = ({ status }: Told): boolean => status >= 200 && status < 300
/** Changes members of an answer that is 2xx; undefined leaves one out. */
export const members = (
  operation: string,
  name: string,
  kills: readonly string[],
  change: (json: Json, given: Json) => Json,
): Mutant =>
  mutant(
    operation,
    name,
    kills,
    () => (told, _, json, given) =>
      ok(told) ? { ...told, body: JSON.stringify({ ...json, ...change(json, given) }) } : told,
  )
/** Answers with another status where it was 2xx. */
export const fails = (operation: string, kills: readonly string[], status = 500): Mutant =>
  mutant(
    operation,
    `is ${status}`,
    kills,
    () => (told) => (ok(told) ? { ...told, status, body: '{}' } : told),
  )
/** Answers with 200 where it was refused and `when` holds. */
export const accepts = (
  operation: string,
  name: string,
  kills: readonly string[],
  when: (asked: Asked, told: Told) => boolean,
  body: Json = {},
): Mutant =>
  mutant(
    operation,
    name,
    kills,
    () => (told, asked) =>
      !ok(told) && when(asked, told) ? { ...told, status: 200, body: JSON.stringify(body) } : told,
  )
