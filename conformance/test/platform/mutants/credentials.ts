import { NOW_MS, type TestRequest, type TestResponse } from '../../support/handler.ts'
import type { Mutant } from '../../support/mutants.ts'
import { operationOf } from '../reference.ts'
import { jsonResponse } from '../reference-state.ts'
import { mutant, ok, parse, wrapping } from './change.ts'

export const NEW_ID = '00000000-0000-4000-8000-000000000000'
export const CREDENTIALS = {
  installation_id: NEW_ID,
  runtime_token: 'srt_new',
  refresh_token: 'srf_new',
  expires_at: '2026-06-01T00:00:00Z',
  heartbeat_interval: 60,
  token_version: 9,
}
export const at = (ms: number): string => new Date(NOW_MS + ms).toISOString()
/** Returns 500 with the body of a successful response. */
export const failsWithBody = (
  operation: string,
  foundBy: readonly string[],
  when: (json: Readonly<Record<string, unknown>>) => boolean = () => true,
): Mutant =>
  mutant(
    operation,
    'returns 500 with the body of a successful response',
    foundBy,
    () => (response, _, json) =>
      ok(response) && when(json) ? { ...response, status: 500 } : response,
  )

/** Requires a key where the interface does not. */
export const requiresKey = (operation: string, foundBy: readonly string[]): Mutant =>
  mutant(
    operation,
    'requires a key',
    foundBy,
    () =>
      (response, { headers }) =>
        headers['x-api-key'] === undefined ? jsonResponse(401, {}) : response,
  )

/** Records which tokens were issued, which install tokens were used, and how far the clock was advanced. */
function observe(): {
  readonly record: (request: TestRequest, response: TestResponse) => void
  readonly issued: Set<unknown>
  readonly used: Map<unknown, number>
  readonly advanced_s: () => number
} {
  const issued = new Set<unknown>()
  const used = new Map<unknown, number>()
  let advanced = 0
  const record = (request: TestRequest, response: TestResponse): void => {
    const json = parse(response.body)
    for (const name of ['token', 'runtime_token', 'refresh_token'])
      if (ok(response) && json[name] !== undefined) issued.add(json[name])
    const { install_token } = parse(request.body)
    if (operationOf(request) === 'bootstrap' && ok(response))
      used.set(install_token, (used.get(install_token) ?? 0) + 1)
    if (operationOf(request) === 'clock') advanced += Number(parse(request.body)['advance_seconds'])
  }
  return { record, issued, used, advanced_s: () => advanced }
}

export const observing = (
  operation: string,
  name: string,
  foundBy: readonly string[],
  change: (
    response: TestResponse,
    request: TestRequest,
    known: ReturnType<typeof observe>,
  ) => TestResponse,
): Mutant =>
  wrapping(`${operation} ${name}`, foundBy, () => (forward) => {
    const known = observe()
    return (request) => {
      const response = forward(request)
      const changed =
        operationOf(request) === operation ? change(response, request, known) : response
      known.record(request, response)
      return changed
    }
  })

export const bearerOf = ({ headers }: TestRequest): string =>
  (headers['authorization'] ?? '').replace('Bearer ', '')
export const installToken = ({ body }: TestRequest): unknown => parse(body)['install_token']
export const withMembers = (
  response: TestResponse,
  more: Readonly<Record<string, unknown>>,
): TestResponse => ({
  ...response,
  body: JSON.stringify({ ...parse(response.body), ...more }),
})
