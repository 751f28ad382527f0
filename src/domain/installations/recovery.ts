import type { RuntimeToken } from '../records.ts'
import { isAlive } from './runtime-token.ts'
import type { Timestamp } from '../time.ts'

/**
 * Chooses the installation that a recovery is for: one without a working runtime token, otherwise the one that was not heard from for
 * longest (docs/specification/installations.md#recovery-choice). `candidates` have not ended and are in the order in which they were last
 * seen.
 */
export function pickForRecovery<Known>(
  candidates: readonly { installation: Known; tokens: readonly Pick<RuntimeToken, 'dies_at'>[] }[],
  now: Timestamp,
): Known | undefined {
  const expired = candidates.find(({ tokens }) => !tokens.some((token) => isAlive(token, now)))
  return (expired ?? candidates[0])?.installation
}
