import type { Suite } from '../../src/engine/types.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import { AGENT_MUTANTS } from '../agent/mutants/index.ts'
import { PLATFORM_MUTANTS } from '../platform/mutants/index.ts'
import { CROWD_MUTANTS } from './crowd.ts'
import type { Mutant } from './mutants.ts'
import type { Pasted } from './shell.ts'

/** Violations that no request shows, each with its reason. */
export const WITHOUT_LINES: Readonly<Record<string, string>> = {
  'MAN-01': 'It is in svc.yml, of which nothing is sent.',
  'MAN-02': 'It is in svc.yml, of which nothing is sent.',
  'MAN-03': 'It is in svc.yml, of which nothing is sent.',
  'FWD-01': 'It is in a request that the platform sent to the suite.',
  'FWD-02': 'It is in a request that the platform sent to the suite.',
}

/** Mutants that say something else with every request, so that a violation is at the same place in other words. */
export const IN_OTHER_WORDS: Readonly<Record<string, string>> = {
  'another version with every request': 'The version is counted.',
  'completes with the output of the task before': 'What it says is what it was asked before.',
  'another svc_id with every request': 'The id is counted.',
  '/svc/auth has another prefix': 'The token is random from its first character on.',
}

/** Mutants that cross requests only in one process; `CROWD_MUTANTS` do it over connections. */
const IN_PROCESS_ONLY = [
  'keeps the task_id where all requests share it',
  '/a2a keeps the id where all calls share it',
]

/** What is printed asks for a new PIN and spends it once, and this platform errs with one that was spent before. */
const ON_SECOND_USE = ['verifyPin refuses a PIN the second time and gives a session']

export const HOSTED: readonly { readonly suite: Suite; readonly mutants: readonly Mutant[] }[] = [
  {
    suite: agentSuite,
    mutants: [
      ...AGENT_MUTANTS.filter(
        ({ name, kills }) => kills.length > 0 && !IN_PROCESS_ONLY.includes(name),
      ),
      ...CROWD_MUTANTS,
    ],
  },
  {
    suite: platformSuite,
    mutants: PLATFORM_MUTANTS.filter(
      ({ name, kills }) => kills.length > 0 && !ON_SECOND_USE.includes(name),
    ),
  },
]

/** What was pasted shows what the suite saw: at the same place, and in the same words unless the mutant has others every time. */
export function isSame({ name }: Mutant, { seen, again }: Pasted): boolean {
  const place = (it: object | undefined): unknown =>
    (it as { pointer?: unknown } | undefined)?.pointer
  return name in IN_OTHER_WORDS
    ? place(seen) === place(again)
    : JSON.stringify(seen) === JSON.stringify(again)
}
