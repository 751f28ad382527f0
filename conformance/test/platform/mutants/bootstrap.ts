import type { TestResponse } from '../../support/handler.ts'
import type { Mutant } from '../../support/mutants.ts'
import { operationOf } from '../reference.ts'
import { jsonResponse } from '../reference-state.ts'
import { accepts, fails, members, mutant, ok, parse, wrapping } from './change.ts'
import {
  CREDENTIALS,
  NEW_ID,
  at,
  failsWithBody,
  installToken,
  observing,
  requiresKey,
  withMembers,
} from './credentials.ts'

const first =
  (change: Readonly<Record<string, unknown>>) => (json: Readonly<Record<string, unknown>>) =>
    'refresh_token' in json ? change : {}
const repeated =
  (change: Readonly<Record<string, unknown>>) => (json: Readonly<Record<string, unknown>>) =>
    'refresh_token' in json ? {} : change

const afterRepeat = (name: string, change: (response: TestResponse) => TestResponse): Mutant =>
  wrapping(`refresh ${name} after a repeated bootstrap`, ['BOOT-08'], () => (forward) => {
    const repeats = new Set<unknown>()
    return (request) => {
      const response = forward(request)
      const json = parse(response.body)
      if (operationOf(request) === 'bootstrap' && ok(response) && !('refresh_token' in json))
        repeats.add(json['installation_id'])
      return operationOf(request) === 'refresh' && repeats.has(request.path.split('/')[2])
        ? change(response)
        : response
    }
  })

export const bootstrapMutants: readonly Mutant[] = [
  requiresKey('bootstrap', ['BOOT-13']),
  fails('bootstrap', ['BOOT-01']),
  members(
    'bootstrap',
    'returns null as refresh token for a repeated token',
    ['BOOT-07.null'],
    repeated({ refresh_token: null }),
  ),
  members(
    'bootstrap',
    'returns an id that is not a UUID',
    ['BOOT-01'],
    first({ installation_id: '17' }),
  ),
  members(
    'bootstrap',
    'returns a token with a different prefix',
    ['BOOT-02'],
    first({ runtime_token: 'rt_1' }),
  ),
  members(
    'bootstrap',
    'returns no refresh token',
    ['BOOT-02'],
    first({ refresh_token: undefined }),
  ),
  members('bootstrap', 'returns tokens for 30 days', ['BOOT-03'], () => ({
    expires_at: at(30 * 86_400_000),
  })),
  members('bootstrap', 'returns a string as heartbeat_interval', ['BOOT-04'], () => ({
    heartbeat_interval: '60',
  })),
  members(
    'bootstrap',
    'creates another installation for a repeated token',
    ['BOOT-05'],
    repeated({ installation_id: NEW_ID }),
  ),
  mutant('bootstrap', 'returns the same runtime token again', ['BOOT-06'], () => {
    const firsts = new Map<unknown, unknown>()
    return (response, _, json, { install_token }) => {
      if (!ok(response)) return response
      if (!firsts.has(install_token)) firsts.set(install_token, json['runtime_token'])
      return withMembers(response, { runtime_token: firsts.get(install_token) })
    }
  }),
  failsWithBody('bootstrap', ['BOOT-01'], (json) => 'refresh_token' in json),
  failsWithBody('bootstrap', ['BOOT-05'], (json) => !('refresh_token' in json)),
  members(
    'bootstrap',
    'returns a token with a different prefix for a repeated token',
    ['BOOT-06'],
    repeated({ runtime_token: 'rt_again' }),
  ),
  members(
    'bootstrap',
    'returns a different refresh token for a repeated token',
    ['BOOT-07'],
    repeated({ refresh_token: 'srf_again' }),
  ),
  afterRepeat('refuses every token', (response) => ({
    ...response,
    status: 401,
    body: '{}',
  })),
  afterRepeat('returns 500 with credentials', (response) => ({
    ...response,
    status: 500,
  })),
  afterRepeat('returns a runtime token with a different prefix', (response) =>
    withMembers(response, { runtime_token: 'rt_1' }),
  ),
  mutant(
    'bootstrap',
    'refuses an unknown token and returns credentials',
    ['BOOT-11'],
    () => (response) =>
      response.status === 401 ? { ...response, body: JSON.stringify(CREDENTIALS) } : response,
  ),
  accepts(
    'bootstrap',
    'accepts any token and returns nothing',
    ['BOOT-11'],
    (_, { status }) => status === 401,
  ),
  accepts(
    'bootstrap',
    'accepts any token',
    ['BOOT-11'],
    (_, { status }) => status === 401,
    CREDENTIALS,
  ),
  observing(
    'bootstrap',
    'returns a refresh token from the third use of a token on',
    ['BOOT-12'],
    (response, request, { used }) =>
      ok(response) && (used.get(installToken(request)) ?? 0) > 1
        ? withMembers(response, { refresh_token: 'srf_third' })
        : response,
  ),
  observing(
    'bootstrap',
    'returns another installation from the third use of a token on',
    ['BOOT-12'],
    (response, request, { used }) =>
      ok(response) && (used.get(installToken(request)) ?? 0) > 1
        ? withMembers(response, { installation_id: NEW_ID })
        : response,
  ),
  observing(
    'bootstrap',
    'accepts a used token forever',
    ['BOOT-09'],
    (response, request, { used }) =>
      response.status === 401 && used.has(installToken(request))
        ? jsonResponse(200, CREDENTIALS)
        : response,
  ),
  observing(
    'bootstrap',
    'accepts an expired token',
    ['BOOT-10'],
    (response, request, { used, issued }) =>
      response.status === 401 &&
      issued.has(installToken(request)) &&
      !used.has(installToken(request))
        ? jsonResponse(200, CREDENTIALS)
        : response,
  ),
]
