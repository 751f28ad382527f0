import { readFileSync } from 'node:fs'
import type { Ran } from './schemathesis.ts'

/** What Schemathesis complains about at the end of its log. */
export interface Tally {
  readonly failures: number
  readonly errors: number
  readonly warnings: number
}

/** Sums up all rounds. A log that broke off counts as an error. */
export function tallyOf(rounds: readonly Pick<Ran, 'log'>[]): Tally {
  const tallies = rounds.map(({ log }) => tally(readFileSync(log, 'utf8')))
  const sum = (kind: keyof Tally): number => tallies.reduce((total, one) => total + one[kind], 0)
  return { failures: sum('failures'), errors: sum('errors'), warnings: sum('warnings') }
}

function tally(log: string): Tally {
  const end = log.trimEnd().split('\n').at(-1)!
  const said = (kind: RegExp): number => Number(kind.exec(end)?.[1] ?? 0)
  const broken = / in \d/.test(end) ? 0 : 1
  return {
    failures: said(/(\d+) failures?\b/),
    errors: said(/(\d+) errors?\b/) + broken,
    warnings: warnedOf(log),
  }
}

/** One warning per operation, as the summary counts them; the last line leaves them out where they fail the run. */
const warnedOf = (log: string): number =>
  [...log.matchAll(/^ +⚠️ [^:\n]*(?:: (\d+))?/gm)].reduce(
    (sum, [, operations]) => sum + Number(operations ?? 1),
    0,
  )
