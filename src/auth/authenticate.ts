import { cookieToken } from './cookie.ts'
import {
  administeredOrganizations,
  type ApiKeyCaller,
  type RuntimeCaller,
  type SessionCaller,
} from './callers.ts'
import { isOperative } from '../domain/installations/installation.ts'
import {
  ADMIN_SESSION_PREFIX,
  API_KEY_PREFIX,
  hashToken,
  RUNTIME_TOKEN_PREFIX,
} from '../domain/tokens.ts'
import type { Timestamp } from '../domain/time.ts'
import { isLastUseStale } from '../store/transactions/credentials.ts'
import type { CallContext } from '../store/context.ts'
import type { Store } from '../store/store.ts'
import type { Incoming, TableEntry } from '../contract/typed.ts'

/** What authentication uses of the platform. */
export interface AuthServices {
  readonly store: Store
  readonly now: () => Timestamp
  readonly platformContext: () => CallContext
  readonly onError: (cause: unknown) => void
  /** The name of the session cookie. */
  readonly cookie: string
}

/**
 * Creates the authenticators by the contract's names of the schemes. Each returns the caller of a credential, or undefined. An error of
 * the store is thrown.
 */
export const authenticators = (services: AuthServices) => ({
  ApiKey: (request: Incoming) => apiKey(services, request, request.headers['x-api-key']),
  ApiKeyBearer: (request: Incoming) => apiKey(services, request, bearer(request)),
  AdminSession: (request: Incoming) => adminSession(services, bearer(request), 'header'),
  AdminCookie: (request: Incoming) =>
    adminSession(services, cookieToken(request.headers, services.cookie), 'cookie'),
  RuntimeToken: (request: Incoming, operation: TableEntry) =>
    runtimeToken(services, bearer(request), operation.id),
})

/** Returns the token of an `Authorization: Bearer` header. */
export function bearer({ headers }: Pick<Incoming, 'headers'>): string | undefined {
  return /^Bearer +([^ ]+) *$/i.exec(headers['authorization'] ?? '')?.[1]
}

/** Requests whose API key has expired, so that the problem can name the reason. */
const expired = new WeakSet<object>()
export const usesExpiredKey = (request: Pick<Incoming, 'headers'>): boolean => expired.has(request)

async function apiKey(
  { store, now, platformContext, onError }: AuthServices,
  request: Incoming,
  token: string | undefined,
): Promise<ApiKeyCaller | undefined> {
  if (!token?.startsWith(API_KEY_PREFIX)) return undefined
  const found = await store.findApiKey({ hash: hashToken(token), now: now() })
  if (found?.kind === 'expired') expired.add(request)
  if (found?.kind !== 'live') return undefined
  const { key, organization } = found
  // The time of last use is recorded in the background, and a failure does not fail the request.
  if (isLastUseStale(key, now()))
    store.touchApiKey(platformContext(), { key_id: key.key_id }).catch(onError)
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

async function adminSession(
  { store, now }: AuthServices,
  token: string | undefined,
  sent_in: SessionCaller['sent_in'],
): Promise<SessionCaller | undefined> {
  if (!token?.startsWith(ADMIN_SESSION_PREFIX)) return undefined
  const found = await store.findSession({ hash: hashToken(token), now: now() })
  if (!found) return undefined
  const {
    session: { session_id, email, expires_at },
    memberships,
    operator,
  } = found
  const reach = { organizations: administeredOrganizations(memberships), workspace_id: null }
  return { kind: 'session', sent_in, session_id, email, expires_at, memberships, operator, reach }
}

/**
 * Returns the caller of a live runtime token. The token of an ended installation is only accepted for `renewLease`, which then reports
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
  const live = isOperative(installation)
  if (!live && operation_id !== 'renewLease') return undefined
  if (live && found.token.first_used_at === null)
    await store.useRuntimeToken(platformContext(), { hash: token_hash })
  const { installation_id, agent_id, organization_id, workspace_id, heartbeat_interval } =
    installation
  return {
    kind: 'runtime_token',
    installation_id,
    svc_id: agent_id,
    organization_id,
    workspace_id,
    plan,
    token_hash,
    heartbeat_interval,
    reach: { organizations: [organization_id], workspace_id },
  }
}
