import type { Operation } from '../history.ts'
import { step } from '../model/model.ts'
import { EMPTY, type State } from '../model/state.ts'
import { check, type Model, type Verdict } from './check.ts'

/** What a history came to, for the first agent or organization with which something is wrong. */
export type Judgement = Exclude<Verdict<Operation>, { kind: 'linearizable' }> & {
  readonly subject: string
}

const REFUSALS: ReadonlySet<string> = new Set([
  'unknown',
  'expired',
  'consumed',
  'dead_token',
  'invalid',
  'none',
  'all_revoked',
  'not_found',
  'not_allowed',
  'owner_required',
  'belongs',
  'invited_already',
  'not_open',
  'nothing_open',
  'no_member',
  'last_owner',
  'listed',
])

const REGISTRY: Model<State, Operation> = {
  initial: EMPTY,
  step: (state, { call, at, answer }) => step(state, call, at, answer),
  // A heartbeat that took a while may have used its token before it was refused.
  isInert: ({ call, answer, at }) =>
    answer !== undefined && REFUSALS.has(answer.kind) && (call.do !== 'lease' || at.from === at.to),
  likeOf: ({ call, at }) => JSON.stringify([call, at]),
}

/** Judges the operations of each agent and each organization by themselves: they have nothing in common, which keeps the search small. */
export function judge(history: readonly Operation[], model = REGISTRY): Judgement | undefined {
  for (const [subject, operations] of Map.groupBy(history, (operation) => operation.subject)) {
    const verdict = check(operations, model)
    if (verdict.kind !== 'linearizable') return { ...verdict, subject }
  }
  return undefined
}
