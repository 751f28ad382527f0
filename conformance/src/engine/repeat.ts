import type { Clock } from './clock.ts'
import type { Transport } from './transport/http.ts'
import { createMemoryBudget, memorySharesOf } from './memory.ts'
import type { RunResources } from './recorder.ts'
import { runSuite, type Result, type Run, type RunPlan } from './run.ts'
import type { State } from './types.ts'

/** The worst result of one rule over several runs. */
export interface MergedResult extends Result {
  /** The run that had this result. */
  readonly run: Run
  /** The number of that run, counted from 1. */
  readonly run_number: number
  /** The state in each run, if they differ. */
  readonly flaky?: readonly State[]
}

/** A rule that is met only in some runs is not met, so the worst state counts. */
const WORST_FIRST: readonly State[] = [
  'ERROR',
  'FAIL',
  'WARN',
  'BLOCKED',
  'NOT_TESTED',
  'INFO',
  'N/A',
  'PASS',
]

/** Executes a plan once or several times, one run after the other, with the same seed. */
export async function runRepeatedly(
  times: number,
  plan: RunPlan,
  transport: Transport,
  clock: Clock,
  resources: RunResources = {},
): Promise<readonly [Run, ...Run[]]> {
  // All runs share a budget, because their records are kept until the report is written.
  const budget = createMemoryBudget(memorySharesOf(plan.settings.max_memory).recorded)
  const run = (): Promise<Run> => runSuite(plan, transport, clock, { budget, ...resources })
  const runs: [Run, ...Run[]] = [await run()]
  while (runs.length < times) runs.push(await run())
  return runs
}

/** Returns the worst result of each rule, in the order of the plan. */
export function mergeResults(runs: readonly Run[]): readonly MergedResult[] {
  const [first] = runs
  return (first?.results ?? []).map((_, index) =>
    worstOf(
      runs.flatMap((run, i) => {
        const result = run.results[index]
        return result ? [{ ...result, run, run_number: i + 1 }] : []
      }),
    ),
  )
}

function worstOf(results: readonly MergedResult[]): MergedResult {
  const states = results.map(({ state }) => state)
  const [worst] = results.toSorted(
    (a, b) => WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state),
  )
  if (worst === undefined) throw new Error('a rule has no result')
  return new Set(states).size === 1 ? worst : { ...worst, flaky: states }
}
