import type { Clock } from '../../src/engine/clock.ts'
import type { Transport } from '../../src/engine/http.ts'
import { runSuite, type Result, type Run } from '../../src/engine/run.ts'
import { select } from '../../src/engine/select.ts'
import type { Settings } from '../../src/engine/settings.ts'
import type { Shell } from '../../src/engine/shell.ts'
import type { Suite } from '../../src/engine/types.ts'
import {
  BASE,
  inMemoryServer,
  NOW_MS,
  transportTo,
  type Handler,
  type TestRequest,
} from './handler.ts'
import { settings } from './settings.ts'

/** Returns a clock that advances only when a probe waits. */
export function virtualClock(): Clock {
  let now = NOW_MS
  return { now_ms: () => now, wait: (ms) => Promise.resolve(void (now += ms)) }
}

/** Commands of the user, as functions of their environment variables. */
export type Commands = Readonly<
  Record<
    string,
    (
      variables: Readonly<Record<string, string>>,
      call: NonNullable<TestRequest['call']>,
    ) => string | undefined
  >
>

/** Judges a target by the rules of its profile, without network and without waiting. */
export function judge(
  suite: Suite,
  target: Handler | Transport,
  changes: Partial<Settings> = {},
  transport?: Transport,
  commands: Commands = {},
  rules: 'all' | 'released' = 'all',
): Promise<Run> {
  const chosen = settings({ profile: Object.keys(suite.profiles)[0] ?? '', ...changes })
  const { server, call } = inMemoryServer()
  const shell: Shell = (command, variables) => Promise.resolve(commands[command]?.(variables, call))
  const plan = {
    suite,
    settings: chosen,
    selected: select(suite, { profile: chosen.profile }),
    // Rules of later sets count as well, so that their mutants are found.
    ...(rules === 'all' ? { rule_set: 'Infinity' } : {}),
  }
  return runSuite(plan, transport ?? transportTo(target as Handler, BASE, call), virtualClock(), {
    server,
    shell,
  })
}

/** Returns the rules that a run violates. */
export const failedRules = ({ results }: Run): readonly string[] =>
  results.filter(({ state }) => state === 'FAIL' || state === 'WARN').map(({ rule }) => rule.id)
export const inState = (
  { results }: Run,
  ...states: readonly Result['state'][]
): readonly Result[] => results.filter(({ state }) => states.includes(state))
export const lines = (results: readonly Result[]): readonly string[] =>
  results.map(({ rule, state, reason }) => `${state} ${rule.id}: ${reason}`)
