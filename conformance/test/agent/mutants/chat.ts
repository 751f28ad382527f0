import type { TestResponse } from '../../support/handler.ts'
import type { Mutant } from '../../support/mutants.ts'
import { jsonResponse } from '../reference.ts'
import { responseMutants, TRUST_HEADERS, withHeaders, withoutHeaders } from './change.ts'

const chat = responseMutants('/chat')
const greeting = (response: TestResponse): TestResponse =>
  response.status === 401
    ? jsonResponse(
        200,
        { message: 'Hello' },
        Object.fromEntries(
          TRUST_HEADERS.map((name) => [name, name === 'X-Svc-Reputation' ? '1' : 'x']),
        ),
      )
    : response

export const chatMutants: readonly Mutant[] = [
  chat('is missing', ['CHAT-01'], () => jsonResponse(404, {})),
  chat('refuses every client', ['CHAT-01'], () => jsonResponse(401, {})),
  chat('returns 500', ['CHAT-01'], () => jsonResponse(500, {})),
  ...TRUST_HEADERS.map((name, i) =>
    chat(`omits ${name}`, [`CHAT-0${i + 2}`], (response) => withoutHeaders(response, name)),
  ),
  chat('has an empty trace id', ['CHAT-06'], (response) =>
    withHeaders(response, { 'X-Svc-Trace-ID': '' }),
  ),
  chat('accepts every client', ['CHAT-07', 'CHAT-08'], greeting),
  chat('accepts clients without a token', ['CHAT-07'], (response, { headers }) =>
    headers['authorization'] === undefined ? greeting(response) : response,
  ),
  chat('accepts any token that begins with sess_', ['CHAT-08'], (response, { headers }) =>
    headers['authorization']?.startsWith('Bearer sess_') && headers['x-svc-client-id'] !== undefined
      ? greeting(response)
      : response,
  ),
]

const tasks = responseMutants('/a2a/tasks')
const rpc = responseMutants('/a2a')
export const headerMutants: readonly Mutant[] = [
  chat('returns the id of the client as its own', ['HDR-01'], (response, { headers }) =>
    response.status === 200
      ? withHeaders(response, { 'X-Svc-Agent-ID': headers['x-svc-client-id'] ?? '' })
      : response,
  ),
  tasks('returns the id of another agent', ['HDR-01'], (response) =>
    withHeaders(response, { 'X-Svc-Agent-ID': 'another' }),
  ),
  chat('has a reputation above 100', ['HDR-02'], (response) =>
    response.status === 200 ? withHeaders(response, { 'X-Svc-Reputation': '101' }) : response,
  ),
  chat('has a reputation that is not a number', ['HDR-02'], (response) =>
    response.status === 200 ? withHeaders(response, { 'X-Svc-Reputation': 'high' }) : response,
  ),
  rpc('has a negative reputation', ['HDR-02'], (response) =>
    withHeaders(response, { 'X-Svc-Reputation': '-1' }),
  ),
  chat('has a verification status other than that of the card', ['HDR-03'], (response) =>
    response.status === 200 ? withHeaders(response, { 'X-Svc-Verification': 'gold' }) : response,
  ),
  chat('uses one task id for all messages', ['HDR-04'], (response) =>
    response.status === 200 ? withHeaders(response, { 'X-Svc-Task-ID': 'task' }) : response,
  ),
  chat('uses one trace id for all messages', ['HDR-05'], (response) =>
    response.status === 200 ? withHeaders(response, { 'X-Svc-Trace-ID': 'trace' }) : response,
  ),
  tasks('has no trust headers', ['HDR-06'], (response) =>
    withoutHeaders(response, ...TRUST_HEADERS),
  ),
  ...TRUST_HEADERS.map((name) =>
    tasks(`omits ${name}`, ['HDR-06'], (response) => withoutHeaders(response, name)),
  ),
  ...TRUST_HEADERS.map((name) =>
    rpc(`omits ${name}`, ['HDR-06'], (response) => withoutHeaders(response, name)),
  ),
]
