import { covers } from './access.ts'
import type { Timestamp } from '../time.ts'

export interface ApiKey {
  key_id: string
  hash: string
  organization_id: string
  /** The workspace that the key is bound to; null for a key of the whole organization. */
  workspace_id: string | null
  name: string
  /** The first characters of the key, enough to tell keys apart in a list. */
  preview: string
  /** Null means every scope except those that a key has only if its list names them. */
  scopes: readonly string[] | null
  /** E-mail address of the person who created it; null if a key or the operator did. */
  created_by: string | null
  /** The key that created it. Revoking that key revokes this one too. */
  created_by_key: string | null
  created_at: Timestamp
  /** When it stops being accepted; null if it does not expire. */
  expires_at: Timestamp | null
  last_used_at: Timestamp | null
  revoked_at: Timestamp | null
  /** Whether some of the keys that this revoked key created are still to be revoked. */
  revoking: boolean
}

/** What is requested for a new key; undefined means that the request leaves it open. */
export interface RequestedRights {
  readonly scopes?: readonly string[] | undefined
  readonly expires_at?: Timestamp | undefined
}
export type KeyRights = Pick<ApiKey, 'scopes' | 'expires_at'>
export type DelegationDecision =
  | { kind: 'scope_beyond'; scope: string }
  | { kind: 'expires_too_late' }
  | { kind: 'allowed'; rights: KeyRights }

/**
 * Decides which rights a key passes to a key that it creates: at most its own scopes and expiry, and exactly those if none are requested
 * (docs/specification/trust.md#api-keys).
 */
export function delegateRights(
  creator: KeyRights,
  { scopes, expires_at }: RequestedRights,
): DelegationDecision {
  const beyond = scopes?.find((scope) => !covers(creator.scopes, scope))
  if (beyond !== undefined) return { kind: 'scope_beyond', scope: beyond }
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
