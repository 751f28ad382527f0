import type { Operation } from '../history.ts'
import { step } from '../model/model.ts'
import { EMPTY } from '../model/state.ts'
import { check, type Verdict } from './check.ts'

/** What a history came to, for the first agent with whom something is wrong. */
export type Judgement = Exclude<Verdict<Operation>, { kind: 'linearizable' }> & { readonly agent: string }

/** Judges each agent's operations by themselves: installations of different agents have nothing in common, which keeps the search small. */
export function judge(history: readonly Operation[]): Judgement | undefined {
  for (const [agent, operations] of Map.groupBy(history, (operation) => operation.agent)) {
    const verdict = check(operations, EMPTY, (state, { call, at, answer }) => step(state, call, at, answer), ({ call, at }) => JSON.stringify([call, at]))
    if (verdict.kind !== 'linearizable') return { ...verdict, agent }
  }
  return undefined
}
