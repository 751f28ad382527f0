import type { Suite } from '../engine/types.ts'
import { SUITES } from '../suites.ts'
import { UsageError } from './usage.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A stream of a process, or anything else that takes text. */
export interface Paper {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** What a command may touch of the process it runs in. */
export interface World {
  readonly env: Environment
  readonly stdout: Paper
  readonly stderr: Paper
}

/** @throws UsageError when there is no such kind of target */
export function suiteOf(subject: string): Suite {
  const suite = Object.hasOwn(SUITES, subject) ? SUITES[subject as keyof typeof SUITES] : undefined
  if (!suite) throw new UsageError(`A target is an agent or a platform, not ${subject}.`)
  return suite
}
