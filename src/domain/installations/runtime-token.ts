import {
  RUNTIME_TOKEN_LIFETIME_MS,
  RUNTIME_TOKEN_OVERLAP_MS,
  RUNTIME_TOKEN_REFRESH_WINDOW_MS,
  UNUSED_RUNTIME_TOKENS_KEPT,
} from '../limits.ts'
import type { RuntimeToken } from '../records.ts'
import { elapsed, plus, type Timestamp } from '../time.ts'

/** A new version, alive for 90 days. */
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
    dies_at: expires_at,
  }
}

/** Whether this version is still accepted. */
export const isAlive = (token: Pick<RuntimeToken, 'dies_at'>, now: Timestamp): boolean =>
  now < token.dies_at

/**
 * Returns whether the lease response carries a successor: the token has 7 days or less to live, exactly 7 days included
 * (docs/specification/installations.md#token-renewal).
 */
export const wantsSuccessor = (token: Pick<RuntimeToken, 'expires_at'>, now: Timestamp): boolean =>
  elapsed(now, token.expires_at) <= RUNTIME_TOKEN_REFRESH_WINDOW_MS

/**
 * Returns the tokens that the first use of a version changes. Issuing a token invalidates none, but once a higher version is used, all
 * lower ones stop working five minutes later (docs/specification/installations.md#runtime-token-overlap).
 */
export function firstUse(
  used: RuntimeToken,
  all: readonly RuntimeToken[],
  now: Timestamp,
): readonly RuntimeToken[] {
  const end = plus(now, RUNTIME_TOKEN_OVERLAP_MS)
  const outlived = all
    .filter((token) => token.version < used.version && token.dies_at > end)
    .map((token) => ({ ...token, dies_at: end }))
  return [{ ...used, first_used_at: now }, ...outlived]
}

/** Versions nobody ever used, beyond the number that is kept: the oldest go. `all` is in order of version. */
export function surplus(all: readonly RuntimeToken[]): readonly RuntimeToken[] {
  const unused = all.filter((token) => token.first_used_at === null)
  return unused.slice(0, Math.max(0, unused.length - UNUSED_RUNTIME_TOKENS_KEPT))
}
