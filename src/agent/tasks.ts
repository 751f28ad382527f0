import type { AgentLogger, SkillContext, SkillLog } from './definition.ts'
import type { JsonObject } from '../domain/crypto/jcs.ts'
import { resultOf } from './results.ts'
import type { Skill } from './skills.ts'

/** Why something that an author wrote did not come to an end of its own. */
export type Interruption = 'timed_out' | 'closed'

/** How an author's function ended. */
export type WorkEnd<T> =
  | { readonly kind: 'returned'; readonly value: T; readonly execution_time_ms: number }
  | { readonly kind: Interruption }
  | { readonly kind: 'threw'; readonly error: unknown }

/** How a task ended, in the runner's terms. */
export type TaskEnd =
  | { readonly kind: 'completed'; readonly result: JsonObject; readonly execution_time_ms: number }
  | { readonly kind: Interruption | 'failed' }

export interface Work<T> {
  readonly timeout_ms: number | undefined
  readonly run: (signal: AbortSignal) => T | Promise<T>
}

/** Runs what authors wrote: each piece of work with its own deadline and its own signal, none in the way of another. */
export interface Runner {
  /** Runs until the work ends, its time has passed, or the agent closes; then the signal is aborted and nobody waits on. */
  run<T>(work: Work<T>): Promise<WorkEnd<T>>
  /** How much is at work. */
  running(): number
  /** Ends all work that is still going on, and whatever is begun later. */
  interrupt(): void
}

const REASONS = {
  timed_out: () => new DOMException('The time is up.', 'TimeoutError'),
  closed: () => new DOMException('The agent closes.', 'AbortError'),
} as const

/** setTimeout takes no more. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
const MOST_MILLISECONDS = 2 ** 31 - 1

/** @param now_ms measures durations, so it must not be a clock that somebody sets */
export function createRunner(now_ms: () => number = () => performance.now()): Runner {
  const working = new Set<(interruption: Interruption) => void>()
  let closed = false

  async function run<T>({ timeout_ms, run: work }: Work<T>): Promise<WorkEnd<T>> {
    if (closed) return { kind: 'closed' }
    const controller = new AbortController()
    const started = now_ms()
    const { promise: interrupted, resolve } = Promise.withResolvers<WorkEnd<T>>()
    const interrupt = (kind: Interruption): void => {
      controller.abort(REASONS[kind]())
      resolve({ kind })
    }
    working.add(interrupt)
    const timer =
      timeout_ms === undefined
        ? undefined
        : setTimeout(() => interrupt('timed_out'), Math.min(timeout_ms, LONGEST_TIMER_MS))
    const ended = (async (): Promise<WorkEnd<T>> => {
      const value = await work(controller.signal)
      const elapsed = now_ms() - started
      // Work that never let go of the thread let no timer run either.
      if (timeout_ms !== undefined && elapsed > timeout_ms) return { kind: 'timed_out' }
      return {
        kind: 'returned',
        value,
        execution_time_ms: Math.min(Math.round(elapsed), MOST_MILLISECONDS),
      }
    })().catch((error: unknown): WorkEnd<T> => ({ kind: 'threw', error }))
    const end = await Promise.race([ended, interrupted])
    clearTimeout(timer)
    working.delete(interrupt)
    return end
  }

  return {
    run,
    running: () => working.size,
    interrupt() {
      closed = true
      for (const interrupt of working) interrupt('closed')
    },
  }
}

/** Runs a skill on input that fits it. What it throws, and what of its result is not as declared, goes to the log alone. */
export async function runSkill(
  runner: Runner,
  skill: Skill,
  input: JsonObject,
  context: SkillContext,
  logger: AgentLogger,
): Promise<TaskEnd> {
  const text = typeof input['text'] === 'string' ? input['text'] : ''
  const log = logOf(logger, {
    task_id: context.task_id,
    trace_id: context.trace_id,
    skill: skill.name,
  })
  const end = await runner.run({
    timeout_ms: skill.timeout_ms,
    run: (signal) => skill.run({ text, input, signal, context, log }),
  })
  switch (end.kind) {
    case 'returned': {
      const judged = resultOf(end.value, skill.outputFault)
      if ('result' in judged)
        return {
          kind: 'completed',
          result: judged.result,
          execution_time_ms: end.execution_time_ms,
        }
      log.error('the result of the skill cannot be used', { fault: judged.fault })
      return { kind: 'failed' }
    }
    case 'threw':
      log.error('the skill failed', { err: end.error })
      return { kind: 'failed' }
    case 'timed_out':
      log.warn('the skill took too long', { timeout_ms: skill.timeout_ms })
      return { kind: 'timed_out' }
    case 'closed':
      return { kind: 'closed' }
  }
}

/** A log whose every line carries some facts. */
export function logOf(logger: AgentLogger, facts: object): SkillLog {
  return {
    debug: (message, more) => logger.debug({ ...more, ...facts }, message),
    info: (message, more) => logger.info({ ...more, ...facts }, message),
    warn: (message, more) => logger.warn({ ...more, ...facts }, message),
    error: (message, more) => logger.error({ ...more, ...facts }, message),
  }
}
