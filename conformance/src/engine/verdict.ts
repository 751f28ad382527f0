import type { Result } from './run.ts'
import { STATES, type State } from './types.ts'

export type Verdict = 'conformant' | 'non-conformant' | 'inconclusive'

/** Returns `conformant` only if every MUST of the rule set passed or does not apply; an untested MUST is not met. */
export function verdictOf(results: readonly Result[]): Verdict {
  const musts = results
    .filter(({ level, unscored }) => level === 'MUST' && unscored === undefined)
    .map(({ state }) => state)
  if (musts.includes('FAIL')) return 'non-conformant'
  const met = musts.every((state) => state === 'PASS' || state === 'N/A')
  return met && musts.includes('PASS') ? 'conformant' : 'inconclusive'
}

export const EXIT = {
  conformant: 0,
  'non-conformant': 1,
  inconclusive: 2,
  usage: 3,
  suite: 4,
} as const

/** Returns the exit code of the process. An internal error of the suite has a code of its own. */
export function exitCodeOf(results: readonly Result[]): number {
  return results.some(({ state }) => state === 'ERROR') ? EXIT.suite : EXIT[verdictOf(results)]
}

/** Returns the number of rules in each state. */
export function countsOf(results: readonly Result[]): Readonly<Record<State, number>> {
  return Object.fromEntries(
    STATES.map((state) => [state, results.filter((result) => result.state === state).length]),
  ) as Record<State, number>
}

/** Returns the rules that block others, each with the number of rules that it blocks. */
export function rootCauses(
  results: readonly Result[],
): readonly { readonly root: string; readonly blocked: number }[] {
  const roots = new Map<string, number>()
  for (const { root } of results)
    if (root !== undefined) roots.set(root, (roots.get(root) ?? 0) + 1)
  return [...roots].map(([root, blocked]) => ({ root, blocked }))
}
