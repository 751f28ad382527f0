import { addressKey } from '../contract/address.ts'
import type { BodyGroup } from '../contract/body.ts'
import { covers } from '../domain/organizations/access.ts'
import type { ProblemDetails, Incoming, TableEntry, Turn } from '../contract/typed.ts'
import { isOutsideWorkspace, type Caller, type SessionCaller } from './callers.ts'
import {
  ADMIN_SESSION,
  AGENT_CHANGES,
  API_KEY,
  INSTALLATIONS,
  ORGANIZATION,
  REFUSED_BODIES,
  RUNTIME_TOKEN,
  VERIFICATIONS,
} from './limits.ts'
import { isCrossOrigin } from './cross-origin.ts'
import { planGate, planOf } from './plan-gate.ts'
import type { Plan } from '../domain/organizations/plans.ts'
import type { ProblemCode } from '../problems/problems.ts'
import {
  leaseLimit,
  rateLimitHeaders,
  type RateLimit,
  type RateLimiter,
  type RateDecision,
} from './rate-limiter.ts'
import type { OrganizationQueue } from './organization-queue.ts'
import type { ShareOwner } from './share.ts'
import { roleGate, type ResourceServices } from './role-gate.ts'

type GateResult =
  | { code: ProblemCode; details?: ProblemDetails }
  | { headers: Record<string, string> }
  | undefined

/**
 * Creates the gate that runs after authentication. It refuses requests with 429 or 402, and returns the remaining limit of those that
 * pass.
 */
export function afterAuth(limiter: RateLimiter, upgrade_url: string) {
  return (operation: TableEntry, caller: Caller | null, request: Incoming): GateResult => {
    if (!caller) return anonymousGate(limiter, operation, request)
    const org_id = request.path_values['org_id']
    const rate = limiter.consumeAll(limitsOf(operation, caller, org_id))
    if (!rate.allowed) return { code: 'RATE_LIMITED', details: rateLimitDetails(rate) }
    const headers = rateLimitHeaders(rate)
    const planProblem =
      operation.requiredPlan === null
        ? undefined
        : planGate(operation, planOf(caller, org_id), upgrade_url)
    return planProblem
      ? { code: planProblem.code, details: { ...planProblem.details, headers } }
      : { headers }
  }
}

/**
 * Limits anonymous clients whose bodies were refused repeatedly before another body is read
 * (docs/specification/trust.md#anonymous-bodies).
 */
function anonymousGate(limiter: RateLimiter, { method }: TableEntry, { ip }: Incoming): GateResult {
  const rate = method === 'GET' ? undefined : limiter.peek(REFUSED_BODIES, addressKey(ip))
  return rate === undefined || rate.allowed
    ? undefined
    : { code: 'RATE_LIMITED', details: rateLimitDetails(rate) }
}

/** Counts a refused body against its address, unless it was refused for lack of memory. Returns the headers of the limit. */
export function bodyRefused(limiter: RateLimiter) {
  return ({ ip }: Incoming, code: string) =>
    code === 'SERVER_BUSY'
      ? undefined
      : { headers: rateLimitHeaders(limiter.consume(REFUSED_BODIES, addressKey(ip))) }
}

/**
 * Returns the group to which a body belongs, and the credential within it (docs/specification/trust.md#known-bodies). The group is the
 * organization, its installations, or a person whose request belongs to no organization.
 */
export function bodyGroup(caller: Caller | null, { path_values }: Incoming): BodyGroup | undefined {
  if (!caller) return undefined
  const credential = credentialOf(caller)
  if (caller.kind === 'runtime_token')
    return { name: `${caller.organization_id}:installations`, credential }
  return { name: shareOwnerOf(caller, path_values['org_id']).id, credential }
}

/** Returns the name of a credential. All sessions of a person count as one, because a person can open many. */
const credentialOf = (caller: Caller): string =>
  caller.kind === 'session' ? caller.email : credentialLimit(caller)[1]

/**
 * Returns whose memory and time a request uses: those of an organization, or of a person if the request belongs to no organization. If the
 * role of a person permits a request in several organizations, and its path names none that the person belongs to, it is the person's own,
 * so that one of them cannot delay work in the others.
 */
function shareOwnerOf(caller: Caller, org_id: string | undefined): ShareOwner {
  const organization = organizationOf(caller, org_id)
  const isAmbiguous =
    caller.kind === 'session' &&
    caller.reach.organizations.length > 1 &&
    organization?.organization_id !== org_id
  if (organization && !isAmbiguous)
    return { id: organization.organization_id, isOrganization: true }
  return { id: credentialOf(caller), isOrganization: false }
}

/**
 * Creates the gate that runs after validation. It refuses what the credential does not permit, what the role of a person does not permit on
 * the resource in the path, and requests from other origins that use a session cookie.
 */
export function afterValidation(services: ResourceServices) {
  return (
    operation: TableEntry,
    caller: Caller | null,
    request: Incoming,
  ): GateResult | Promise<GateResult> => {
    if (usesSessionCookie(operation, caller) && isCrossOrigin(request))
      return { code: 'CROSS_ORIGIN_REQUEST' }
    if (!caller) return undefined
    if (caller.kind !== 'session') return credentialGate(caller, operation, request)
    return roleGate(services, caller, operation, request.path_values)
  }
}

/** Returns the problem if an API key lacks the scope, or if the credential is bound to a workspace other than the one in the path. */
function credentialGate(
  caller: Exclude<Caller, SessionCaller>,
  operation: TableEntry,
  request: Incoming,
): GateResult {
  if (caller.kind === 'api_key' && !covers(caller.scopes, operation.requiredScope)) {
    return {
      code: 'SCOPE_REQUIRED',
      details: {
        message: `This API key lacks the scope ${operation.requiredScope}; use a key that has it.`,
      },
    }
  }
  return isOutsideWorkspace(caller, request.path_values['workspace_id'])
    ? { code: 'WORKSPACE_NOT_ALLOWED' }
    : undefined
}

/**
 * Returns whether the session cookie is involved. Requesting the cookie counts as well: a page that signs the user in to the attacker's
 * account learns what the user does there.
 */
const usesSessionCookie = ({ id }: TableEntry, caller: Caller | null): boolean =>
  id === 'createBrowserSession' || (caller?.kind === 'session' && caller.sent_in === 'cookie')

/**
 * Returns the limits of a request, each with the key under which the request is counted (docs/specification/trust.md#budgets). Each
 * credential has a bucket of its own, and each organization has one bucket for its API keys and people. Heartbeats have a separate bucket
 * and do not count against the limit of the organization. Other requests from its installations are counted in two more buckets: one for
 * verifications, which outsiders trigger by what they send to the agents, and one for everything else.
 */
function limitsOf(
  operation: TableEntry,
  caller: Caller,
  org_id: string | undefined,
): readonly (readonly [RateLimit, string])[] {
  if (caller.kind === 'runtime_token' && operation.id === 'renewLease')
    return [[leaseLimit(caller.heartbeat_interval), caller.installation_id]]
  const organization = organizationOf(caller, org_id)
  const limits = budgetOf(operation, caller)
  const organization_limits = organization
    ? [
        limits[organization.plan],
        ...(caller.kind !== 'session' && mayAddLogEntry(operation) ? [AGENT_CHANGES] : []),
      ].map((limit) => [limit, organization.organization_id] as const)
    : []
  return [credentialLimit(caller), ...organization_limits]
}

/**
 * Returns the decision that the response to a request describes after its handler has counted another limit: the one with the fewest
 * remaining requests (docs/specification/http.md#rate-limit-headers).
 */
export function fewestRemaining(
  limiter: RateLimiter,
  operation: TableEntry,
  caller: Caller,
  counted: RateDecision,
  org_id?: string,
): RateDecision {
  return limitsOf(operation, caller, org_id)
    .map(([limit, key]) => limiter.peek(limit, key))
    .reduce((least, decision) => (decision.remaining < least.remaining ? decision : least), counted)
}

function budgetOf(operation: TableEntry, caller: Caller): typeof ORGANIZATION {
  if (caller.kind !== 'runtime_token') return ORGANIZATION
  return operation.id === 'verifyTrust' ? VERIFICATIONS : INSTALLATIONS
}

/**
 * Returns whether an operation may add an entry to the transparency log. The changes that a person makes are counted in the handler, once
 * the organization of the registration is known.
 */
const mayAddLogEntry = ({ id }: TableEntry): boolean =>
  id === 'registerAgent' || id === 'updateAgent'

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

/**
 * Returns the organization to which a request is attributed. For a person it is the one in the path, if the person belongs to it, else the
 * first one for which the person acts.
 */
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

/**
 * Counts one request against the limits of an organization that the path of a person's request does not name, except those against which
 * the gate has already counted it (docs/specification/trust.md#budgets). Returns undefined if nothing was left to count, or if the role
 * of the person does not permit the operation in the organization.
 */
export function consumeForOrganization(
  limiter: RateLimiter,
  operation: TableEntry,
  caller: Caller,
  organization_id: string,
): RateDecision | undefined {
  if (caller.kind !== 'session' || !caller.reach.organizations.includes(organization_id))
    return undefined
  const { plan } = caller.memberships.find((each) => each.organization_id === organization_id)!
  const isCounted = organizationOf(caller, undefined)?.organization_id === organization_id
  const limits = [
    ...(isCounted ? [] : [ORGANIZATION[plan]]),
    ...(mayAddLogEntry(operation) ? [AGENT_CHANGES] : []),
  ]
  return limits.length === 0
    ? undefined
    : limiter.consumeAll(limits.map((limit) => [limit, organization_id] as const))
}

/**
 * Charges the caller's limits for the additional changes that a request makes, because the gate has counted the request only once
 * (docs/specification/trust.md#budgets).
 */
export function chargeChanges(
  limiter: RateLimiter,
  operation: TableEntry,
  caller: Caller,
  org_id: string,
  changes: number,
): void {
  limiter.charge(limitsOf(operation, caller, org_id), changes)
}

/** Heartbeats with larger bodies are queued like other requests. A typical heartbeat has a few hundred bytes. */
const SHORT_HEARTBEAT_BYTES = 4096

/**
 * Creates the gate that divides a process among organizations: it queues requests beyond the share of their organization, and refuses them
 * if too many are queued. Short heartbeats, which are frequent, are not queued.
 */
export function admit(queue: OrganizationQueue) {
  return (
    { id }: TableEntry,
    caller: Caller | null,
    { ip, path_values }: Incoming,
    body_bytes: number,
  ): Promise<Turn> | Turn | { code: ProblemCode; details: ProblemDetails } | undefined => {
    const full = { code: 'RATE_LIMITED', details: QUEUE_FULL } as const
    if (!caller) return acquireForAddress(queue, ip) ?? full
    const owner = shareOwnerOf(caller, path_values['org_id'])
    if (id === 'renewLease' && body_bytes <= SHORT_HEARTBEAT_BYTES) {
      queue.recordPresence(owner)
      return undefined
    }
    const by_installation = caller.kind === 'runtime_token'
    return queue.acquire(owner, { credential: credentialOf(caller), by_installation }) ?? full
  }
}

/** Returns the turn of a request without a credential, or undefined if too many requests from its network address are queued. */
export function acquireForAddress(
  queue: OrganizationQueue,
  ip: string,
): Promise<Turn> | Turn | undefined {
  const id = addressKey(ip)
  return queue.acquire({ id, isOrganization: false }, { credential: id, by_installation: false })
}

/** The details of a 429 that is returned because too many requests from an organization, person or network address are queued. */
export const QUEUE_FULL: ProblemDetails = {
  message:
    'Too many requests from this organization, person or network address are already queued; send fewer at once.',
  headers: { 'Retry-After': '1' },
}

/** Returns the details of a 429: the limit, and the time to wait. */
export const rateLimitDetails = (rate: RateDecision): ProblemDetails => ({
  message: `Too many requests: ${rate.limit.limit} in ${rate.limit.window_s} s are allowed here; wait ${rate.retry_after_s} s.`,
  headers: { 'Retry-After': String(rate.retry_after_s), ...rateLimitHeaders(rate) },
})
