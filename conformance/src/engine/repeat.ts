import type { Transport } from './http.ts'
import type { Beside, Time } from './lab.ts'
import { createLedger, sharesOf } from './memory.ts'
import { conduct, type Plan, type Result, type Run } from './run.ts'
import type { State } from './types.ts'

/** How one rule ended over several runs: as it ended at its worst. */
export interface Merged extends Result {
  /** The run that it ended so in; what it was judged by is in there. */
  readonly run: Run
  /** Counted from 1. */
  readonly turn: number
  /** How it ended in each run, if not the same in all. */
  readonly flaky?: readonly State[]
}

/** Worst first. A rule that is met only sometimes is not met. */
const WORST: readonly State[] = [
  'ERROR',
  'FAIL',
  'WARN',
  'BLOCKED',
  'NOT_TESTED',
  'INFO',
  'N/A',
  'PASS',
]

/** Judges the same plan so many times, with the same seed, one run after the other. */
export async function conductTimes(
  times: number,
  plan: Plan,
  transport: Transport,
  time: Time,
  beside: Beside = {},
): Promise<readonly Run[]> {
  const runs: Run[] = []
  // What all runs recorded is kept until the report is made.
  const ledger = createLedger(sharesOf(plan.settings.max_memory).held)
  for (let turn = 0; turn < times; turn += 1)
    runs.push(await conduct(plan, transport, time, { ledger, ...beside }))
  return runs
}

/** What several runs of one plan found together, in the order of its rules. */
export function merged(runs: readonly Run[]): readonly Merged[] {
  const [first] = runs
  return (first?.results ?? []).map((_, place) =>
    worstOf(
      runs.flatMap((run, i) => {
        const result = run.results[place]
        return result ? [{ ...result, run, turn: i + 1 }] : []
      }),
    ),
  )
}

function worstOf(endings: readonly Merged[]): Merged {
  const states = endings.map(({ state }) => state)
  const [worst] = endings.toSorted((a, b) => WORST.indexOf(a.state) - WORST.indexOf(b.state))
  if (worst === undefined) throw new Error('a rule without an ending')
  return new Set(states).size === 1 ? worst : { ...worst, flaky: states }
}
