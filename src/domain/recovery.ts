import type { RuntimeToken } from './records.ts'
import { isAlive } from './runtime-token.ts'
import type { Timestamp } from './time.ts'

/**
 * Which of an agent's installations a recovery is meant for: one whose credentials have expired, else the one seen least
 * recently (decisions, recovery). `candidates` are live and in order of last sight.
 */
export function pickForRecovery<Known>(candidates: readonly { installation: Known; tokens: readonly Pick<RuntimeToken, 'dies_at'>[] }[], now: Timestamp): Known | undefined {
  const expired = candidates.find(({ tokens }) => !tokens.some((token) => isAlive(token, now)))
  return (expired ?? candidates[0])?.installation
}
