import { BOOTSTRAP_REPLAY_WINDOW_MS } from '../limits.ts'
import { elapsed, type Timestamp } from '../time.ts'
import { isOperative, type Installation } from './installation.ts'

export interface InstallToken {
  token_id: string
  hash: string
  organization_id: string
  workspace_id: string
  agent_id: string
  created_at: Timestamp
  expires_at: Timestamp
  consumed_at: Timestamp | null
  /** When the unused token was revoked. Its hash is replaced at that time, so the token can no longer be found. */
  revoked_at: Timestamp | null
  expiry_audited: boolean
  installation_id: string | null
  /**
   * SHA-256 of the first bootstrap body without its token. A replay with a different body is recorded in the audit log but changes
   * nothing.
   */
  body_hash: string | null
  callers: readonly Origin[]
}

/** The origin of a request, as far as the platform knows it. */
export interface Origin {
  ip: string
  user_agent: string
  at: Timestamp
}

/** The outcome of presenting an install token. */
export type Redemption =
  | { kind: 'unknown' }
  | { kind: 'expired'; token: InstallToken }
  | { kind: 'consumed'; token: InstallToken }
  | { kind: 'first'; token: InstallToken }
  | { kind: 'replayed'; token: InstallToken; installation: Installation }

/**
 * Decides the outcome of a bootstrap. The replay window begins with the first use and is half open, [0, 60 s). Within the window a repeated
 * use is a replay, even if the token has expired in the meantime. There is no replay once the installation has been revoked, terminated or
 * recovered (docs/specification/installations.md#replay-window).
 */
export function redeemInstallToken(
  token: InstallToken | undefined,
  installation: Installation | undefined,
  now: Timestamp,
): Redemption {
  if (!token) return { kind: 'unknown' }
  if (token.consumed_at === null)
    return { kind: token.expires_at <= now ? 'expired' : 'first', token }
  const inWindow = elapsed(token.consumed_at, now) < BOOTSTRAP_REPLAY_WINDOW_MS
  if (!inWindow || !installation || !isOperative(installation) || installation.epoch > 0)
    return { kind: 'consumed', token }
  return { kind: 'replayed', token, installation }
}

export type TokenState = 'outstanding' | 'consumed' | 'expired' | 'revoked'

export function tokenState(
  {
    consumed_at,
    revoked_at,
    expires_at,
  }: Pick<InstallToken, 'consumed_at' | 'revoked_at' | 'expires_at'>,
  now: Timestamp,
): TokenState {
  if (consumed_at !== null) return 'consumed'
  if (revoked_at !== null) return 'revoked'
  return expires_at <= now ? 'expired' : 'outstanding'
}
