import { readFileSync } from 'node:fs'
import type { CompletedRun } from './schemathesis.ts'

/** The number of issues that a Schemathesis log reports. */
export interface LogCounts {
  readonly failures: number
  readonly errors: number
  readonly warnings: number
}

/** Sums the issues in the logs of all rounds. A truncated log counts as an error. */
export function countIssues(rounds: readonly Pick<CompletedRun, 'log'>[]): LogCounts {
  const counts = rounds.map(({ log }) => countsInLog(readFileSync(log, 'utf8')))
  const sum = (kind: keyof LogCounts): number => counts.reduce((total, one) => total + one[kind], 0)
  return { failures: sum('failures'), errors: sum('errors'), warnings: sum('warnings') }
}

function countsInLog(log: string): LogCounts {
  const end = log.trimEnd().split('\n').at(-1)!
  const countOf = (kind: RegExp): number => Number(kind.exec(end)?.[1] ?? 0)
  const broken = / in \d/.test(end) ? 0 : 1
  return {
    failures: countOf(/(\d+) failures?\b/),
    errors: countOf(/(\d+) errors?\b/) + broken,
    warnings: countWarnings(log),
  }
}

/** Counts one warning per affected operation, as the summary does. The last line of the log omits warnings that fail the run. */
const countWarnings = (log: string): number =>
  [...log.matchAll(/^ +⚠️ [^:\n]*(?:: (\d+))?/gm)].reduce(
    (sum, [, operations]) => sum + Number(operations ?? 1),
    0,
  )
