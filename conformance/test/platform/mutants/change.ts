import type { TestRequest, Handler, TestResponse } from '../../support/handler.ts'
import type { Mutant } from '../../support/mutants.ts'
import { operationOf, PLATFORM_SETTINGS, referencePlatform } from '../reference.ts'
import type { Json } from '../reference-state.ts'

/** Changes a response of the reference platform. */
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

/** Returns a mutant that changes the responses of one operation. `make` is called for every run, so a change may have state. */
export const mutant = (
  operation: string,
  name: string,
  foundBy: readonly string[],
  make: () => Change,
): Mutant =>
  wrapping(`${operation} ${name}`, foundBy, () => {
    const change = make()
    return (forward) => (request) => {
      const response = forward(request)
      return operationOf(request) === operation
        ? change(response, request, parse(response.body), parse(request.body))
        : response
    }
  })

/** Returns a mutant that wraps the reference platform in a function that receives every request. */
export const wrapping = (
  name: string,
  foundBy: readonly string[],
  make: () => (forward: (request: TestRequest) => TestResponse) => Handler,
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
/** Changes members of 2xx responses; undefined omits a member. */
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
/** Replaces the status of 2xx responses. */
export const fails = (operation: string, foundBy: readonly string[], status = 500): Mutant =>
  mutant(
    operation,
    `returns ${status}`,
    foundBy,
    () => (response) => (ok(response) ? { ...response, status, body: '{}' } : response),
  )
/** Returns 200 instead of the matching refusals. */
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
