import type { Suite } from '../engine/types.ts'
import { SUITES } from '../suites.ts'
import { UsageError } from './usage.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface OutputStream {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** The parts of the process that a command uses. Tests replace them. */
export interface CliContext {
  readonly env: Environment
  readonly stdout: OutputStream
  readonly stderr: OutputStream
}

/** @throws UsageError if the subject is neither agent nor platform */
export function suiteOf(subject: string): Suite {
  const suite = Object.hasOwn(SUITES, subject) ? SUITES[subject as keyof typeof SUITES] : undefined
  if (!suite) throw new UsageError(`The target has to be agent or platform, not ${subject}.`)
  return suite
}
