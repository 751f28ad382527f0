import type { Timestamp } from '../time.ts'
import type { UnusualUse } from './credential-use.ts'

/** Lists the scopes of API keys. A key without a list has all of them except those that are never implied. */
export const SCOPES = [
  'agents:read',
  'agents:write',
  'workspaces:read',
  'workspaces:write',
  'tokens:read',
  'tokens:write',
  'installations:read',
  'installations:write',
  'policy:read',
  'policy:write',
  'trust:read',
  'trust:sign',
  'audit:read',
  'audit:export',
  'images:read',
  'images:scan',
  'support:write',
  'tasks:read',
  'tasks:route',
  'tasks:delegate',
  'network:read',
  'compliance:read',
  'retention:write',
  'organization:read',
  'keys:write',
  'disputes:read',
  'disputes:write',
] as const
export type Scope = (typeof SCOPES)[number]

/** The scope that permits requesting tasks on behalf of others (docs/specification/trust.md#delegation). */
export const DELEGATION: Scope = 'tasks:delegate'
/** Lists the scopes that a key has only if its list names them. */
const NEVER_IMPLIED: readonly string[] = [DELEGATION]

/** Returns whether a key with these scopes covers the scope that an operation requires. */
export function covers(scopes: readonly string[] | null, required: string | null): boolean {
  if (required === null) return true
  return scopes === null ? !NEVER_IMPLIED.includes(required) : scopes.includes(required)
}

/** What a caller may access: some organizations, or only one workspace if its key is bound to that workspace. */
export interface Reach {
  readonly organizations: readonly string[]
  readonly workspace_id: string | null
}

/** Returns whether an object of this organization and workspace is within reach. To the caller, everything else appears not to exist. */
export const reaches = (
  reach: Reach,
  owner: { readonly organization_id: string; readonly workspace_id?: string },
): boolean =>
  reach.organizations.includes(owner.organization_id) &&
  (reach.workspace_id === null ||
    owner.workspace_id === undefined ||
    owner.workspace_id === reach.workspace_id)

// ---- API keys -------------------------------------------------------------------------------------------------------

export interface ApiKey {
  key_id: string
  hash: string
  organization_id: string
  /** The workspace that the key is bound to; null for a key of the whole organization. */
  workspace_id: string | null
  name: string
  /** The first characters of the key, enough to tell keys apart in a list. */
  preview: string
  /** Null means every scope except those that have to be listed explicitly. */
  scopes: readonly string[] | null
  /** E-mail address of the person who created it; null if a key or the operator did. */
  created_by: string | null
  /** The key that created it. Revoking that key revokes this one too. */
  created_by_key: string | null
  created_at: Timestamp
  /** When it stops being accepted; null if it does not expire. */
  expires_at: Timestamp | null
  last_used_at: Timestamp | null
  /** The range of the address from which it was last used, never the address itself; null if it was not used, or if nothing is known. */
  last_used_from: string | null
  /** Its last unusual use; null if there was none. */
  unusual_use: (UnusualUse & { readonly at: Timestamp }) | null
  /** The last warning about its expiry that was given, in days before the expiry; null if there was none yet. */
  warned_days: number | null
  revoked_at: Timestamp | null
  /** Whether keys that this revoked key created still have to be revoked. */
  revoking: boolean
}

/** The rights that are requested for a new key; undefined if the request does not specify them. */
export interface RequestedRights {
  readonly scopes?: readonly string[] | undefined
  readonly expires_at?: Timestamp | undefined
}
export type KeyRights = Pick<ApiKey, 'scopes' | 'expires_at'>
export type DerivedRightsDecision =
  | { kind: 'scope_not_held'; scope: string }
  | { kind: 'expires_too_late' }
  | { kind: 'allowed'; rights: KeyRights }

/**
 * Decides which rights a key passes to a key that it creates: at most its own scopes and expiry, and exactly those if none are requested
 * (docs/specification/trust.md#api-keys).
 */
export function deriveRights(
  creator: KeyRights,
  { scopes, expires_at }: RequestedRights,
): DerivedRightsDecision {
  const beyond = scopes?.find((scope) => !covers(creator.scopes, scope))
  if (beyond !== undefined) return { kind: 'scope_not_held', scope: beyond }
  if (creator.expires_at !== null && expires_at !== undefined && expires_at > creator.expires_at)
    return { kind: 'expires_too_late' }
  return {
    kind: 'allowed',
    rights: { scopes: scopes ?? creator.scopes, expires_at: expires_at ?? creator.expires_at },
  }
}

/** Returns the rights of a key that a person or the operator creates. */
export const grantRights = ({
  scopes,
  expires_at,
}: RequestedRights): { kind: 'allowed'; rights: KeyRights } => ({
  kind: 'allowed',
  rights: { scopes: scopes ?? null, expires_at: expires_at ?? null },
})

export const isExpired = ({ expires_at }: Pick<ApiKey, 'expires_at'>, now: Timestamp): boolean =>
  expires_at !== null && expires_at <= now
