import type { Suite } from '../src/engine/types.ts'
import { SUITES } from '../src/suites.ts'
import { AGENT_MUTANTS } from '../test/agent/mutants/index.ts'
import { PLATFORM_MUTANTS } from '../test/platform/mutants/index.ts'
import { judge, failedRules } from '../test/support/judge.ts'
import type { Mutant } from '../test/support/mutants.ts'
import { rulesWithMutants } from '../test/support/required.ts'
import { all, type Chapter } from './figure.ts'

async function difference(
  suite: Suite,
  { name, make, foundBy, settings }: Mutant,
): Promise<readonly string[]> {
  const found = failedRules(await judge(suite, make(), settings))
  return JSON.stringify(found) === JSON.stringify(foundBy)
    ? []
    : [`${name}: found by ${found.join(', ') || 'none'} instead of ${foundBy.join(', ')}`]
}

const SUITE_MUTANTS = [
  { suite: SUITES.agent, mutants: AGENT_MUTANTS, minimum: 150 },
  { suite: SUITES.platform, mutants: PLATFORM_MUTANTS, minimum: 150 },
]

/** Judges conforming targets into each of which one fault was introduced. */
export const mutants: Chapter = {
  title: 'Mutants are found by exactly the rules that they violate',
  async *measure() {
    for (const { suite, mutants, minimum } of SUITE_MUTANTS) {
      const wrong: string[] = []
      for (const mutant of mutants) wrong.push(...(await difference(suite, mutant)))
      yield all(`${suite.subject}s with a fault`, mutants.length, wrong, minimum)
      const found = new Set(mutants.flatMap(({ foundBy }) => foundBy))
      const required = rulesWithMutants(suite)
      yield all(
        `MUST and SHOULD rules for ${suite.subject}s with a mutant`,
        required.length,
        required.filter((id) => !found.has(id)),
      )
    }
  },
}
