import type { Settings } from '../../src/engine/settings.ts'
import { BASE, type TestRequest, type Handler, type TestResponse } from '../support/handler.ts'
import type { Commands } from '../support/judge.ts'
import { operationOf, PLATFORM_SETTINGS, referencePlatform } from './reference.ts'
import { jsonResponse, type Json, type Shape } from './reference-state.ts'

/** A platform that conforms in a way of its own. */
export interface Conforming {
  readonly name: string
  readonly make: () => Handler
  readonly settings?: Partial<Settings>
  readonly commands?: (handler: Handler) => Commands
  /** Ids of rules that cannot be tested here; the user is told what to hand in. */
  readonly untested?: readonly string[]
}

type Change = (it: TestResponse, request: TestRequest) => TestResponse
const shaped = (name: string, shape: Partial<Shape>, settings?: Partial<Settings>): Conforming => ({
  name,
  make: () => referencePlatform(shape),
  ...(settings ? { settings } : {}),
})
const behind = (name: string, change: Change, settings?: Partial<Settings>): Conforming => ({
  name,
  ...(settings ? { settings } : {}),
  make: () => {
    const platform = referencePlatform()
    return (request) => {
      const it = platform(request)
      return typeof it === 'object' && !request.path.startsWith('/_') ? change(it, request) : it
    }
  },
})
const at = (operation: string, name: string, change: Change): Conforming =>
  behind(name, (it, request) => (operationOf(request) === operation ? change(it, request) : it))
const json = (it: TestResponse, change: (body: Json) => unknown): TestResponse =>
  it.body.startsWith('{')
    ? { ...it, body: JSON.stringify(change(JSON.parse(it.body) as Json)) }
    : it
const withStatus =
  (from: number, to: number): Change =>
  (it) =>
    it.status === from ? { ...it, status: to } : it
const isOk = ({ status }: TestResponse): boolean => status < 300

const PREFIX = '/registry/api/v1'
const prefixed = (): Handler => {
  const platform = referencePlatform()
  return (request) =>
    request.path.startsWith('/_')
      ? platform(request)
      : request.path.startsWith(PREFIX)
        ? platform({ ...request, path: request.path.slice(PREFIX.length) })
        : jsonResponse(404, {})
}

/** Writes UUIDs in upper case, and takes them in any. */
const upper = (): Handler => {
  const platform = referencePlatform()
  return (request) =>
    json(
      platform({
        ...request,
        path: request.path.replace(/[0-9A-F-]{36}/, (id) => id.toLowerCase()),
      }) as TestResponse,
      ({ installation_id: id, ...body }) =>
        typeof id === 'string' ? { installation_id: id.toUpperCase(), ...body } : body,
    )
}

/** Takes ten requests in a row, then asks for a moment of patience. */
const busy = (): Handler => {
  const platform = referencePlatform()
  let count = 0
  return (request) =>
    (count += 1) % 11 === 0
      ? { status: 429, headers: { 'Retry-After': '1' }, body: '' }
      : platform(request)
}

/** Routes tasks, but nowhere where anybody looks for it. */
const routedElsewhere = (): Handler => {
  const platform = referencePlatform()
  return (request) =>
    request.path === '/a2a/route'
      ? jsonResponse(404, {})
      : platform(request.path === '/internal/route' ? { ...request, path: '/a2a/route' } : request)
}
const headers = { 'x-api-key': 'sk_live_enterprise' }
const ROUTE: (handler: Handler) => Commands = (handler) => ({
  'route it': ({ SVC_SKILL: skill, SVC_TEXT: text, SVC_WORKSPACE_ID: workspace_id }, call) => {
    const body = {
      skill,
      message: { role: 'user', parts: [{ type: 'text', text }] },
      context: { workspace_id },
    }
    handler({ method: 'POST', path: '/internal/route', headers, body: JSON.stringify(body), call })
    return ''
  },
})
const PIN: (handler: Handler) => Commands = (handler) => ({
  'read my mail': ({ SVC_ADMIN_EMAIL: address }) => {
    const { items } = JSON.parse(
      (handler({ method: 'GET', path: '/_mail', headers: {}, body: '' }) as TestResponse).body,
    ) as { items: readonly { to: string; text: string }[] }
    return `PIN: ${/\d+/.exec(items.findLast(({ to }) => to === address)?.text ?? '')?.[0] ?? ''}\n`
  },
})
const withoutMail = ({ mail_url: _, ...rest }: Partial<Settings>): Partial<Settings> => rest

export const CONFORMING: readonly Conforming[] = [
  shaped('201 and 422', {}),
  shaped('200 and 400', { created: 200, invalid: 400 }),
  shaped('202', { created: 202 }),
  shaped('a clock that an earlier run moved', { advanced_ms: 100 * 86_400_000 }),
  shaped('another name for the identifier', { workspace_id: 'id' }),
  shaped('more members than the interface lists', {
    more: { request_id: 'r', links: { self: '/' } },
  }),
  { name: 'a base path', make: prefixed, settings: { ...PLATFORM_SETTINGS, base: BASE + PREFIX } },
  { name: 'a platform that limits its rate', make: busy },
  behind('errors without a body', (it) =>
    it.status >= 400 && it.status !== 402 ? { status: it.status, body: '' } : it,
  ),
  behind('errors as a text', (it) =>
    it.status >= 400 && it.status !== 402
      ? { status: it.status, headers: { 'Content-Type': 'text/plain' }, body: 'No.' }
      : it,
  ),
  behind('errors as problem documents', (it) =>
    it.status >= 400 && it.status !== 402
      ? {
          ...it,
          headers: { ...it.headers, 'Content-Type': 'application/problem+json' },
          body: `{"type":"about:blank","status":${it.status}}`,
        }
      : it,
  ),
  behind('spaces and line breaks in JSON', (it) =>
    it.body.startsWith('{') ? { ...it, body: JSON.stringify(JSON.parse(it.body), null, 4) } : it,
  ),
  behind('members in another order', (it) =>
    json(it, (body) => Object.fromEntries(Object.entries(body).reverse())),
  ),
  behind('header names in lower case, and some that nobody knows', (it) => ({
    ...it,
    headers: {
      ...Object.fromEntries(
        Object.entries(it.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      'x-powered-by': 'y',
      'ratelimit-policy': '"k";q=600',
    },
  })),
  behind('times in microseconds and +00:00', (it) => ({
    ...it,
    body: it.body.replace(/\.(\d{3})Z"/g, '.$1456+00:00"'),
  })),
  behind('times without fractions', (it) => ({ ...it, body: it.body.replace(/\.\d{3}Z"/g, 'Z"') })),
  { name: 'identifiers in upper case', make: upper },
  behind('slow, but within every limit', (it) => ({ ...it, ms: 1500 })),
  behind('every record below data', (it, request) =>
    ['createWorkspace', 'getWorkspace'].includes(operationOf(request) ?? '') && isOk(it)
      ? json(it, (data) => ({ data }))
      : it,
  ),
  behind('null for what is absent', (it, request) =>
    it.status === 402
      ? json(it, (body) => ({ ...body, current_usage: null }))
      : operationOf(request) === 'lease' && isOk(it)
        ? json(it, (body) => ({ refreshed_token: null, ...body }))
        : it,
  ),
  at('verifyAgent', 'an agent that nobody knows is 200 and not valid', (it) =>
    it.status === 404 ? jsonResponse(200, { valid: false }) : it,
  ),
  at('registerAgent', 'the same agent again is 200', withStatus(409, 200)),
  at('deleteWorkspace', 'what is deleted is told once more', (it) =>
    it.status === 204 ? jsonResponse(200, { deleted: true }) : it,
  ),
  at('bootstrap', 'install tokens that are none are 404', withStatus(401, 404)),
  at('bootstrap', 'install tokens that are none are 410', withStatus(401, 410)),
  at('refresh', 'refresh tokens that are none are 400', withStatus(401, 400)),
  at('recover', 'a foreign workspace is not there', withStatus(403, 404)),
  at('verifyPin', 'PINs that are wrong are 422', withStatus(401, 422)),
  at('setRetention', 'retention out of range is 403', (it, request) =>
    it.status === 422 &&
    Number.isInteger(
      (JSON.parse(request.body.startsWith('{"a') ? request.body : '{}') as Json)[
        'audit_log_retention_days'
      ],
    )
      ? { ...it, status: 403 }
      : it,
  ),
  at('verifyTrust', 'a wrong signature is 400', withStatus(200, 400)),
  at('trustProfile', 'a DID without an id is 400', (it, request) =>
    request.path.endsWith('did:svc:') ? { ...it, status: 400 } : it,
  ),
  at('lease', 'a command', (it) =>
    isOk(it) ? json(it, (body) => ({ ...body, command: { type: 'reload_policy' } })) : it,
  ),
  at('tasks', 'a history as an object with pages', (it) =>
    isOk(it) ? jsonResponse(200, { items: [], next_cursor: null }) : it,
  ),
  at('listWorkspaces', 'a list without an envelope', (it) =>
    isOk(it) ? json(it, ({ items }) => items) : it,
  ),
  at('complianceReport', 'a report in plain text', (it) =>
    it.body.startsWith('#') ? { ...it, headers: { 'Content-Type': 'text/markdown' } } : it,
  ),
  {
    name: 'tasks are asked for otherwise, with a command',
    make: routedElsewhere,
    settings: { ...PLATFORM_SETTINGS, route_command: 'route it' },
    commands: ROUTE,
  },
  {
    name: 'tasks are asked for otherwise, and nobody says how',
    make: routedElsewhere,
    untested: ['FWD-01'],
  },
  {
    name: 'a PIN that a command reads',
    make: () => referencePlatform(),
    settings: { ...withoutMail(PLATFORM_SETTINGS), pin_command: 'read my mail' },
    commands: PIN,
  },
  {
    ...behind('exports go to public addresses only', (it, request) =>
      isOk(it) && request.body.includes('http://suite.test/intake') ? jsonResponse(422, {}) : it,
    ),
    untested: ['EXP-01', 'EXP-02', 'EXP-03'],
  },
]
