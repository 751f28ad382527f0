import type { Clock } from '../../src/engine/clock.ts'
import type { Transport } from '../../src/engine/transport/http.ts'
import { runSuite, type Result, type Run, type RunPlan } from '../../src/engine/run.ts'
import { select } from '../../src/engine/select.ts'
import type { Settings } from '../../src/engine/settings.ts'
import type { Shell } from '../../src/engine/reproduce/shell.ts'
import type { Exchange, Suite } from '../../src/engine/types.ts'
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

/** The user's commands, as functions of their environment variables. */
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
): Promise<Run> {
  const { server, call } = inMemoryServer()
  const shell: Shell = (command, variables) => Promise.resolve(commands[command]?.(variables, call))
  return runSuite(
    // Rules of later sets count as well, so that their mutants are found.
    { ...planFor(suite, changes), rule_set: 'Infinity' },
    transport ?? transportTo(target as Handler, BASE, call),
    virtualClock(),
    { server, shell },
  )
}

/** Judges a target as users do: rules of later sets do not count, except in profiles of other protocols. */
export const judgeReleased = (
  suite: Suite,
  target: Handler,
  changes: Partial<Settings> = {},
): Promise<Run> => runSuite(planFor(suite, changes), transportTo(target), virtualClock())

function planFor(suite: Suite, changes: Partial<Settings>): RunPlan {
  const chosen = settings({ profile: Object.keys(suite.profiles)[0] ?? '', ...changes })
  return { suite, settings: chosen, selected: select(suite, { profile: chosen.profile }) }
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

/** Returns an exchange whose response has this body, by default a stream of events. */
export const exchangeWith = (body: string, type = 'text/event-stream'): Exchange => ({
  key: 'a#0',
  probe: 'a',
  request: { method: 'POST', path: '/', headers: {} },
  outcome: {
    kind: 'response',
    status: 200,
    headers: [['Content-Type', type]],
    body,
    ms: 1,
    at: 1,
  },
})
