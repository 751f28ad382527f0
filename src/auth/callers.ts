import { addressRange } from '../contract/address.ts'
import type { Incoming, RequestInfo, TableEntry } from '../contract/typed.ts'
import type { AuditActor } from '../domain/audit/record.ts'
import { isOperative } from '../domain/installations/installation.ts'
import { currentInterval } from '../domain/installations/lease.ts'
import { covers, type Reach } from '../domain/organizations/access.ts'
import type { Plan } from '../domain/organizations/plans.ts'
import { permits } from '../domain/organizations/roles.ts'
import type { AdminSession, ApiKey, Role } from '../domain/records.ts'
import type { Timestamp } from '../domain/time.ts'
import {
  ADMIN_SESSION_PREFIX,
  API_KEY_PREFIX,
  hashToken,
  RUNTIME_TOKEN_PREFIX,
} from '../domain/tokens.ts'
import type { CallContext } from '../store/context.ts'
import type { Store } from '../store/store.ts'
import { isLastUseStale } from '../store/transactions/credentials.ts'
import { cookieToken } from './cookie.ts'
import type { ObservedUse, CredentialUseCache } from './credential-use-cache.ts'

/** An organization's API key, whichever header it was sent in. */
export interface ApiKeyCaller {
  readonly kind: 'api_key'
  readonly key_id: string
  readonly organization_id: string
  readonly plan: Plan
  readonly scopes: readonly string[] | null
  readonly reach: Reach
}

/** A person signed in by PIN. `reach` covers the organizations in which the person's role permits the operation. */
export interface SessionCaller {
  readonly kind: 'session'
  /** Where the session token was sent. Browsers attach cookies automatically, even to requests that another site triggers. */
  readonly sent_in: 'header' | 'cookie'
  readonly session_id: string
  readonly email: string
  readonly expires_at: Timestamp
  readonly memberships: readonly {
    readonly organization_id: string
    readonly name: string
    readonly plan: Plan
    readonly role: Role
  }[]
  /** Whether the person is an operator of the platform. */
  readonly operator: boolean
  readonly reach: Reach
}

/** An installation, authenticated by its runtime token. */
export interface RuntimeCaller {
  readonly kind: 'runtime_token'
  readonly installation_id: string
  readonly svc_id: string
  readonly organization_id: string
  readonly workspace_id: string
  readonly plan: Plan
  readonly token_hash: string
  /** The interval in effect, in seconds, which limits the rate of its heartbeats. */
  readonly heartbeat_interval: number
  readonly reach: Reach
}

export type Caller = ApiKeyCaller | SessionCaller | RuntimeCaller

/** Returns the caller as the audit log records it. Without a caller it is `anonymous`; credentials are never recorded. */
function actorOf(caller: Caller | null, ip: string): AuditActor {
  switch (caller?.kind) {
    case 'api_key':
      return { type: 'api_key', id: caller.key_id, ip }
    case 'session':
      return { type: 'member', id: caller.email, ip }
    case 'runtime_token':
      return { type: 'installation', id: caller.installation_id, ip }
    case undefined:
      return { type: 'anonymous', id: null, ip }
  }
}

/** Creates the function that returns the context of a call for the store: who, when, and in which request. */
export const callContexts =
  (now: () => Timestamp, random: CallContext['random']) =>
  ({
    caller,
    request: { id, ip, user_agent, trace_id },
  }: {
    readonly caller: Caller | null
    readonly request: RequestInfo
  }): CallContext => ({
    now: now(),
    actor: actorOf(caller, ip),
    request_id: id,
    ...(trace_id !== undefined && { trace_id }),
    user_agent: user_agent ?? '',
    random,
  })

/**
 * Returns whether a request names a workspace other than the one to which its credential is bound. The request then gets a 403 before
 * anything is looked up, so that the response does not reveal whether the other workspace exists.
 */
export const isOutsideWorkspace = (
  { reach }: Pick<Caller, 'reach'>,
  workspace_id: string | null | undefined,
): boolean =>
  reach.workspace_id !== null &&
  workspace_id !== undefined &&
  workspace_id !== null &&
  workspace_id !== reach.workspace_id

/** Returns the organizations in which the person's role permits an operation. */
const permittingOrganizations = (
  memberships: SessionCaller['memberships'],
  { requiredScope }: TableEntry,
): readonly string[] =>
  memberships
    .filter(({ role }) => permits(role, requiredScope))
    .map(({ organization_id }) => organization_id)

/** The services that authentication uses. */
export interface AuthServices {
  readonly store: Store
  readonly now: () => Timestamp
  readonly platformContext: () => CallContext
  readonly onError: (cause: unknown) => void
  /** The name of the session cookie. */
  readonly cookie: string
  readonly uses: CredentialUseCache
}

/**
 * Creates the authenticators, named after the security schemes of the contract. Each returns the caller that a credential identifies, or
 * undefined, and rejects if the store fails.
 */
export const authenticators = (services: AuthServices) => ({
  ApiKey: (request: Incoming, operation: TableEntry) =>
    apiKey(services, request, request.headers['x-api-key'], operation),
  ApiKeyBearer: (request: Incoming, operation: TableEntry) =>
    apiKey(services, request, bearer(request), operation),
  AdminSession: (request: Incoming, operation: TableEntry) =>
    adminSession(services, request, operation, { sent_in: 'header', token: bearer(request) }),
  AdminCookie: (request: Incoming, operation: TableEntry) =>
    adminSession(services, request, operation, {
      sent_in: 'cookie',
      token: cookieToken(request.headers, services.cookie),
    }),
  RuntimeToken: (request: Incoming, operation: TableEntry) =>
    runtimeToken(services, bearer(request), operation.id),
})

/** Returns the token of an `Authorization: Bearer` header. */
export function bearer({ headers }: Pick<Incoming, 'headers'>): string | undefined {
  return /^Bearer +([^ ]+) *$/i.exec(headers['authorization'] ?? '')?.[1]
}

/** Requests whose API key has expired, so that the problem can state the reason. */
const expired = new WeakSet<object>()
export const usesExpiredKey = (request: Pick<Incoming, 'headers'>): boolean => expired.has(request)

async function apiKey(
  services: AuthServices,
  request: Incoming,
  token: string | undefined,
  { requiredScope }: TableEntry,
): Promise<ApiKeyCaller | undefined> {
  const { store, now } = services
  if (!token?.startsWith(API_KEY_PREFIX)) return undefined
  const found = await store.findApiKey({ hash: hashToken(token), now: now() })
  if (found?.kind === 'expired') expired.add(request)
  if (found?.kind !== 'valid') return undefined
  const { key, organization } = found
  recordKeyUse(services, key, {
    range: addressRange(request.ip),
    scope: covers(key.scopes, requiredScope) ? requiredScope : null,
  })
  const { organization_id, plan } = organization
  return {
    kind: 'api_key',
    key_id: key.key_id,
    organization_id,
    plan,
    scopes: key.scopes,
    reach: { organizations: [organization_id], workspace_id: key.workspace_id },
  }
}

/** Records the use of a key in the background, if there is something to record. A failure does not fail the request. */
function recordKeyUse(
  { store, now, platformContext, onError, uses }: AuthServices,
  key: ApiKey,
  use: ObservedUse,
): void {
  const { key_id } = key
  const isNew = uses.observe(key_id, use, now())
  if (!isNew && !isLastUseStale(key, now())) return
  store.touchApiKey(platformContext(), { key_id, ...use }).catch((cause: unknown) => {
    uses.forget(key_id)
    onError(cause)
  })
}

/** Records the use of a session like that of a key. */
function recordSessionUse(
  { store, now, platformContext, onError, uses }: AuthServices,
  { session_id, email }: AdminSession,
  range: string | null,
): void {
  if (!uses.observe(session_id, { range, scope: null }, now())) return
  store.touchSession(platformContext(), { session_id, email, range }).catch((cause: unknown) => {
    uses.forget(session_id)
    onError(cause)
  })
}

async function adminSession(
  services: AuthServices,
  request: Incoming,
  operation: TableEntry,
  { sent_in, token }: Pick<SessionCaller, 'sent_in'> & { readonly token: string | undefined },
): Promise<SessionCaller | undefined> {
  const { store, now } = services
  if (!token?.startsWith(ADMIN_SESSION_PREFIX)) return undefined
  const found = await store.findSession({ hash: hashToken(token), now: now() })
  if (!found) return undefined
  const {
    session: { session_id, email, expires_at },
    memberships,
    operator,
  } = found
  recordSessionUse(services, found.session, addressRange(request.ip))
  const organizations = permittingOrganizations(memberships, operation)
  const reach = { organizations, workspace_id: null }
  return { kind: 'session', sent_in, session_id, email, expires_at, memberships, operator, reach }
}

/**
 * Returns the caller of an accepted runtime token. The token of an ended installation is only accepted for `renewLease`, which then reports
 * that the installation has ended.
 */
async function runtimeToken(
  { store, now, platformContext }: AuthServices,
  token: string | undefined,
  operation_id: string,
): Promise<RuntimeCaller | undefined> {
  if (!token?.startsWith(RUNTIME_TOKEN_PREFIX)) return undefined
  const token_hash = hashToken(token)
  const found = await store.findRuntimeToken({ hash: token_hash, now: now() })
  if (!found) return undefined
  const { installation, plan } = found
  if (operation_id !== 'renewLease' && !isOperative(installation)) return undefined
  if (found.token.first_used_at === null && isOperative(installation))
    await store.useRuntimeToken(platformContext(), { hash: token_hash })
  const { installation_id, agent_id, organization_id, workspace_id } = installation
  return {
    kind: 'runtime_token',
    installation_id,
    svc_id: agent_id,
    organization_id,
    workspace_id,
    plan,
    token_hash,
    heartbeat_interval: currentInterval(installation),
    reach: { organizations: [organization_id], workspace_id },
  }
}
