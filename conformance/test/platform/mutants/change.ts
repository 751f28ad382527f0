import type { TestRequest, Handler, TestResponse } from '../../support/handler.ts'
import type { Mutant } from '../../support/mutants.ts'
import { operationOf, PLATFORM_SETTINGS, referencePlatform } from '../reference.ts'
import type { Json } from '../reference-state.ts'

/** What the reference told, and what it told before, for mutants that remember. */
export type Change = (
  response: TestResponse,
  request: TestRequest,
  json: Json,
  given: Json,
) => TestResponse

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
  foundBy: readonly string[],
  make: () => Change,
): Mutant =>
  remembering(`${operation} ${name}`, foundBy, () => {
    const change = make()
    return (ask) => (request) => {
      const response = ask(request)
      return operationOf(request) === operation
        ? change(response, request, parse(response.body), parse(request.body))
        : response
    }
  })

/** The reference behind something that sees every request. */
export const remembering = (
  name: string,
  foundBy: readonly string[],
  make: () => (ask: (request: TestRequest) => TestResponse) => Handler,
): Mutant => ({
  name,
  foundBy,
  settings: PLATFORM_SETTINGS,
  make: () => {
    const reference = referencePlatform()
    return make()((request) => reference(request) as TestResponse)
  },
})

export const ok = ({ status }: TestResponse): boolean => status >= 200 && status < 300
/** Changes members of an answer that is 2xx; undefined leaves one out. */
export const members = (
  operation: string,
  name: string,
  foundBy: readonly string[],
  change: (json: Json, given: Json) => Json,
): Mutant =>
  mutant(
    operation,
    name,
    foundBy,
    () => (response, _, json, given) =>
      ok(response)
        ? { ...response, body: JSON.stringify({ ...json, ...change(json, given) }) }
        : response,
  )
/** Answers with another status where it was 2xx. */
export const fails = (operation: string, foundBy: readonly string[], status = 500): Mutant =>
  mutant(
    operation,
    `is ${status}`,
    foundBy,
    () => (response) => (ok(response) ? { ...response, status, body: '{}' } : response),
  )
/** Answers with 200 where it was refused and `when` holds. */
export const accepts = (
  operation: string,
  name: string,
  foundBy: readonly string[],
  when: (request: TestRequest, response: TestResponse) => boolean,
  body: Json = {},
): Mutant =>
  mutant(
    operation,
    name,
    foundBy,
    () => (response, request) =>
      !ok(response) && when(request, response)
        ? { ...response, status: 200, body: JSON.stringify(body) }
        : response,
  )
