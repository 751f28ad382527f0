import { isLive } from './installation.ts'
import { BOOTSTRAP_REPLAY_WINDOW_MS } from '../limits.ts'
import type { InstallToken, Installation } from '../records.ts'
import { elapsed, type Timestamp } from '../time.ts'

/** What presenting an install token comes to. */
export type Exchange =
  | { kind: 'unknown' }
  | { kind: 'expired'; token: InstallToken }
  | { kind: 'consumed'; token: InstallToken }
  | { kind: 'first'; token: InstallToken }
  | { kind: 'replayed'; token: InstallToken; installation: Installation }

/**
 * Decides the outcome of a bootstrap. The replay window begins with the first exchange and is half open, [0, 60 s); inside it a token
 * counts as consumed even if it has expired. There is no replay once the installation has been revoked, terminated or recovered
 * (docs/specification/installations.md#replay-window).
 */
export function exchange(
  token: InstallToken | undefined,
  installation: Installation | undefined,
  now: Timestamp,
): Exchange {
  if (!token) return { kind: 'unknown' }
  if (token.consumed_at === null)
    return { kind: token.expires_at <= now ? 'expired' : 'first', token }
  const inWindow = elapsed(token.consumed_at, now) < BOOTSTRAP_REPLAY_WINDOW_MS
  if (!inWindow || !installation || !isLive(installation) || installation.epoch > 0)
    return { kind: 'consumed', token }
  return { kind: 'replayed', token, installation }
}
