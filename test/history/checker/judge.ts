import type { Operation } from '../history.ts'
import { step } from '../model/model.ts'
import { EMPTY, type State } from '../model/state.ts'
import { check, type Model, type Verdict } from './check.ts'

/** What a history came to, for the first agent with whom something is wrong. */
export type Judgement = Exclude<Verdict<Operation>, { kind: 'linearizable' }> & { readonly agent: string }

const REFUSALS: ReadonlySet<string> = new Set(['unknown', 'expired', 'consumed', 'dead_token', 'invalid', 'none', 'all_revoked', 'not_found'])

const REGISTRY: Model<State, Operation> = {
  initial: EMPTY,
  step: (state, { call, at, answer }) => step(state, call, at, answer),
  // A heartbeat that took a while may have used its token before it was refused.
  isInert: ({ call, answer, at }) => answer !== undefined && REFUSALS.has(answer.kind) && (call.do !== 'lease' || at.from === at.to),
  likeOf: ({ call, at }) => JSON.stringify([call, at]),
}

/** Judges each agent's operations by themselves: installations of different agents have nothing in common, which keeps the search small. */
export function judge(history: readonly Operation[], model = REGISTRY): Judgement | undefined {
  for (const [agent, operations] of Map.groupBy(history, (operation) => operation.agent)) {
    const verdict = check(operations, model)
    if (verdict.kind !== 'linearizable') return { ...verdict, agent }
  }
  return undefined
}
