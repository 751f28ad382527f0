import type { Settings } from '../../src/engine/settings.ts'
import { BASE, type Handler, type TestRequest, type TestResponse } from '../support/handler.ts'
import { installationRoutes } from './reference-installations.ts'
import { agentRoutes, workspaceRoutes } from './reference-registry.ts'
import { auditRoutes, sandboxRoutes, serviceRoutes } from './reference-services.ts'
import {
  jsonResponse,
  PlatformState,
  PLANS,
  unauthorized,
  type Json,
  type Route,
  type Shape,
} from './reference-state.ts'

/** Settings with all accounts and addresses of the reference platform. */
export const PLATFORM_SETTINGS: Partial<Settings> = {
  profile: 'full',
  fuzz: 60,
  allow: new Set(['read', 'call', 'write', 'destructive']),
  keys: Object.fromEntries(PLANS.map((plan) => [plan, `sk_live_${plan}`])),
  second_org: { org_id: 'org_second', key: 'sk_live_second' },
  issuer: 'urn:reference',
  clock_url: `${BASE}/_clock`,
  mail_url: `${BASE}/_mail`,
  extra: {
    ...Object.fromEntries(PLANS.map((plan) => [`org.${plan}`, `org_${plan}`])),
    'admin-email': 'admin@example.com',
    'image-ref': 'acme/web:1.0',
  },
}

const DEFAULT_SHAPE: Shape = {
  created: 201,
  invalid: 422,
  workspace_id: 'workspace_id',
  more: {},
  advanced_ms: 0,
}

/** Returns a platform that implements the interface and little else, as a function with state. */
export function referencePlatform(changes: Partial<Shape> = {}): Handler {
  const state = new PlatformState({ ...DEFAULT_SHAPE, ...changes })
  const routes = routesOf(state)
  return (request) => {
    const response = respond(routes, request, () => state.invalid())
    const date = new Date(state.now - state.shape.advanced_ms).toUTCString()
    return { ...response, headers: { ...response.headers, Date: date } }
  }
}

const routesOf = (state: PlatformState): readonly Route[] => [
  ...agentRoutes(state),
  ...workspaceRoutes(state),
  ...installationRoutes(state),
  ...auditRoutes(state),
  ...serviceRoutes(state),
  ...sandboxRoutes(state),
]

const ROUTES = routesOf(new PlatformState(DEFAULT_SHAPE))
/** Returns the name of the operation that a request calls. */
export const operationOf = (request: TestRequest): string | undefined =>
  routeOf(ROUTES, request)?.[0]

const routeOf = (routes: readonly Route[], { method, path }: TestRequest): Route | undefined =>
  routes.find(([, of, pattern]) => of === method && pattern.test(path.split('?')[0] ?? ''))

/** Checks key, plan and body, in this order, and executes the operation. */
function respond(
  routes: readonly Route[],
  request: TestRequest,
  invalid: () => TestResponse,
): TestResponse {
  const route = routeOf(routes, request)
  if (!route) return jsonResponse(404, {})
  const [, , pattern, requiredPlan, members, run] = route
  const key =
    requiredPlan === 'bearer'
      ? (request.headers['authorization'] ?? '').replace(/^Bearer /, '')
      : request.headers['x-api-key']
  const name = [...PLANS, 'second'].find((plan) => `sk_live_${plan}` === key)
  if (requiredPlan !== undefined && name === undefined) return unauthorized()
  const plan = name === 'second' ? 'enterprise' : (name ?? 'free')
  if (requiredPlan !== undefined && PLANS.indexOf(plan) < PLANS.indexOf(requiredPlan))
    return upgradeRequired(plan, requiredPlan)
  const given = request.body === '' ? {} : parse(request.body)
  if (
    given === undefined ||
    !Object.entries(members).every(([member, type]) => isOfType(given[member], type)) ||
    (Object.keys(members).length > 0 && Object.keys(given).length === 0)
  )
    return invalid()
  const path = (pattern.exec(request.path.split('?')[0] ?? '') ?? []).slice(1)
  return run({ org: `org_${name ?? ''}`, path, given, request })
}

const upgradeRequired = (plan: string, required_plan: string): TestResponse =>
  jsonResponse(402, {
    error: 'plan_limit_exceeded',
    message: `This needs ${required_plan}; you have ${plan}.`,
    code: 'REQUIRES_UPGRADE',
    required_plan,
    upgrade_url: 'https://platform.example.com/upgrade',
  })

function isOfType(value: unknown, type: string): boolean {
  if (value === undefined) return true
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array')
    return Array.isArray(value) && value.every((item) => typeof item === 'string')
  if (type === 'object')
    return (
      typeof value === 'object' &&
      value !== null &&
      ['string', 'undefined'].includes(typeof (value as Json)['workspace_id'])
    )
  return typeof value === 'string'
}

function parse(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Json) : undefined
  } catch {
    return undefined
  }
}
