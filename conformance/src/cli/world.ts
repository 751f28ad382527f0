import type { WriteStream } from 'node:tty'
import type { Suite } from '../engine/types.ts'
import { SUITES } from '../suites.ts'
import { UsageError } from './usage.ts'

/** What a command may touch of the process it runs in. */
export interface World {
  readonly env: NodeJS.ProcessEnv
  readonly stdout: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean; readonly columns?: number }
}

/** @throws UsageError when there is no such kind of target */
export function suiteOf(subject: string): Suite {
  const suite = Object.hasOwn(SUITES, subject) ? SUITES[subject as keyof typeof SUITES] : undefined
  if (!suite) throw new UsageError(`A target is an agent or a platform, not ${subject}.`)
  return suite
}
