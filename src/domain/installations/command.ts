import type { JsonObject } from '../json.ts'
import type { Timestamp } from '../time.ts'
import { effectiveInterval } from './lease.ts'

export interface Command {
  command_id: string
  installation_id: string
  sequence: number
  type: 'pause' | 'resume' | 'terminate' | 'rotate_token' | 'reload_policy' | 'set_interval'
  reason: string
  params: JsonObject
  issued_at: Timestamp
  expires_at: Timestamp
  /** The version of the token that was issued for a `rotate_token`; its first use acknowledges the command. */
  token_version: number | null
  acknowledged_at: Timestamp | null
  acknowledgement: { status: string; message: string } | null
}

/**
 * What can acknowledge a command: the `command_ack` of a heartbeat, the state that the heartbeat reports, or the version of the token with
 * which it was sent (docs/specification/installations.md#commands).
 */
export interface HeartbeatReport {
  readonly ack?: { readonly id: string } | undefined
  readonly status?: string | undefined
  readonly interval?: number | undefined
  readonly token_version: number
}

/** Returns the effective interval that a `set_interval` command requests, in seconds, or the default if its parameter is not a number. */
export const requestedInterval = ({ params }: Pick<Command, 'params'>): number =>
  effectiveInterval(Number(params['heartbeat_interval_seconds']) || undefined)

/** Returns whether a heartbeat acknowledges the command. */
export function isAcknowledged(command: Command, report: HeartbeatReport): boolean {
  if (report.ack?.id === command.command_id) return true
  switch (command.type) {
    case 'rotate_token':
      return command.token_version !== null && report.token_version >= command.token_version
    case 'set_interval':
      return (
        report.interval !== undefined &&
        effectiveInterval(report.interval) === requestedInterval(command)
      )
    case 'terminate':
      return report.status === 'stopped'
    case 'pause':
      return report.status === 'paused'
    case 'resume':
    case 'reload_policy':
      return false
  }
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
