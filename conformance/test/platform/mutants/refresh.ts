import type { Mutant } from '../../support/mutants.ts'
import { jsonResponse } from '../reference-state.ts'
import { accepts, fails, members, mutant, ok, parse } from './change.ts'
import { CREDENTIALS, failsWithBody, observing, requiresKey, withMembers } from './credentials.ts'

export const refreshMutants: readonly Mutant[] = [
  members('refresh', 'returns a string as token_version', ['REF-01'], ({ token_version }) => ({
    token_version: String(token_version),
  })),
  fails('refresh', ['REF-01']),
  failsWithBody('refresh', ['REF-01']),
  members('refresh', 'returns a token with a different prefix', ['REF-01'], () => ({
    runtime_token: 'rt_1',
  })),
  members('refresh', 'omits expires_at', ['REF-01'], () => ({ expires_at: undefined })),
  mutant(
    'refresh',
    'refuses an invalid token and returns credentials',
    ['REF-03'],
    () => (response) =>
      response.status === 401 ? { ...response, body: JSON.stringify(CREDENTIALS) } : response,
  ),
  observing(
    'refresh',
    'accepts any token and returns nothing',
    ['REF-03'],
    (response, request, { issued }) =>
      response.status === 401 && !issued.has(parse(request.body)['refresh_token'])
        ? jsonResponse(200, {})
        : response,
  ),
  observing(
    'refresh',
    'accepts the token of any installation and returns nothing',
    ['REF-06'],
    (response, request, { issued }) =>
      response.status === 401 && issued.has(parse(request.body)['refresh_token'])
        ? jsonResponse(200, {})
        : response,
  ),
  requiresKey('refresh', ['AUTH-04.refresh']),
  members('refresh', 'never increases token_version', ['REF-02'], () => ({ token_version: 1 })),
  observing('refresh', 'accepts any token', ['REF-03'], (response, request, { issued }) =>
    response.status === 401 && !issued.has(parse(request.body)['refresh_token'])
      ? jsonResponse(200, CREDENTIALS)
      : response,
  ),
  observing(
    'refresh',
    'accepts the token of any installation',
    ['REF-06'],
    (response, request, { issued }) =>
      response.status === 401 && issued.has(parse(request.body)['refresh_token'])
        ? jsonResponse(200, CREDENTIALS)
        : response,
  ),
  observing(
    'refresh',
    'refuses the token of another installation and returns credentials',
    ['REF-06'],
    (response, request, { issued }) =>
      response.status === 401 && issued.has(parse(request.body)['refresh_token'])
        ? { ...response, body: JSON.stringify(CREDENTIALS) }
        : response,
  ),
  observing(
    'refresh',
    'returns 500 with credentials after the runtime token has expired',
    ['REF-05'],
    (response, _, { advanced_s }) =>
      ok(response) && advanced_s() > 100 * 86_400 ? { ...response, status: 500 } : response,
  ),
  observing(
    'refresh',
    'returns a token with a different prefix after the runtime token has expired',
    ['REF-05'],
    (response, _, { advanced_s }) =>
      ok(response) && advanced_s() > 100 * 86_400
        ? withMembers(response, { runtime_token: 'rt_1' })
        : response,
  ),
  observing(
    'refresh',
    'refuses the refresh token after the runtime token has expired',
    ['REF-05'],
    (response, _, { advanced_s }) =>
      advanced_s() > 100 * 86_400 ? jsonResponse(401, {}) : response,
  ),
  failsWithBody('recover', ['REC-01']),
  members('recover', 'returns an id that is not a UUID', ['REC-01'], () => ({
    installation_id: '17',
  })),
  members('recover', 'returns a token with a different prefix', ['REC-01'], () => ({
    runtime_token: 'rt_1',
  })),
  members('recover', 'returns a string as heartbeat_interval', ['REC-01'], () => ({
    heartbeat_interval: '60',
  })),
  members('recover', 'omits expires_at', ['REC-01'], () => ({ expires_at: undefined })),
  mutant(
    'recover',
    'refuses the key of another organization and returns credentials',
    ['REC-02'],
    () =>
      (response, { headers }) =>
        headers['x-api-key'] === 'sk_live_second'
          ? { ...response, body: JSON.stringify(CREDENTIALS) }
          : response,
  ),
  accepts(
    'recover',
    'accepts keys of other organizations and returns nothing',
    ['REC-02'],
    ({ headers }) => headers['x-api-key'] === 'sk_live_second',
  ),
  members('recover', 'returns no refresh token', ['REC-01'], () => ({ refresh_token: undefined })),
  fails('recover', ['REC-01']),
  mutant(
    'recover',
    'returns 401 for the key of another organization',
    ['REC-02.status'],
    () =>
      (response, { headers }) =>
        headers['x-api-key'] === 'sk_live_second' ? { ...response, status: 401 } : response,
  ),
  accepts(
    'recover',
    'accepts keys of other organizations',
    ['REC-02'],
    ({ headers }) => headers['x-api-key'] === 'sk_live_second',
    CREDENTIALS,
  ),
]
