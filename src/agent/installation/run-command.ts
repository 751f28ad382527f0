import { MINUTE_MS } from '../../domain/time.ts'
import type { AgentLogger } from '../definition.ts'
import { withTimeout, type MonotonicClock } from '../clock.ts'
import type { PlatformCommand } from './responses.ts'

/** A command as the agent's handler receives it: pause, resume, reload_policy or terminate. */
export interface ReceivedCommand {
  readonly type: string
  readonly reason: string
  readonly params: Readonly<Record<string, unknown>>
  /** Aborted when four fifths of the time limit have passed. Unfinished work is then abandoned. */
  readonly signal: AbortSignal
}
export type CommandHandler = (command: ReceivedCommand) => unknown

const DEFAULT_TIME_LIMIT_MS = 30_000
const MAX_TIME_LIMIT_MS = 10 * MINUTE_MS
/**
 * The share of the time limit that the handler gets. The platform measures the limit from the revocation, and expects the acknowledgement
 * within it.
 */
const HANDLER_SHARE = 0.8

/** Runs the agent's handler for a command, within the time that the command allows. Never rejects. */
export async function runCommand(
  { id, type, reason, params }: PlatformCommand,
  handler: CommandHandler | undefined,
  clock: MonotonicClock,
  logger: AgentLogger,
): Promise<{ status: 'done' | 'failed'; message: string }> {
  const abort = new AbortController()
  const running = Promise.resolve().then(() =>
    handler?.({ type, reason, params, signal: abort.signal }),
  )
  const outcome = running.then(
    () => ({ status: 'done', message: '' }) as const,
    (cause: unknown) => {
      logger.error({ err: cause, command_id: id }, `the command ${type} failed`)
      return { status: 'failed', message: `the agent failed to ${type}` } as const
    },
  )
  return withTimeout(clock, timeLimit(type, params), outcome, () => {
    abort.abort()
    return {
      status: type === 'terminate' ? 'done' : 'failed',
      message: 'the time limit passed before all work was finished',
    } as const
  })
}

function timeLimit(type: string, { shutdown_timeout_ms }: PlatformCommand['params']): number {
  const requested =
    type === 'terminate' && typeof shutdown_timeout_ms === 'number' && shutdown_timeout_ms >= 0
      ? shutdown_timeout_ms
      : DEFAULT_TIME_LIMIT_MS
  return Math.min(MAX_TIME_LIMIT_MS, requested) * HANDLER_SHARE
}
