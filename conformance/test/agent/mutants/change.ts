import type { TestRequest, TestResponse } from '../../support/handler.ts'
import { mapJson, mapResponse, type Mutant } from '../../support/mutants.ts'
import { referenceAgent } from '../reference.ts'

export type Json = Record<string, unknown>

/** Returns a function that creates mutants that change the responses at a path. */
export const responseMutants =
  (path: string) =>
  (
    name: string,
    foundBy: readonly string[],
    change: (response: TestResponse, request: TestRequest) => TestResponse | 'silence' | 'reset',
  ): Mutant => ({
    name: `${path} ${name}`,
    foundBy,
    make: () => mapResponse(referenceAgent(), path, change),
  })

/** Returns a function that creates mutants that change the JSON of the responses at a path. */
export const bodyMutants =
  (path: string) =>
  (
    name: string,
    foundBy: readonly string[],
    change: (body: Json, request: TestRequest) => unknown,
  ): Mutant => ({
    name: `${path} ${name}`,
    foundBy,
    make: () => mapJson(referenceAgent(), path, change),
  })

export const without = (body: Json, name: string): Json =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))

/** The names of the trust headers. */
export const TRUST_HEADERS = [
  'X-Svc-Agent-ID',
  'X-Svc-Reputation',
  'X-Svc-Verification',
  'X-Svc-Task-ID',
  'X-Svc-Trace-ID',
] as const

export const withHeaders = (
  response: TestResponse,
  headers: Readonly<Record<string, string>>,
): TestResponse => ({ ...response, headers: { ...response.headers, ...headers } })

export const withoutHeaders = (
  response: TestResponse,
  ...names: readonly string[]
): TestResponse => ({
  ...response,
  headers: Object.fromEntries(
    Object.entries(response.headers ?? {}).filter(([name]) => !names.includes(name)),
  ),
})
