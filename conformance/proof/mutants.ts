import type { Suite } from '../src/engine/types.ts'
import { SUITES } from '../src/suites.ts'
import { AGENT_MUTANTS } from '../test/agent/mutants/index.ts'
import { PLATFORM_MUTANTS } from '../test/platform/mutants/index.ts'
import { judge, killers } from '../test/support/judge.ts'
import type { Mutant } from '../test/support/mutants.ts'
import { all, type Chapter } from './figure.ts'

async function difference(
  suite: Suite,
  { name, make, kills, settings }: Mutant,
): Promise<readonly string[]> {
  const found = killers(await judge(suite, make(), settings))
  return JSON.stringify(found) === JSON.stringify(kills)
    ? []
    : [`${name}: found by ${found.join(', ') || 'none'} instead of ${kills.join(', ')}`]
}

const BOTH = [
  { suite: SUITES.agent, mutants: AGENT_MUTANTS, least: 150 },
  { suite: SUITES.platform, mutants: PLATFORM_MUTANTS, least: 150 },
]

/** Conforming targets with exactly one fault. */
export const mutants: Chapter = {
  title: 'Mutants: found by exactly the rules that say so, and by no other',
  async *measure() {
    for (const { suite, mutants, least } of BOTH) {
      const wrong: string[] = []
      for (const mutant of mutants) wrong.push(...(await difference(suite, mutant)))
      yield all(`broken ${suite.subject}s`, mutants.length, wrong, least)
      const found = new Set(mutants.flatMap(({ kills }) => kills))
      const binding = suite.sections
        .flatMap(({ rules }) => rules)
        .filter(({ level }) => level !== 'INFO')
        .map(({ id }) => id)
      yield all(
        `MUST and SHOULD rules for ${suite.subject}s with a mutant`,
        binding.length,
        binding.filter((id) => !found.has(id)),
      )
    }
  },
}
