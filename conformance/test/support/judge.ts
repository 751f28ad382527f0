import type { Transport } from '../../src/engine/http.ts'
import { conduct, type Result, type Run } from '../../src/engine/run.ts'
import { select } from '../../src/engine/select.ts'
import type { Settings } from '../../src/engine/settings.ts'
import type { Suite } from '../../src/engine/types.ts'
import { NOW_MS, transportTo, type Handler } from './handler.ts'
import { settings } from './settings.ts'

/** Time that passes only when somebody waits for it. */
export function tellTime(): { readonly now_ms: () => number; readonly wait: (ms: number) => Promise<void> } {
  let now = NOW_MS
  return { now_ms: () => now, wait: (ms) => Promise.resolve(void (now += ms)) }
}

export function judge(suite: Suite, target: Handler | Transport, changes: Partial<Settings> = {}, transport = transportTo(target as Handler)): Promise<Run> {
  const chosen = settings({ profile: Object.keys(suite.profiles)[0] ?? '', ...changes })
  return conduct({ suite, settings: chosen, selected: select(suite, { profile: chosen.profile }) }, transport, tellTime())
}

/** The rules that found something wrong. */
export const killers = ({ results }: Run): readonly string[] => results.filter(({ state }) => state === 'FAIL' || state === 'WARN').map(({ rule }) => rule.id)
export const inState = ({ results }: Run, ...states: readonly Result['state'][]): readonly Result[] => results.filter(({ state }) => states.includes(state))
export const lines = (results: readonly Result[]): readonly string[] => results.map(({ rule, state, reason }) => `${state} ${rule.id}: ${reason}`)
