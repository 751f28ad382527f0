import type { Mutant } from '../../support/mutants.ts'
import { operationOf } from '../reference.ts'
import { jsonResponse } from '../reference-state.ts'
import { accepts, fails, members, mutant, ok, parse, wrapping } from './change.ts'
import { at, failsWithBody } from './credentials.ts'

export const tokenMutants: readonly Mutant[] = [
  members(
    'createInstallToken',
    'returns a token with a different prefix',
    ['TOK-01'],
    ({ token }) => ({
      token: String(token).replace('skt_', 'tok_'),
    }),
  ),
  fails('createInstallToken', ['TOK-01']),
  failsWithBody('createInstallToken', ['TOK-01']),
  members(
    'createInstallToken',
    'returns a lifetime of an hour by default',
    ['TOK-02'],
    (_, given) => ('expiry_minutes' in given ? {} : { expires_at: at(3_600_000) }),
  ),
  members(
    'createInstallToken',
    'treats minutes as seconds',
    ['TOK-03'],
    (_, { expiry_minutes: minutes }) =>
      minutes === undefined ? {} : { expires_at: at(Number(minutes) * 1000) },
  ),
  ...[1, 5, 60].map((minutes) =>
    members(
      'createInstallToken',
      `returns a lifetime of two hours instead of ${minutes} minutes`,
      ['TOK-03'],
      (_, given) => (given['expiry_minutes'] === minutes ? { expires_at: at(7_200_000) } : {}),
    ),
  ),
  mutant(
    'createInstallToken',
    'returns 500 with a token for a given lifetime',
    ['TOK-03'],
    () =>
      (response, _, __, { expiry_minutes }) =>
        ok(response) && expiry_minutes === 5 ? { ...response, status: 500 } : response,
  ),
  members('createInstallToken', 'returns a different agent', ['TOK-04'], () => ({
    agent_id: 'another',
  })),
  members('createInstallToken', 'returns a different workspace', ['TOK-04'], () => ({
    workspace_id: 'another',
  })),
  wrapping('getPolicy returns install tokens', ['TOK-05'], () => (forward) => {
    const tokens: unknown[] = []
    return (request) => {
      const response = forward(request)
      if (operationOf(request) === 'createInstallToken') tokens.push(parse(response.body)['token'])
      return operationOf(request) === 'getPolicy' && ok(response)
        ? jsonResponse(200, { tokens })
        : response
    }
  }),
  accepts(
    'createInstallToken',
    'accepts 0 minutes',
    ['TOK-06'],
    ({ body }) => parse(body)['expiry_minutes'] === 0,
  ),
  members(
    'createInstallToken',
    'returns the same token for every one-minute request',
    ['TOK-07'],
    (_, given) => (given['expiry_minutes'] === 1 ? { token: 'skt_same' } : {}),
  ),
]
