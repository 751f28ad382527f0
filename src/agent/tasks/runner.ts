import type { AgentLogger, SkillLog } from '../definition.ts'

/** The reason why a function was interrupted. */
type Interruption = 'timed_out' | 'closed' | 'canceled'

/** The result of running a function. */
type RunResult<T> =
  | { readonly kind: 'returned'; readonly value: T; readonly execution_time_ms: number }
  | { readonly kind: Interruption }
  /** The agent was closed before the function could start. */
  | { readonly kind: 'not_started' }
  | { readonly kind: 'threw'; readonly error: unknown }

/** A function with an optional time limit. */
interface Runnable<T> {
  readonly timeout_ms: number | undefined
  /** Cancels the function when it is aborted. */
  readonly canceled?: AbortSignal | undefined
  readonly run: (signal: AbortSignal) => T | Promise<T>
}

/** Runs the functions that an agent's author provides concurrently, each with its own deadline and signal. */
export interface Runner {
  /**
   * Runs a function until it ends, its time limit has passed, it is canceled, or the agent closes. In the last three cases its signal is
   * aborted. After the agent has closed, the function is not started.
   */
  run<T>(runnable: Runnable<T>): Promise<RunResult<T>>
  /**
   * Returns the number of running functions. A canceled one counts until it ends or its time limit has passed, so that canceling tasks does
   * not free capacity.
   */
  running(): number
  /** Resolves when no function is running. */
  drained(): Promise<void>
  /** Interrupts all running functions; no function starts after this. */
  interrupt(): void
}

const REASONS = {
  timed_out: () => new DOMException('The time limit has passed.', 'TimeoutError'),
  closed: () => new DOMException('The agent is closing.', 'AbortError'),
  canceled: () => new DOMException('The task was canceled.', 'AbortError'),
} as const

/** The maximum delay of setTimeout. */
const MAX_TIMER_MS = 2 ** 31 - 1
/** The maximum of `execution_time_ms` in the contract. */
const MAX_EXECUTION_TIME_MS = 2 ** 31 - 1

/** Creates a runner. @param now_ms a monotonic clock, in milliseconds */
export function createRunner(now_ms: () => number = () => performance.now()): Runner {
  const running = new Set<(interruption: Interruption) => void>()
  const waiting: (() => void)[] = []
  let closed = false

  async function run<T>({ timeout_ms, canceled, run: body }: Runnable<T>): Promise<RunResult<T>> {
    if (closed) return { kind: 'not_started' }
    if (canceled?.aborted) return { kind: 'canceled' }
    const controller = new AbortController()
    const started = now_ms()
    const interrupted = Promise.withResolvers<RunResult<T>>()
    const expired = Promise.withResolvers<void>()
    const interrupt = (kind: Interruption): void => {
      controller.abort(REASONS[kind]())
      interrupted.resolve({ kind })
      if (kind !== 'canceled') expired.resolve()
    }
    const cancel = (): void => interrupt('canceled')
    canceled?.addEventListener('abort', cancel, { once: true })
    running.add(interrupt)
    const timer =
      timeout_ms === undefined
        ? undefined
        : setTimeout(() => interrupt('timed_out'), Math.min(timeout_ms, MAX_TIMER_MS))
    const completion = (async (): Promise<RunResult<T>> => {
      const value = await body(controller.signal)
      const elapsed = now_ms() - started
      // A function that blocks the thread prevents the timer from firing.
      if (timeout_ms !== undefined && elapsed > timeout_ms) return { kind: 'timed_out' }
      return {
        kind: 'returned',
        value,
        execution_time_ms: Math.min(Math.round(elapsed), MAX_EXECUTION_TIME_MS),
      }
    })().catch((error: unknown): RunResult<T> => ({ kind: 'threw', error }))
    const release = (): void => {
      clearTimeout(timer)
      canceled?.removeEventListener('abort', cancel)
      running.delete(interrupt)
      if (running.size === 0) for (const resolve of waiting.splice(0)) resolve()
    }
    const result = await Promise.race([completion, interrupted.promise])
    if (result.kind === 'canceled') void Promise.race([completion, expired.promise]).then(release)
    else release()
    return result
  }

  return {
    run,
    running: () => running.size,
    drained: () =>
      running.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
    interrupt() {
      closed = true
      for (const interrupt of running) interrupt('closed')
    },
  }
}

/** Returns a log that adds the given fields to every entry. */
export function logOf(logger: AgentLogger, common: object): SkillLog {
  return {
    debug: (message, fields) => logger.debug({ ...fields, ...common }, message),
    info: (message, fields) => logger.info({ ...fields, ...common }, message),
    warn: (message, fields) => logger.warn({ ...fields, ...common }, message),
    error: (message, fields) => logger.error({ ...fields, ...common }, message),
  }
}
