import { locationOf } from './clause.ts'
import type { State } from '../engine/types.ts'
import type { RuleReport } from './data.ts'

/** Returns a finding as plain text: what is wrong, what to change, and how to reproduce it. */
export function describeViolation({
  clause,
  violation,
  hint,
  curl,
  rerun,
  flaky,
}: RuleReport): string {
  return [
    `${violation?.pointer ?? ''}: expected ${violation?.expected ?? ''}, received ${violation?.actual ?? ''}`,
    `clause, ${locationOf(clause)}: ${clause.quote}`,
    `hint: ${hint}`,
    ...(flaky === undefined ? [] : [`flaky: ${flaky.join(', ')}`]),
    ...curl,
    rerun,
  ].join('\n')
}

/** Returns whether a rule has a finding. Observations have none. */
export const hasFinding = ({ violation, state }: RuleReport): boolean =>
  violation !== undefined && state !== 'INFO'

/** Returns whether a rule in this state was not judged. */
export const isUnjudged = (state: State): boolean =>
  ['N/A', 'BLOCKED', 'NOT_TESTED'].includes(state)

/** Returns the exchange that shows the finding of a rule, as a key of `volatile.exchanges`. */
export const exchangeKey = ({ violation, evidence }: RuleReport): string =>
  violation?.exchange ?? evidence.at(-1) ?? ''

/** Returns, each once, the reasons why rules were not tested or, if no rule applies, why none does. */
export function reasonsNotTested(rules: readonly RuleReport[]): readonly string[] {
  const noneApplies = rules.every(({ state }) => state === 'N/A')
  const open = noneApplies ? rules : rules.filter(({ state }) => state === 'NOT_TESTED')
  return [...new Set(open.map(({ reason }) => reason))]
}

/** Returns the number of rules that are blocked by another rule, as a phrase. */
export const blockedRules = (count: number): string =>
  `${count} ${count === 1 ? 'rule is blocked' : 'rules are blocked'}`
