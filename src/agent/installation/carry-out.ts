import type { AgentLogger } from '../definition.ts'
import type { PlatformCommand } from './answers.ts'
import { within, type MonotonicClock } from './clock.ts'

/** A command as the agent hears it: pause, resume, reload_policy or terminate. */
export interface Heard {
  readonly type: string
  readonly reason: string
  readonly params: Readonly<Record<string, unknown>>
  /** Aborted when time is up: what is not finished by then is left undone. */
  readonly signal: AbortSignal
}
export type CommandHandler = (command: Heard) => unknown

const USUAL_MS = 30_000
const MOST_MS = 10 * 60_000
/** The platform counts the time to shut down from the moment of the revocation, and wants to hear the acknowledgement in it. */
const SHARE_FOR_WORK = 0.8

/** Lets the agent obey, within the time that the command gives it. Never rejects. */
export async function carryOut(
  { id, type, reason, params }: PlatformCommand,
  handler: CommandHandler | undefined,
  clock: MonotonicClock,
  logger: AgentLogger,
): Promise<{ status: 'done' | 'failed'; message: string }> {
  const abort = new AbortController()
  const work = Promise.resolve().then(() =>
    handler?.({ type, reason, params, signal: abort.signal }),
  )
  const outcome = work.then(
    () => ({ status: 'done', message: '' }) as const,
    (cause: unknown) => {
      logger.error({ err: cause, command_id: id }, `the command ${type} could not be carried out`)
      return { status: 'failed', message: `the agent could not ${type}` } as const
    },
  )
  return within(clock, timeFor(type, params), outcome, () => {
    abort.abort()
    return {
      status: type === 'terminate' ? 'done' : 'failed',
      message: 'time was up before all work was finished',
    } as const
  })
}

function timeFor(type: string, { shutdown_timeout_ms }: PlatformCommand['params']): number {
  const asked =
    type === 'terminate' && typeof shutdown_timeout_ms === 'number' && shutdown_timeout_ms >= 0
      ? shutdown_timeout_ms
      : USUAL_MS
  return Math.min(MOST_MS, asked) * SHARE_FOR_WORK
}
