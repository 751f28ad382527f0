import { countedAs } from '../contract/address.ts'
import { ORGANIZATION_AT_ONCE } from '../domain/limits.ts'
import { covers } from '../domain/organizations/scopes.ts'
import type { Facts, Incoming, TableEntry } from '../contract/typed.ts'
import { isBarredFrom, type Caller, type SessionCaller } from './callers.ts'
import {
  ADMIN_SESSION,
  API_KEY,
  leaseLimit,
  ORGANIZATION,
  REFUSED_BODIES,
  RUNTIME_TOKEN,
  SUPPORT_REQUESTS,
  VERIFICATIONS,
} from './limits.ts'
import { isCrossOrigin } from './cross-origin.ts'
import { planGate, planOf } from './plan-gate.ts'
import type { Plan } from '../domain/organizations/plans.ts'
import type { ProblemCode } from '../problems.ts'
import type { Counted } from '../store/transactions/rates.ts'
import { rateLimitHeaders, type RateLimit, type RateLimiter, type Verdict } from './rate-limiter.ts'
import type { Leave, Turns } from './turns.ts'

type GateAnswer =
  { code: ProblemCode; facts?: Facts } | { headers: Record<string, string> } | undefined

export interface Limits {
  readonly limiter: RateLimiter
  /** Counts a request in the store. */
  readonly count: (limit: Counted) => Promise<Verdict>
}

/** After the caller is known and before anything of the request is read: 429 and 402; whoever passes is told how much is left. */
export function afterAuth(limits: Limits, upgrade_url: string) {
  const judge = (
    operation: TableEntry,
    caller: Caller,
    request: Incoming,
    rate: Verdict,
  ): GateAnswer => {
    if (!rate.allowed) return { code: 'RATE_LIMITED', facts: tooMany(rate) }
    const limit = planGate(operation, planOf(caller, request.path_values['org_id']), upgrade_url)
    return limit ?? { headers: rateLimitHeaders(rate) }
  }
  return (
    operation: TableEntry,
    caller: Caller | null,
    request: Incoming,
  ): GateAnswer | Promise<GateAnswer> => {
    if (!caller) return anonymousGate(limits.limiter, operation, request)
    const rate = takeRequest(limits.limiter, operation, caller, request.path_values['org_id'])
    const alsoOf =
      rate.allowed && operation.tag === 'support' ? caller.reach.organizations[0] : undefined
    if (alsoOf === undefined) return judge(operation, caller, request, rate)
    return limits
      .count(limits.limiter.counted(SUPPORT_REQUESTS, alsoOf))
      .then((exact) => judge(operation, caller, request, exact))
  }
}

/** Who sent bodies that had to be refused, over and over, waits before another one is read (docs/specification/trust.md#anonymous-bodies). */
function anonymousGate(limiter: RateLimiter, { method }: TableEntry, { ip }: Incoming): GateAnswer {
  const rate = method === 'GET' ? undefined : limiter.look(REFUSED_BODIES, countedAs(ip))
  return rate === undefined || rate.allowed
    ? undefined
    : { code: 'RATE_LIMITED', facts: tooMany(rate) }
}

/** Counts a refused body against its address. That there was no room for it is nobody's fault. */
export function badBody(limiter: RateLimiter) {
  return (_operation: TableEntry, { ip }: Incoming, code: string): void => {
    if (code !== 'SERVER_BUSY') limiter.take(REFUSED_BODIES, countedAs(ip))
  }
}

/** Bodies count under the organization, and those of a person who belongs to none under the session (docs/specification/trust.md#known-bodies). */
export function bodyGroup(
  _operation: TableEntry,
  caller: Caller | null,
  { path_values }: Incoming,
): string | undefined {
  return caller
    ? (organizationOf(caller, path_values['org_id'])?.organization_id ?? credentialLimit(caller)[1])
    : undefined
}

/** After the request was found well-formed: what this credential may not do at all, whatever the resource, and what no other origin may. */
export function afterValidation(
  operation: TableEntry,
  caller: Caller | null,
  request: Incoming,
): GateAnswer {
  if (concernsCookie(operation, caller) && isCrossOrigin(request))
    return { code: 'CROSS_ORIGIN_REQUEST' }
  if (!caller) return undefined
  if (caller.kind === 'session') return roleGate(caller, operation, request.path_values['org_id'])
  if (caller.kind === 'api_key' && !covers(caller.scopes, operation.requiredScope)) {
    return {
      code: 'SCOPE_REQUIRED',
      facts: {
        message: `This API key lacks the scope ${operation.requiredScope}; use a key that has it.`,
      },
    }
  }
  const named = request.path_values['workspace_id'] ?? request.headers['x-workspace-id']
  return isBarredFrom(caller, named) ? { code: 'WORKSPACE_NOT_ALLOWED' } : undefined
}

/** Who signs somebody else in with an account of their own learns what is done with it, so asking for the cookie counts too. */
const concernsCookie = ({ id }: TableEntry, caller: Caller | null): boolean =>
  id === 'createBrowserSession' || (caller?.kind === 'session' && caller.sent_in === 'cookie')

/** What a person lacks for an operation: the platform's own role, or one that acts for an organization. */
function roleGate(
  caller: SessionCaller,
  operation: TableEntry,
  org_id: string | undefined,
): GateAnswer {
  if (operation.tag === 'operator')
    return caller.operator ? undefined : { code: 'OPERATOR_REQUIRED' }
  return isActing(caller, operation, org_id) ? undefined : { code: 'ROLE_REQUIRED' }
}

/** A person may always see and end a session; all else takes a role that acts, in the organization of the path if it names one. */
function isActing(
  { reach, memberships }: SessionCaller,
  { tag }: TableEntry,
  org_id: string | undefined,
): boolean {
  if (tag === 'admin') return true
  const belongs = memberships.some(({ organization_id }) => organization_id === org_id)
  return reach.organizations.length > 0 && (!belongs || reach.organizations.includes(org_id!))
}

/**
 * Each credential has one bucket, and its organization one for all of them (docs/specification/trust.md#budgets). Heartbeats have one of
 * their own and do not count for the organization; what installations have verified has a bucket beside the organization's, since whoever
 * sends their agents something causes it; requests for support have one more.
 */
function takeRequest(
  limiter: RateLimiter,
  operation: TableEntry,
  caller: Caller,
  org_id: string | undefined,
): Verdict {
  if (caller.kind === 'runtime_token' && operation.id === 'renewLease')
    return limiter.take(leaseLimit(caller.heartbeat_interval), caller.installation_id)
  const organization = organizationOf(caller, org_id)
  const limits =
    caller.kind === 'runtime_token' && operation.id === 'verifyTrust' ? VERIFICATIONS : ORGANIZATION
  const budget =
    organization && ([limits[organization.plan], organization.organization_id] as const)
  return limiter.takeAll(budget ? [credentialLimit(caller), budget] : [credentialLimit(caller)])
}

function credentialLimit(caller: Caller): readonly [RateLimit, string] {
  switch (caller.kind) {
    case 'api_key':
      return [API_KEY, caller.key_id]
    case 'session':
      return [ADMIN_SESSION, caller.session_id]
    case 'runtime_token':
      return [RUNTIME_TOKEN, caller.installation_id]
  }
}

/** The organization that a request counts for: of a person the one in the path, if it is theirs, or else the first they act for. */
function organizationOf(
  caller: Caller,
  org_id: string | undefined,
): { readonly organization_id: string; readonly plan: Plan } | undefined {
  if (caller.kind !== 'session') return caller
  const { memberships, reach } = caller
  return (
    memberships.find(({ organization_id }) => organization_id === org_id) ??
    memberships.find(({ organization_id }) => organization_id === reach.organizations[0])
  )
}

/** Operations that take no turn: heartbeats are many and short, and a routed task waits for somebody else. */
const WITHOUT_TURN: readonly string[] = ['renewLease', 'routeTask']

/** Before the handler runs: requests of an organization beyond its number at once wait for their turn, and too many that wait are refused. */
export function enter(turns: Turns) {
  return (
    operation: TableEntry,
    caller: Caller | null,
    { path_values }: Incoming,
  ): Promise<Leave> | Leave | { code: ProblemCode; facts: Facts } | undefined => {
    const organization =
      caller && !WITHOUT_TURN.includes(operation.id)
        ? organizationOf(caller, path_values['org_id'])
        : undefined
    return (
      organization &&
      (turns.enter(organization.organization_id) ?? { code: 'RATE_LIMITED', facts: CROWDED })
    )
  }
}
const CROWDED: Facts = {
  message: `${ORGANIZATION_AT_ONCE.waiting} requests of this organization wait for their turn; send fewer at once.`,
  headers: { 'Retry-After': '1' },
}

/** What a 429 says: the limit, and the time to wait. */
export const tooMany = (rate: Verdict): Facts => ({
  message: `Too many requests: ${rate.limit.limit} in ${rate.limit.window_s} s are allowed here; wait ${rate.retry_after_s} s.`,
  headers: { 'Retry-After': String(rate.retry_after_s), ...rateLimitHeaders(rate) },
})
