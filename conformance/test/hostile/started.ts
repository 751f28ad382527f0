import { onTestFinished } from 'vitest'
import type { Hostile } from './agents.ts'

/** Waits until a hostile target has started, and stops it when the test has ended. */
export async function started(target: Promise<Hostile>): Promise<Hostile> {
  const hostile = await target
  onTestFinished(hostile.stop)
  return hostile
}
