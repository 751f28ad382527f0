import type { Operation } from '../history.ts'
import { step } from '../model/model.ts'
import { EMPTY, type State } from '../model/state.ts'
import { check, type Model, type Verdict } from './check.ts'

/** The result for the first agent or organization whose history is not linearizable. */
export type HistoryViolation = Exclude<Verdict<Operation>, { kind: 'linearizable' }> & {
  readonly subject: string
}

/** The kinds of results that change no state. */
const INERT_RESULTS: ReadonlySet<string> = new Set([
  'unknown',
  'expired',
  'consumed',
  'invalid_token',
  'invalid',
  'none',
  'all_revoked',
  'not_found',
  'not_allowed',
  'owner_required',
  'already_member',
  'already_invited',
  'not_open',
  'nothing_open',
  'not_a_member',
  'last_owner',
  'listed',
])

const REGISTRY: Model<State, Operation> = {
  initial: EMPTY,
  step: (state, { call, at, result }) => step(state, call, at, result),
  // A heartbeat during which the clock advanced may have used its token before it was refused.
  isInert: ({ call, result, at }) =>
    result !== undefined &&
    INERT_RESULTS.has(result.kind) &&
    (call.do !== 'lease' || at.from === at.to),
  equivalenceKey: ({ call, at }) => JSON.stringify([call, at]),
}

/** Checks the operations of each agent and each organization separately, because they are independent and the search is shorter. */
export function checkHistory(
  history: readonly Operation[],
  model = REGISTRY,
): HistoryViolation | undefined {
  for (const [subject, operations] of Map.groupBy(history, (operation) => operation.subject)) {
    const verdict = check(operations, model)
    if (verdict.kind !== 'linearizable') return { ...verdict, subject }
  }
  return undefined
}
