import {
  RUNTIME_TOKEN_LIFETIME_MS,
  RUNTIME_TOKEN_OVERLAP_MS,
  RUNTIME_TOKEN_REFRESH_WINDOW_MS,
  UNUSED_RUNTIME_TOKENS_KEPT,
} from '../limits.ts'
import { elapsed, plus, type Timestamp } from '../time.ts'

export interface RuntimeToken {
  hash: string
  installation_id: string
  version: number
  issued_at: Timestamp
  expires_at: Timestamp
  first_used_at: Timestamp | null
  /** When this version stops being accepted: at its expiry, or earlier once a higher version is in use. */
  effective_expires_at: Timestamp
}

/** Returns a new version, which is accepted for 90 days. */
export function issue(
  installation_id: string,
  version: number,
  hash: string,
  now: Timestamp,
): RuntimeToken {
  const expires_at = plus(now, RUNTIME_TOKEN_LIFETIME_MS)
  return {
    hash,
    installation_id,
    version,
    issued_at: now,
    expires_at,
    first_used_at: null,
    effective_expires_at: expires_at,
  }
}

/** Returns whether this version is still accepted. */
export const isAccepted = (
  token: Pick<RuntimeToken, 'effective_expires_at'>,
  now: Timestamp,
): boolean => now < token.effective_expires_at

/**
 * Returns whether the heartbeat response has to carry a new token, because this one expires in 7 days or less
 * (docs/specification/installations.md#token-renewal).
 */
export const needsRenewal = (token: Pick<RuntimeToken, 'expires_at'>, now: Timestamp): boolean =>
  elapsed(now, token.expires_at) <= RUNTIME_TOKEN_REFRESH_WINDOW_MS

/**
 * Returns the tokens that the first use of a version changes. Issuing a token does not invalidate any, but once a higher version is used,
 * all lower ones stop working five minutes later (docs/specification/installations.md#runtime-token-overlap).
 */
export function afterFirstUse(
  used: RuntimeToken,
  tokens: readonly RuntimeToken[],
  now: Timestamp,
): readonly RuntimeToken[] {
  const end = plus(now, RUNTIME_TOKEN_OVERLAP_MS)
  const superseded = tokens
    .filter((token) => token.version < used.version && token.effective_expires_at > end)
    .map((token) => ({ ...token, effective_expires_at: end }))
  return [{ ...used, first_used_at: now }, ...superseded]
}

/**
 * Returns the oldest unused versions, beyond the number of unused versions that are kept.
 * @param tokens in order of version
 */
export function surplusTokens(tokens: readonly RuntimeToken[]): readonly RuntimeToken[] {
  const unused = tokens.filter((token) => token.first_used_at === null)
  return unused.slice(0, Math.max(0, unused.length - UNUSED_RUNTIME_TOKENS_KEPT))
}
