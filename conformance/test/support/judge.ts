import { setTimeout as wait } from 'node:timers/promises'
import type { Transport } from '../../src/engine/http.ts'
import type { Time } from '../../src/engine/lab.ts'
import { conduct, type Result, type Run } from '../../src/engine/run.ts'
import { select } from '../../src/engine/select.ts'
import type { Settings } from '../../src/engine/settings.ts'
import type { Shell } from '../../src/engine/shell.ts'
import type { Suite } from '../../src/engine/types.ts'
import { BASE, memoryHost, NOW_MS, transportTo, type Asked, type Handler } from './handler.ts'
import { settings } from './settings.ts'

/** Time as it is. */
export const realTime: Time = { now_ms: () => performance.now(), wait: (ms) => wait(ms) }

/** Time that passes only when somebody waits for it. */
export function tellTime(): {
  readonly now_ms: () => number
  readonly wait: (ms: number) => Promise<void>
} {
  let now = NOW_MS
  return { now_ms: () => now, wait: (ms) => Promise.resolve(void (now += ms)) }
}

/** Commands of the user's, as functions of their variables. */
export type Commands = Readonly<
  Record<
    string,
    (
      variables: Readonly<Record<string, string>>,
      call: NonNullable<Asked['call']>,
    ) => string | undefined
  >
>

export function judge(
  suite: Suite,
  target: Handler | Transport,
  changes: Partial<Settings> = {},
  transport?: Transport,
  commands: Commands = {},
): Promise<Run> {
  const chosen = settings({ profile: Object.keys(suite.profiles)[0] ?? '', ...changes })
  const { host, call } = memoryHost()
  const shell: Shell = (command, variables) => Promise.resolve(commands[command]?.(variables, call))
  // Mutants of rules that do not count yet are found all the same.
  const plan = {
    suite,
    settings: chosen,
    selected: select(suite, { profile: chosen.profile }),
    rule_set: 'Infinity',
  }
  return conduct(plan, transport ?? transportTo(target as Handler, BASE, call), tellTime(), {
    host,
    shell,
  })
}

/** The rules that found something wrong. */
export const killers = ({ results }: Run): readonly string[] =>
  results.filter(({ state }) => state === 'FAIL' || state === 'WARN').map(({ rule }) => rule.id)
export const inState = (
  { results }: Run,
  ...states: readonly Result['state'][]
): readonly Result[] => results.filter(({ state }) => states.includes(state))
export const lines = (results: readonly Result[]): readonly string[] =>
  results.map(({ rule, state, reason }) => `${state} ${rule.id}: ${reason}`)
