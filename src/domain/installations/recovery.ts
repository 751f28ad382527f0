import type { RuntimeToken } from '../records.ts'
import type { Timestamp } from '../time.ts'
import { isAccepted } from './runtime-token.ts'

/**
 * Chooses the installation to recover: one without an accepted runtime token, or else the least recently seen one
 * (docs/specification/installations.md#recovery-choice).
 * @param candidates operative installations, the least recently seen first
 */
export function pickForRecovery<Candidate>(
  candidates: readonly {
    installation: Candidate
    tokens: readonly Pick<RuntimeToken, 'effective_expires_at'>[]
  }[],
  now: Timestamp,
): Candidate | undefined {
  const expired = candidates.find(({ tokens }) => !tokens.some((token) => isAccepted(token, now)))
  return (expired ?? candidates[0])?.installation
}
