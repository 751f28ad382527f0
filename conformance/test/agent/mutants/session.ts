import { NOW_MS, type TestRequest, type TestResponse } from '../../support/handler.ts'
import type { Mutant } from '../../support/mutants.ts'
import { jsonResponse, referenceAgent } from '../reference.ts'
import { bodyMutants, responseMutants, type Json } from './change.ts'

const auth = responseMutants('/svc/auth')
const session = bodyMutants('/svc/auth')
const parsed = ({ body }: TestRequest): Json => JSON.parse(body) as Json
const laterTime = (zone: string): string =>
  new Date(NOW_MS + 3_600_000).toISOString().replace('Z', zone)
const granted = (response: TestResponse): TestResponse =>
  response.status === 200
    ? response
    : jsonResponse(200, {
        session_token: 'sess_granted_to_every_client',
        expires_at: laterTime('Z'),
      })

export const sessionMutants: readonly Mutant[] = [
  auth('is missing', ['SESS-01'], () => jsonResponse(404, {})),
  auth('refuses every client', ['SESS-01'], () => jsonResponse(403, {})),
  auth('returns a string', ['SESS-01'], (response) => ({ ...response, body: '"sess_1"' })),
  {
    name: '/svc/auth returns a token with a different prefix',
    foundBy: ['SESS-02'],
    make: () => {
      const agent = referenceAgent()
      return (request) => {
        const response = agent({
          ...request,
          headers: {
            ...request.headers,
            authorization: (request.headers['authorization'] ?? '').replace('jwt_', 'sess_'),
          },
        })
        return request.path === '/svc/auth' && typeof response === 'object'
          ? { ...response, body: response.body.replace('sess_', 'jwt_') }
          : response
      }
    },
  },
  session('returns expires_at as a number of seconds', ['SESS-03'], (body) => ({
    ...body,
    expires_at: NOW_MS / 1000 + 3600,
  })),
  session('returns expires_at with a different time zone', ['SESS-03'], (body) => ({
    ...body,
    expires_at: laterTime('+02:00'),
  })),
  session('returns expires_at without a time zone', ['SESS-03'], (body) => ({
    ...body,
    expires_at: laterTime(''),
  })),
  session('returns an expired session', ['SESS-04'], (body) => ({
    ...body,
    expires_at: new Date(NOW_MS - 1000).toISOString(),
  })),
  auth('accepts a string as scope', ['SESS-05'], (response, request) =>
    parsed(request)['scope'] === 'chat' ? granted(response) : response,
  ),
  auth('accepts a request without client_id', ['SESS-05'], (response, request) =>
    parsed(request)['client_id'] === undefined ? granted(response) : response,
  ),
  auth('refuses a string as scope and returns a token', ['SESS-05'], (response, request) =>
    parsed(request)['scope'] === 'chat' ? { ...granted(response), status: 422 } : response,
  ),
  auth('returns 500 for a string as scope', ['SESS-05'], (response, request) =>
    parsed(request)['scope'] === 'chat' ? jsonResponse(500, {}) : response,
  ),
]
