import { setTimeout as pause } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'

/** How long a test waits for an event, in milliseconds. It is long enough that a busy machine does not exceed it. */
export const LIVENESS_MS = 30_000

/** Calls a function until it does not throw, and returns its result. @throws the last error after half a minute */
export async function eventually<T>(attempt: () => T | Promise<T>): Promise<Awaited<T>> {
  const began = performance.now()
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() - began > LIVENESS_MS) throw error
    }
    await pause(20)
  }
}

/** Waits until a condition holds. @throws Error with the message after half a minute */
export const until = (
  condition: () => boolean | Promise<boolean>,
  message: string,
): Promise<void> =>
  eventually(async () => {
    if (!(await condition())) throw new Error(message)
  })

/** Yields the numbers below `count`, for a loop with a limit. @throws Error with the message if the loop exceeds the limit */
export function* atMost(count: number, message: string): Generator<number> {
  for (let index = 0; index < count; index += 1) yield index
  throw new Error(message)
}

/**
 * Runs a function, and interrupts it after half a minute. Its input is so long that quadratic work would take hours. @throws Error if it
 * is interrupted
 */
export const assertTerminates = (run: () => unknown): void => {
  runInNewContext('run()', { run }, { timeout: LIVENESS_MS })
}

/** Repeats a step until it returns zero, as a sweep that finds nothing does. @throws Error with the message after 1000 steps */
export async function repeatUntilZero(step: () => Promise<number>, message: string): Promise<void> {
  for (const _ of atMost(1000, message)) if ((await step()) === 0) return
}
