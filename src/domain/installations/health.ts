import type { Health } from './installation.ts'
import type { Command, Installation, InstallToken } from '../records.ts'
import type { Timestamp } from '../time.ts'

/** Health as it is shown: offline from the end of the lease on, whether or not a sweep has noted it, unless the agent said goodbye. */
export const shownHealth = (
  { health, lease_expires_at }: Pick<Installation, 'health' | 'lease_expires_at'>,
  now: Timestamp,
): Health => (health !== 'stopped' && lease_expires_at <= now ? 'offline' : health)

/** What a store has to look for to find what is shown like this; a sweep notes `offline` only after the end of a lease. */
export function healthCondition(health: Health, now: Timestamp) {
  switch (health) {
    case 'stopped':
      return { health }
    case 'online':
    case 'unhealthy':
      return { health, lease_expires_at: { gt: now } }
    case 'offline':
      return { health: { not: 'stopped' as const }, lease_expires_at: { lte: now } }
  }
}

export type TokenState = 'outstanding' | 'consumed' | 'expired' | 'revoked'

/** What became of an install token. */
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

export type CommandStatus = 'waiting' | 'acknowledged' | 'expired'

/** What became of a command. */
export function commandStatus(
  { acknowledged_at, expires_at }: Pick<Command, 'acknowledged_at' | 'expires_at'>,
  now: Timestamp,
): CommandStatus {
  if (acknowledged_at !== null) return 'acknowledged'
  return expires_at <= now ? 'expired' : 'waiting'
}

/** Commands of one kind of which the latest is the only one that matters. */
const KIN: Partial<Record<Command['type'], readonly Command['type'][]>> = {
  pause: ['pause', 'resume'],
  resume: ['pause', 'resume'],
}

/** The waiting commands that a new one takes the place of. */
export const replacedBy = (
  type: Command['type'],
  waiting: readonly Command[],
): readonly Command[] => waiting.filter((command) => (KIN[type] ?? [type]).includes(command.type))
