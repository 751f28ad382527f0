import type { Suite } from '../../src/engine/types.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import { AGENT_MUTANTS } from '../agent/mutants/index.ts'
import { PLATFORM_MUTANTS } from '../platform/mutants/index.ts'
import { CONCURRENT_MUTANTS } from './concurrent-mutants.ts'
import type { Mutant } from './mutants.ts'
import type { ShellReproduction } from './reproduction.ts'

/** Rules whose findings cannot be reproduced with requests of the suite, each with the reason. */
export const NOT_REPRODUCIBLE: Readonly<Record<string, string>> = {
  'MAN-01': 'The finding is in svc.yml, which is not requested.',
  'MAN-02': 'The finding is in svc.yml, which is not requested.',
  'MAN-03': 'The finding is in svc.yml, which is not requested.',
  'FWD-01': 'The finding is in a request that the platform sent to the suite.',
  'FWD-02': 'The finding is in a request that the platform sent to the suite.',
}

/** Mutants whose findings have the same pointer but a different text in each run. */
export const VARYING_TEXT: Readonly<Record<string, string>> = {
  'a different version with every request': 'The version is a counter.',
  'completes with the output of the previous task': 'The output depends on the previous task.',
  'a different svc_id with every request': 'The id is a counter.',
  '/svc/auth returns a token with a different prefix': 'The token is derived from a counter.',
}

/** Mutants that mix up concurrent requests only without a network; `CONCURRENT_MUTANTS` do so over HTTP. */
const ONLY_WITHOUT_NETWORK = [
  'shares the task_id between concurrent requests',
  '/a2a shares the id between concurrent calls',
]

/** The printed commands use each PIN once, and this platform has its fault only when a PIN is used again. */
const ON_SECOND_USE = ['verifyPin refuses a PIN the second time and returns a session']

export const REPRODUCTION_CASES: readonly {
  readonly suite: Suite
  readonly mutants: readonly Mutant[]
}[] = [
  {
    suite: agentSuite,
    mutants: [
      ...AGENT_MUTANTS.filter(
        ({ name, foundBy }) => foundBy.length > 0 && !ONLY_WITHOUT_NETWORK.includes(name),
      ),
      ...CONCURRENT_MUTANTS,
    ],
  },
  {
    suite: platformSuite,
    mutants: PLATFORM_MUTANTS.filter(
      ({ name, foundBy }) => foundBy.length > 0 && !ON_SECOND_USE.includes(name),
    ),
  },
]

/** Returns the mutants that violate a rule that no earlier mutant violates, and all mutants whose text varies. */
export function oneForEachRule(mutants: readonly Mutant[]): readonly Mutant[] {
  const seen = new Set<string>()
  return mutants.filter(({ name, foundBy }) => {
    const isNew = foundBy.some((rule) => !seen.has(rule))
    for (const rule of foundBy) seen.add(rule)
    return isNew || name in VARYING_TEXT
  })
}

/** Returns whether the commands showed the same finding: the same pointer, and the same text unless it varies. */
export function isSame({ name }: Mutant, { original, reproduced }: ShellReproduction): boolean {
  const pointerOf = (violation: object | undefined): unknown =>
    violation && 'pointer' in violation ? violation.pointer : undefined
  return name in VARYING_TEXT
    ? pointerOf(original) === pointerOf(reproduced)
    : JSON.stringify(original) === JSON.stringify(reproduced)
}
