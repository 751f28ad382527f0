import type { RequestInfo } from '../contract/typed.ts'
import type { AuditActor } from '../domain/audit/record.ts'
import type { Plan } from '../domain/organizations/plans.ts'
import type { Reach } from '../domain/organizations/reach.ts'
import { ACTING_ROLES } from '../domain/organizations/scopes.ts'
import type { Role } from '../domain/records.ts'
import type { Timestamp } from '../domain/time.ts'
import type { CallContext } from '../store/context.ts'

/** An organization's API key, whichever header it was sent in. */
export interface ApiKeyCaller {
  readonly kind: 'api_key'
  readonly key_id: string
  readonly organization_id: string
  readonly plan: Plan
  readonly scopes: readonly string[] | null
  readonly reach: Reach
}

/** A person signed in by PIN. `reach` covers the organizations in which the person is owner or admin. */
export interface SessionCaller {
  readonly kind: 'session'
  /** Browsers send cookies by themselves, possibly on behalf of another page. */
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
  readonly heartbeat_interval: number
  readonly reach: Reach
}

export type Caller = ApiKeyCaller | SessionCaller | RuntimeCaller

/** Returns the caller as the audit log records it. Without a caller it is `anonymous`; credentials are never recorded. */
export function actorOf(caller: Caller | null, ip: string): AuditActor {
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
    request: { id, ip, user_agent },
  }: {
    readonly caller: Caller | null
    readonly request: RequestInfo
  }): CallContext => ({
    now: now(),
    actor: actorOf(caller, ip),
    request_id: id,
    user_agent: user_agent ?? '',
    random,
  })

/**
 * Tells whether a credential that is bound to one workspace names another one. The answer is 403 before anything is looked up, so it does
 * not reveal whether the other workspace exists.
 */
export const isOutsideWorkspace = (
  { reach }: Pick<Caller, 'reach'>,
  workspace_id: string | null | undefined,
): boolean =>
  reach.workspace_id !== null &&
  workspace_id !== undefined &&
  workspace_id !== null &&
  workspace_id !== reach.workspace_id

/** Returns the organizations that a session may act for. */
export const administeredOrganizations = (
  memberships: SessionCaller['memberships'],
): readonly string[] =>
  memberships
    .filter(({ role }) => ACTING_ROLES.includes(role))
    .map(({ organization_id }) => organization_id)
