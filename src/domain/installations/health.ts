import type { Health } from './installation.ts'
import type { Command, Installation, InstallToken } from '../records.ts'
import type { Timestamp } from '../time.ts'

/** Returns the health to show: `offline` once the lease has expired, even before a sweep has recorded it, unless the agent has stopped. */
export const effectiveHealth = (
  { health, lease_expires_at }: Pick<Installation, 'health' | 'lease_expires_at'>,
  now: Timestamp,
): Health => (health !== 'stopped' && lease_expires_at <= now ? 'offline' : health)

/** Returns the condition that finds the installations whose effective health this is. A sweep records `offline` only after the end of a lease. */
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

/** Returns the state of an install token. */
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

/** Returns the status of a command. */
export function commandStatus(
  { acknowledged_at, expires_at }: Pick<Command, 'acknowledged_at' | 'expires_at'>,
  now: Timestamp,
): CommandStatus {
  if (acknowledged_at !== null) return 'acknowledged'
  return expires_at <= now ? 'expired' : 'waiting'
}

/** Lists the types of waiting commands that a new command replaces; a type that is not listed replaces only itself. */
const SUPERSEDES: Partial<Record<Command['type'], readonly Command['type'][]>> = {
  pause: ['pause', 'resume'],
  resume: ['pause', 'resume'],
}

/** Returns the waiting commands that a new one replaces. */
export const replacedBy = (
  type: Command['type'],
  waiting: readonly Command[],
): readonly Command[] =>
  waiting.filter((command) => (SUPERSEDES[type] ?? [type]).includes(command.type))
