import type { Mutant } from '../../support/mutants.ts'
import { jsonResponse } from '../reference-state.ts'
import { accepts, fails, members, mutant } from './change.ts'
import { at, bearerOf, failsWithBody, observing } from './credentials.ts'

export const leaseMutants: readonly Mutant[] = [
  failsWithBody('lease', ['LEASE-01']),
  members('lease', 'returns an id that is not a UUID', ['LEASE-01'], () => ({
    installation_id: '17',
  })),
  members('lease', 'omits next_heartbeat_at', ['LEASE-01'], () => ({
    next_heartbeat_at: undefined,
  })),
  members('lease', 'omits lease_expires_at', ['LEASE-01'], () => ({
    lease_expires_at: undefined,
  })),
  members('lease', 'omits command', ['LEASE-02'], () => ({ command: undefined })),
  members('lease', 'returns a string as command', ['LEASE-02'], () => ({ command: 'none' })),
  observing('lease', 'accepts any bearer token', ['LEASE-03'], (response, request, { issued }) =>
    response.status === 401 && !issued.has(bearerOf(request)) ? jsonResponse(200, {}) : response,
  ),
  observing(
    'lease',
    'accepts the token of any installation',
    ['LEASE-09'],
    (response, request, { issued }) =>
      response.status === 401 && issued.has(bearerOf(request)) ? jsonResponse(200, {}) : response,
  ),
  members('lease', 'always returns a new token', ['LEASE-04'], (json) =>
    'refreshed_token' in json
      ? {}
      : { refreshed_token: { runtime_token: 'srt_x', expires_at: at(1), token_version: 9 } },
  ),
  members('lease', 'never returns a new token', ['LEASE-05'], () => ({
    refreshed_token: undefined,
  })),
  mutant(
    'lease',
    'returns 500 with a new token',
    ['LEASE-05'],
    () => (response, _, json) =>
      'refreshed_token' in json ? { ...response, status: 500 } : response,
  ),
  members('lease', 'decreases token_version', ['LEASE-05'], ({ refreshed_token: token }) =>
    token ? { refreshed_token: { ...(token as object), token_version: 1 } } : {},
  ),
  members(
    'lease',
    'returns a new token with a different prefix',
    ['LEASE-06'],
    ({ refreshed_token: token }) =>
      token ? { refreshed_token: { ...(token as object), runtime_token: 'rt_1' } } : {},
  ),
  members('lease', 'returns a word as token_version', ['LEASE-06'], ({ refreshed_token: token }) =>
    token ? { refreshed_token: { ...(token as object), token_version: 'three' } } : {},
  ),
  members(
    'lease',
    'omits expires_at of the new token',
    ['LEASE-06'],
    ({ refreshed_token: token }) =>
      token ? { refreshed_token: { ...(token as object), expires_at: undefined } } : {},
  ),
  accepts('lease', 'accepts API keys', ['LEASE-03'], (request) =>
    bearerOf(request).startsWith('sk_live_'),
  ),
  mutant(
    'lease',
    'returns 400 for an invalid bearer token',
    ['LEASE-03.status'],
    () => (response) => (response.status === 401 ? { ...response, status: 400 } : response),
  ),
  fails('registerBeacon', ['BEAC-01']),
  fails('revoke', ['REVO-01']),
]
