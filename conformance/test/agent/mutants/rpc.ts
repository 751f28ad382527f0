import type { TestRequest } from '../../support/handler.ts'
import { mapJson, type Mutant } from '../../support/mutants.ts'
import { jsonResponse, referenceAgent } from '../reference.ts'
import { bodyMutants, responseMutants, without, type Json } from './change.ts'

const rpc = responseMutants('/a2a')
const member = bodyMutants('/a2a')
const method = (request: TestRequest): unknown =>
  request.body.endsWith('}') ? (JSON.parse(request.body) as Json)['method'] : undefined
const isSend = (request: TestRequest): boolean => method(request) === 'tasks/send'
const hasSkill = (request: TestRequest): boolean => request.body.includes('"skill"')
const isMalformed = ({ body }: TestRequest): boolean => body.endsWith('{')
const code = (body: Json, code: unknown): Json => ({
  ...body,
  error: { ...(body['error'] as Json), code },
})

export const rpcMutants: readonly Mutant[] = [
  rpc('is missing', ['RPC-01'], () => jsonResponse(404, {})),
  rpc('accepts only GET', ['RPC-01'], () => jsonResponse(405, {})),
  rpc('returns an array', ['RPC-01'], (response) => ({ ...response, body: `[${response.body}]` })),
  member('omits jsonrpc', ['RPC-02'], (body) => without(body, 'jsonrpc')),
  member('returns a number as jsonrpc', ['RPC-02'], (body) => ({ ...body, jsonrpc: 2 })),
  member('returns an id other than that of the call', ['RPC-03'], (body, request) =>
    isMalformed(request) ? body : { ...body, id: 'new' },
  ),
  member('returns a number as id', ['RPC-03'], (body, request) =>
    isMalformed(request) ? body : { ...body, id: 1 },
  ),
  member('returns null as id', ['RPC-03'], (body) => ({ ...body, id: null })),
  member('returns result and error', ['RPC-04'], (body) => ({
    ...body,
    ...('result' in body ? { error: { code: 0, message: '' } } : {}),
  })),
  member('returns neither result nor error', ['RPC-04'], (body, request) =>
    isSend(request) && hasSkill(request) ? without(body, 'result') : body,
  ),
  member('returns strings as error codes', ['RPC-05'], (body) =>
    'error' in body ? code(body, '-32601') : body,
  ),
  member('omits error.message', ['RPC-05'], (body) =>
    'error' in body ? { ...body, error: { code: (body['error'] as Json)['code'] } } : body,
  ),
  member('returns one code for all errors', ['RPC-06', 'RPC-07', 'RPC-08', 'RPC-09'], (body) =>
    'error' in body ? code(body, -32000) : body,
  ),
  member('treats any method as tasks/send', ['RPC-06'], (body, request) =>
    method(request) === 'tasks/no_such_method' ? { ...without(body, 'error'), result: {} } : body,
  ),
  member('returns an id for malformed JSON', ['RPC-07'], (body, request) =>
    isMalformed(request) ? { ...body, id: '1' } : body,
  ),
  rpc('returns an HTML page for malformed JSON', ['RPC-07'], (response, request) =>
    isMalformed(request) ? { status: 400, body: '<h1>Bad request</h1>' } : response,
  ),
  member('returns the wrong code for a call without method', ['RPC-08'], (body, request) =>
    method(request) === undefined && !isMalformed(request) ? code(body, -32601) : body,
  ),
  member('returns the wrong code for a call without skill', ['RPC-09'], (body, request) =>
    isSend(request) && !hasSkill(request) ? code(body, -32603) : body,
  ),
  {
    name: '/a2a shares the id between concurrent calls',
    foundBy: ['RPC-10'],
    make: () => {
      let shared: unknown
      return mapJson(referenceAgent(), '/a2a', (body) => {
        if (shared === undefined)
          queueMicrotask(() => {
            shared = undefined
          })
        shared ??= body['id']
        return { ...body, id: shared }
      })
    },
  },
  member('fails calls that /a2a/tasks completes', ['RPC-12'], (body) =>
    'result' in body
      ? { ...without(body, 'result'), error: { code: -32000, message: 'No.' } }
      : body,
  ),
]
