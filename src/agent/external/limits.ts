import type { SkillRun } from '../definition.ts'
import { createSemaphore, type Semaphore } from './semaphore.ts'

/** The default limits of a skill. */
export const RUN_LIMITS = {
  command_max_concurrent: 4,
  address_max_concurrent: 64,
  max_waiting: 32,
  max_output_bytes: 1024 * 1024,
  /** This is less than half of the bytes that the platform reads, because an answer contains the result twice. */
  foreign_max_output_bytes: 480 * 1024,
  stop_ms: 2000,
} as const

/** Creates the slots for the tasks of the skills with this `run`. */
export function slotsOf(
  run: Pick<SkillRun, 'max_concurrent' | 'max_waiting'>,
  default_concurrent: number,
): Semaphore {
  const { max_concurrent = default_concurrent, max_waiting = RUN_LIMITS.max_waiting } = run
  return createSemaphore({ max_concurrent, max_waiting })
}
