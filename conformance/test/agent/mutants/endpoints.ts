import type { TestRequest, TestResponse } from '../../support/handler.ts'
import { mapResponse, mapJson, type Mutant } from '../../support/mutants.ts'
import { NOW_MS } from '../../support/handler.ts'
import { referenceAgent, jsonResponse } from '../reference.ts'

type Json = Record<string, unknown>
const without = (body: Json, name: string): Json =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
const at =
  (path: string) =>
  (
    name: string,
    foundBy: readonly string[],
    answer: (it: TestResponse, request: TestRequest) => TestResponse | 'silence' | 'reset',
  ): Mutant => ({
    name: `${path} ${name}`,
    foundBy,
    make: () => mapResponse(referenceAgent(), path, answer),
  })
const json =
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

const health = at('/health')
export const healthMutants: readonly Mutant[] = [
  health('is missing', ['HEALTH-01'], () => jsonResponse(404, {})),
  health('says 503', ['HEALTH-01'], () => jsonResponse(503, {})),
  health('never answers', ['HEALTH-01'], () => 'silence'),
  health('asks for credentials', ['HEALTH-01'], () => jsonResponse(401, {})),
  health('takes its time', ['HEALTH-02'], (it) => ({ ...it, ms: 2500 })),
]

const MANIFEST = {
  capabilities: { provides: ['count_words', 'shout'], requires: [] },
  a2a: { upstream_url: 'http://target.test/a2a/tasks' },
}
const manifest = (name: string, foundBy: readonly string[], manifest: Json): Mutant => ({
  name: `a manifest ${name}`,
  foundBy,
  make: () => referenceAgent(),
  settings: { manifest },
})
export const manifestMutants: readonly Mutant[] = [
  manifest('that is right', [], MANIFEST),
  manifest('with a hyphen for an underscore', ['MAN-01'], {
    ...MANIFEST,
    capabilities: { provides: ['count-words'], requires: [] },
  }),
  manifest('with another case', ['MAN-01'], {
    ...MANIFEST,
    capabilities: { provides: ['count_words', 'Shout'], requires: [] },
  }),
  manifest('without requires', ['MAN-02'], { ...MANIFEST, capabilities: { provides: ['shout'] } }),
  manifest('with a text for provides', ['MAN-02'], {
    ...MANIFEST,
    capabilities: { provides: 'shout', requires: [] },
  }),
  manifest('without upstream_url', ['MAN-02'], { capabilities: MANIFEST.capabilities }),
  manifest('with the base address as upstream_url', ['MAN-03'], {
    ...MANIFEST,
    a2a: { upstream_url: 'http://target.test/' },
  }),
]

const rpc = at('/a2a')
const response = json('/a2a')
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
  rpc('takes GET only', ['RPC-01'], () => jsonResponse(405, {})),
  rpc('answers with a list', ['RPC-01'], (it) => ({ ...it, body: `[${it.body}]` })),
  response('leaves jsonrpc out', ['RPC-02'], (body) => without(body, 'jsonrpc')),
  response('says jsonrpc 2', ['RPC-02'], (body) => ({ ...body, jsonrpc: 2 })),
  response('gives every call a new id', ['RPC-03'], (body, request) =>
    isMalformed(request) ? body : { ...body, id: 'new' },
  ),
  response('makes a number of the id', ['RPC-03'], (body, request) =>
    isMalformed(request) ? body : { ...body, id: 1 },
  ),
  response('gives no id', ['RPC-03'], (body) => ({ ...body, id: null })),
  response('sends result and error', ['RPC-04'], (body) => ({
    ...body,
    ...('result' in body ? { error: { code: 0, message: '' } } : {}),
  })),
  response('sends neither result nor error', ['RPC-04'], (body, request) =>
    isSend(request) && hasSkill(request) ? without(body, 'result') : body,
  ),
  response('has texts for error codes', ['RPC-05'], (body) =>
    'error' in body ? code(body, '-32601') : body,
  ),
  response('leaves error.message out', ['RPC-05'], (body) =>
    'error' in body ? { ...body, error: { code: (body['error'] as Json)['code'] } } : body,
  ),
  response('has one error for everything', ['RPC-06', 'RPC-07', 'RPC-08', 'RPC-09'], (body) =>
    'error' in body ? code(body, -32000) : body,
  ),
  response('takes any method for tasks/send', ['RPC-06'], (body, request) =>
    method(request) === 'tasks/no_such_method' ? { ...without(body, 'error'), result: {} } : body,
  ),
  response('has an id for what it could not read', ['RPC-07'], (body, request) =>
    isMalformed(request) ? { ...body, id: '1' } : body,
  ),
  rpc('has an error page for broken JSON', ['RPC-07'], (it, request) =>
    isMalformed(request) ? { status: 400, body: '<h1>Bad request</h1>' } : it,
  ),
  response('calls a missing method unknown', ['RPC-08'], (body, request) =>
    method(request) === undefined && !isMalformed(request) ? code(body, -32601) : body,
  ),
  response('calls a missing skill an inner error', ['RPC-09'], (body, request) =>
    isSend(request) && !hasSkill(request) ? code(body, -32603) : body,
  ),
  {
    name: '/a2a shares the id between all calls',
    foundBy: ['RPC-10'],
    make: () => {
      let kept: unknown
      return mapJson(referenceAgent(), '/a2a', (body) => {
        if (kept === undefined)
          queueMicrotask(() => {
            kept = undefined
          })
        kept ??= body['id']
        return { ...body, id: kept }
      })
    },
  },
  response('fails what /a2a/tasks completes', ['RPC-12'], (body) =>
    'result' in body
      ? { ...without(body, 'result'), error: { code: -32000, message: 'No.' } }
      : body,
  ),
]

const auth = at('/svc/auth')
const opened = json('/svc/auth')
const wanted = ({ body }: TestRequest): Json => JSON.parse(body) as Json
const later = (zone: string): string =>
  new Date(NOW_MS + 3_600_000).toISOString().replace('Z', zone)
const token = (it: TestResponse): TestResponse =>
  it.status === 200
    ? it
    : jsonResponse(200, { session_token: 'sess_anybody_gets_this_one', expires_at: later('Z') })

export const sessionMutants: readonly Mutant[] = [
  auth('is missing', ['SESS-01'], () => jsonResponse(404, {})),
  auth('refuses everybody', ['SESS-01'], () => jsonResponse(403, {})),
  auth('answers with a text', ['SESS-01'], (it) => ({ ...it, body: '"sess_1"' })),
  {
    name: '/svc/auth has another prefix',
    foundBy: ['SESS-02'],
    make: () => {
      const agent = referenceAgent()
      return (request) => {
        const it = agent({
          ...request,
          headers: {
            ...request.headers,
            authorization: (request.headers['authorization'] ?? '').replace('jwt_', 'sess_'),
          },
        })
        return request.path === '/svc/auth' && typeof it === 'object'
          ? { ...it, body: it.body.replace('sess_', 'jwt_') }
          : it
      }
    },
  },
  opened('counts seconds', ['SESS-03'], (body) => ({ ...body, expires_at: NOW_MS / 1000 + 3600 })),
  opened('has another zone', ['SESS-03'], (body) => ({ ...body, expires_at: later('+02:00') })),
  opened('has no zone', ['SESS-03'], (body) => ({ ...body, expires_at: later('') })),
  opened('ends sessions before they begin', ['SESS-04'], (body) => ({
    ...body,
    expires_at: new Date(NOW_MS - 1000).toISOString(),
  })),
  auth('takes a text for scope', ['SESS-05'], (it, request) =>
    wanted(request)['scope'] === 'chat' ? token(it) : it,
  ),
  auth('takes nobody for a client', ['SESS-05'], (it, request) =>
    wanted(request)['client_id'] === undefined ? token(it) : it,
  ),
  auth('refuses a text for scope and gives a token', ['SESS-05'], (it, request) =>
    wanted(request)['scope'] === 'chat' ? { ...token(it), status: 422 } : it,
  ),
  auth('breaks over a text for scope', ['SESS-05'], (it, request) =>
    wanted(request)['scope'] === 'chat' ? jsonResponse(500, {}) : it,
  ),
]

const chat = at('/chat')
const NAMES = [
  'X-Svc-Agent-ID',
  'X-Svc-Reputation',
  'X-Svc-Verification',
  'X-Svc-Task-ID',
  'X-Svc-Trace-ID',
] as const
const head = (it: TestResponse, change: Record<string, string>): TestResponse => ({
  ...it,
  headers: { ...it.headers, ...change },
})
const bare = (it: TestResponse, ...names: readonly string[]): TestResponse => ({
  ...it,
  headers: Object.fromEntries(
    Object.entries(it.headers ?? {}).filter(([name]) => !names.includes(name)),
  ),
})
const hello = (it: TestResponse): TestResponse =>
  it.status === 401
    ? jsonResponse(
        200,
        { message: 'Hello' },
        Object.fromEntries(NAMES.map((name) => [name, name === 'X-Svc-Reputation' ? '1' : 'x'])),
      )
    : it

export const chatMutants: readonly Mutant[] = [
  chat('is missing', ['CHAT-01'], () => jsonResponse(404, {})),
  chat('refuses everybody', ['CHAT-01'], () => jsonResponse(401, {})),
  chat('breaks', ['CHAT-01'], () => jsonResponse(500, {})),
  ...NAMES.map((name, i) => chat(`leaves ${name} out`, [`CHAT-0${i + 2}`], (it) => bare(it, name))),
  chat('has an empty trace id', ['CHAT-06'], (it) => head(it, { 'X-Svc-Trace-ID': '' })),
  chat('takes everybody', ['CHAT-07', 'CHAT-08'], hello),
  chat('takes whoever brings no token', ['CHAT-07'], (it, { headers }) =>
    headers['authorization'] === undefined ? hello(it) : it,
  ),
  chat('takes whatever begins with sess_', ['CHAT-08'], (it, { headers }) =>
    headers['authorization']?.startsWith('Bearer sess_') && headers['x-svc-client-id'] !== undefined
      ? hello(it)
      : it,
  ),
]

const tasks = at('/a2a/tasks')
export const headerMutants: readonly Mutant[] = [
  chat('sends the id of the caller back', ['HDR-01'], (it, { headers }) =>
    it.status === 200 ? head(it, { 'X-Svc-Agent-ID': headers['x-svc-client-id'] ?? '' }) : it,
  ),
  tasks('names another agent', ['HDR-01'], (it) => head(it, { 'X-Svc-Agent-ID': 'another' })),
  chat('has a reputation above 100', ['HDR-02'], (it) =>
    it.status === 200 ? head(it, { 'X-Svc-Reputation': '101' }) : it,
  ),
  chat('has a word for its reputation', ['HDR-02'], (it) =>
    it.status === 200 ? head(it, { 'X-Svc-Reputation': 'high' }) : it,
  ),
  rpc('has a negative reputation', ['HDR-02'], (it) => head(it, { 'X-Svc-Reputation': '-1' })),
  chat('is verified otherwise than the card says', ['HDR-03'], (it) =>
    it.status === 200 ? head(it, { 'X-Svc-Verification': 'gold' }) : it,
  ),
  chat('has one task id for all messages', ['HDR-04'], (it) =>
    it.status === 200 ? head(it, { 'X-Svc-Task-ID': 'task' }) : it,
  ),
  chat('has one trace for all messages', ['HDR-05'], (it) =>
    it.status === 200 ? head(it, { 'X-Svc-Trace-ID': 'trace' }) : it,
  ),
  tasks('has no trust headers', ['HDR-06'], (it) => bare(it, ...NAMES)),
  ...NAMES.map((name) => tasks(`leaves ${name} out`, ['HDR-06'], (it) => bare(it, name))),
  ...NAMES.map((name) => rpc(`leaves ${name} out`, ['HDR-06'], (it) => bare(it, name))),
]

/** Faults that no single answer shows. */
export const cunningMutants: readonly Mutant[] = [
  {
    name: 'is right only for whoever calls itself a test suite',
    foundBy: ['TASK-15'],
    make: () =>
      mapJson(referenceAgent(), '/a2a/tasks', (body, { headers, body: request }, it) =>
        it.status === 200 && !/conform|test|suite/i.test(`${headers['user-agent']}${request}`)
          ? { ...body, output: {} }
          : body,
      ),
  },
  {
    name: 'is right for the first three tasks only',
    foundBy: ['TASK-13'],
    make: () => {
      let tasks = 0
      return mapJson(referenceAgent(), '/a2a/tasks', (body, _, it) =>
        it.status === 200 && (tasks += 1) > 3 ? { ...body, result: 'enough' } : body,
      )
    },
  },
  {
    name: 'refuses everything before it looks',
    foundBy: ['TASK-05', 'RPC-02', 'SESS-01'],
    make: () => (request) =>
      request.method === 'POST'
        ? jsonResponse(422, { error: 'validation_error' })
        : referenceAgent()(request),
  },
  {
    name: 'fails every task in the right way, and says so with 200',
    foundBy: ['TASK-12', 'TASK-19', 'RPC-12'],
    make: () =>
      mapResponse(referenceAgent(), '/a2a/tasks', (it, request) =>
        it.body.includes('"completed"')
          ? {
              ...jsonResponse(200, {
                task_id: (JSON.parse(request.body) as Json)['task_id'],
                status: 'failed',
                error: { code: 'a', message: 'b' },
              }),
              headers: it.headers ?? {},
            }
          : it,
      ),
  },
]

export const doorMutants: readonly Mutant[] = [
  ...healthMutants,
  ...manifestMutants,
  ...rpcMutants,
  ...sessionMutants,
  ...chatMutants,
  ...headerMutants,
  ...cunningMutants,
]
