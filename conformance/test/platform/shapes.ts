import type { Settings } from '../../src/engine/settings.ts'
import { BASE, type TestRequest, type Handler, type TestResponse } from '../support/handler.ts'
import type { Commands } from '../support/judge.ts'
import { operationOf, PLATFORM_SETTINGS, referencePlatform } from './reference.ts'
import { jsonResponse, type Json, type Shape } from './reference-state.ts'
import {
  busy,
  checksKeys,
  isOk,
  json,
  PREFIX,
  prefixed,
  routedElsewhere,
  separated,
  slow,
  truncated,
  unregistered,
  upper,
} from './shape-platforms.ts'

/** A conforming platform that differs from the reference. */
export interface Conforming {
  readonly name: string
  readonly make: () => Handler
  readonly settings?: Partial<Settings>
  readonly commands?: (handler: Handler) => Commands
  /** The rules that cannot be tested, because user input is missing. */
  readonly untested?: readonly string[]
}

type Change = (response: TestResponse, request: TestRequest) => TestResponse
const shaped = (name: string, shape: Partial<Shape>, settings?: Partial<Settings>): Conforming => ({
  name,
  make: () => referencePlatform(shape),
  ...(settings ? { settings } : {}),
})
const everywhere = (name: string, change: Change, settings?: Partial<Settings>): Conforming => ({
  name,
  ...(settings ? { settings } : {}),
  make: () => {
    const platform = referencePlatform()
    return (request) => {
      const response = platform(request)
      return typeof response === 'object' && !request.path.startsWith('/_')
        ? change(response, request)
        : response
    }
  },
})
const at = (operation: string, name: string, change: Change): Conforming =>
  everywhere(name, (response, request) =>
    operationOf(request) === operation ? change(response, request) : response,
  )
const withStatus =
  (from: number, to: number): Change =>
  (response) =>
    response.status === from ? { ...response, status: to } : response

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
  'read my e-mail': ({ SVC_ADMIN_EMAIL: address }) => {
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
  shaped('a clock that an earlier run advanced', { advanced_ms: 100 * 86_400_000 }),
  shaped('a different name for the identifier', { workspace_id: 'id' }),
  shaped('more members than the interface lists', {
    more: { request_id: 'r', links: { self: '/' } },
  }),
  { name: 'a base path', make: prefixed, settings: { ...PLATFORM_SETTINGS, base: BASE + PREFIX } },
  { name: 'a platform that limits the request rate', make: busy },
  { name: 'a slow platform', make: slow },
  { name: 'agents of other organizations are not found', make: separated },
  ...['a', 'b', 'c', 'd'].map((seed) => ({
    name: `only keys on the curve, seed ${seed}`,
    make: checksKeys,
    settings: { ...PLATFORM_SETTINGS, seed },
  })),
  everywhere('errors without a body', (response) =>
    response.status >= 400 && response.status !== 402
      ? { status: response.status, body: '' }
      : response,
  ),
  everywhere('errors as plain text', (response) =>
    response.status >= 400 && response.status !== 402
      ? { status: response.status, headers: { 'Content-Type': 'text/plain' }, body: 'No.' }
      : response,
  ),
  everywhere('errors as problem documents', (response) =>
    response.status >= 400 && response.status !== 402
      ? {
          ...response,
          headers: { ...response.headers, 'Content-Type': 'application/problem+json' },
          body: `{"type":"about:blank","status":${response.status}}`,
        }
      : response,
  ),
  everywhere('spaces and line breaks in JSON', (response) =>
    response.body.startsWith('{')
      ? { ...response, body: JSON.stringify(JSON.parse(response.body), null, 4) }
      : response,
  ),
  everywhere('members in a different order', (response) =>
    json(response, (body) => Object.fromEntries(Object.entries(body).reverse())),
  ),
  everywhere('header names in lower case and unknown headers', (response) => ({
    ...response,
    headers: {
      ...Object.fromEntries(
        Object.entries(response.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      'x-powered-by': 'y',
      'ratelimit-policy': '"k";q=600',
    },
  })),
  everywhere('times in microseconds and +00:00', (response) => ({
    ...response,
    body: response.body.replace(/\.(\d{3})Z"/g, '.$1456+00:00"'),
  })),
  everywhere('times without fractions', (response) => ({
    ...response,
    body: response.body.replace(/\.\d{3}Z"/g, 'Z"'),
  })),
  { name: 'times without seconds', make: truncated },
  { name: 'ids of installations in upper case', make: upper },
  ...[402, 403].map((status) => ({
    name: `a plan that cannot register agents, with ${status}`,
    make: unregistered(status),
    untested: ['PLAN-12'],
  })),
  everywhere('slow, but within every limit', (response) => ({ ...response, ms: 1500 })),
  everywhere('records inside data', (response, request) =>
    ['createWorkspace', 'getWorkspace'].includes(operationOf(request) ?? '') && isOk(response)
      ? json(response, (data) => ({ data }))
      : response,
  ),
  everywhere('null for absent members', (response, request) =>
    response.status === 402
      ? json(response, (body) => ({ ...body, current_usage: null }))
      : operationOf(request) === 'lease' && isOk(response)
        ? json(response, (body) => ({ refreshed_token: null, ...body }))
        : response,
  ),
  at('verifyAgent', '200 and valid: false for an unknown agent', (response) =>
    response.status === 404 ? jsonResponse(200, { valid: false }) : response,
  ),
  at('registerAgent', '200 for a repeated registration', withStatus(409, 200)),
  at('deleteWorkspace', 'a deletion returns a body', (response) =>
    response.status === 204 ? jsonResponse(200, { deleted: true }) : response,
  ),
  at('bootstrap', '404 for invalid install tokens', withStatus(401, 404)),
  at('bootstrap', '410 for invalid install tokens', withStatus(401, 410)),
  at('refresh', '400 for invalid refresh tokens', withStatus(401, 400)),
  at('recover', "404 for another organization's workspace", withStatus(403, 404)),
  at('verifyPin', '422 for wrong PINs', withStatus(401, 422)),
  at('setRetention', '403 for a retention out of range', (response, request) =>
    response.status === 422 &&
    Number.isInteger(
      (JSON.parse(request.body.startsWith('{"a') ? request.body : '{}') as Json)[
        'audit_log_retention_days'
      ],
    )
      ? { ...response, status: 403 }
      : response,
  ),
  at('verifyTrust', '400 for a wrong signature', withStatus(200, 400)),
  at('trustProfile', '400 for a DID without an id', (response, request) =>
    request.path.endsWith('did:svc:') ? { ...response, status: 400 } : response,
  ),
  at('lease', 'a command', (response) =>
    isOk(response)
      ? json(response, (body) => ({ ...body, command: { type: 'reload_policy' } }))
      : response,
  ),
  at('tasks', 'a paginated history', (response) =>
    isOk(response) ? jsonResponse(200, { items: [], next_cursor: null }) : response,
  ),
  at('listWorkspaces', 'a list without an envelope', (response) =>
    isOk(response) ? json(response, ({ items }) => items) : response,
  ),
  at('complianceReport', 'a report in plain text', (response) =>
    response.body.startsWith('#')
      ? { ...response, headers: { 'Content-Type': 'text/markdown' } }
      : response,
  ),
  {
    name: 'tasks are routed with a command',
    make: routedElsewhere,
    settings: { ...PLATFORM_SETTINGS, route_command: 'route it' },
    commands: ROUTE,
  },
  {
    name: 'tasks are routed at an unknown path',
    make: routedElsewhere,
    untested: ['FWD-01'],
  },
  {
    name: 'a PIN that a command prints',
    make: () => referencePlatform(),
    settings: { ...withoutMail(PLATFORM_SETTINGS), pin_command: 'read my e-mail' },
    commands: PIN,
  },
  {
    ...everywhere('exports only to public addresses', (response, request) =>
      isOk(response) && request.body.includes('http://suite.test/intake')
        ? jsonResponse(422, {})
        : response,
    ),
    untested: ['EXP-01', 'EXP-02', 'EXP-03'],
  },
]
