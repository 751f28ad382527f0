import { effectiveInterval } from './installation.ts'
import type { Command } from '../records.ts'
import type { Timestamp } from '../time.ts'

/**
 * Holds what a heartbeat says that can acknowledge a command: `command_ack`, or what the client did, for a client that knows only the
 * interface (docs/specification/installations.md#commands).
 */
export interface Deeds {
  readonly ack?: { readonly id: string } | undefined
  readonly status?: string | undefined
  readonly interval?: number | undefined
  readonly token_version: number
}

/** The interval a set_interval asks for, in the effective range; the default where its parameter is no number. */
export const askedInterval = ({ params }: Pick<Command, 'params'>): number =>
  effectiveInterval(Number(params['heartbeat_interval_seconds']) || undefined)

/** Whether this heartbeat acknowledges the command. */
export function isAcknowledged(command: Command, beat: Deeds): boolean {
  if (beat.ack?.id === command.command_id) return true
  switch (command.type) {
    case 'rotate_token':
      return command.token_version !== null && beat.token_version >= command.token_version
    case 'set_interval':
      return (
        beat.interval !== undefined && effectiveInterval(beat.interval) === askedInterval(command)
      )
    case 'terminate':
      return beat.status === 'stopped'
    case 'pause':
      return beat.status === 'paused'
    case 'resume':
    case 'reload_policy':
      return false
  }
}

/** The command a lease answer carries: terminate wins over all, else the oldest that still waits. `waiting` is in order of issue. */
export function nextCommand(waiting: readonly Command[], now: Timestamp): Command | undefined {
  const open = waiting.filter(
    (command) => command.acknowledged_at === null && command.expires_at > now,
  )
  return open.find((command) => command.type === 'terminate') ?? open[0]
}
