import type { ApiKey } from '../records.ts'
import { covers } from './scopes.ts'
import type { Timestamp } from '../time.ts'

/** What somebody wants of a new key; undefined where they leave it open. */
export interface WantedRights {
  readonly scopes?: readonly string[] | undefined
  readonly expires_at?: Timestamp | undefined
}
export type KeyRights = Pick<ApiKey, 'scopes' | 'expires_at'>
export type HandedOn =
  | { kind: 'scope_beyond'; scope: string }
  | { kind: 'expires_too_late' }
  | { kind: 'allowed'; rights: KeyRights }

/** What a key hands on to a key that it makes: its own scopes and expiry at most, and exactly those where none are wanted (docs/specification/trust.md#api-keys). */
export function handedOn(maker: KeyRights, { scopes, expires_at }: WantedRights): HandedOn {
  const beyond = scopes?.find((scope) => !covers(maker.scopes, scope))
  if (beyond !== undefined) return { kind: 'scope_beyond', scope: beyond }
  if (maker.expires_at !== null && expires_at !== undefined && expires_at > maker.expires_at)
    return { kind: 'expires_too_late' }
  return {
    kind: 'allowed',
    rights: { scopes: scopes ?? maker.scopes, expires_at: expires_at ?? maker.expires_at },
  }
}

/** What a person or the operator gives a key. */
export const asWanted = ({
  scopes,
  expires_at,
}: WantedRights): { kind: 'allowed'; rights: KeyRights } => ({
  kind: 'allowed',
  rights: { scopes: scopes ?? null, expires_at: expires_at ?? null },
})

export const isExpired = ({ expires_at }: Pick<ApiKey, 'expires_at'>, now: Timestamp): boolean =>
  expires_at !== null && expires_at <= now
