import type { Outcome } from '../transport/http.ts'
import { evidenceFrom, judgeRule } from '../judge-rule.ts'
import type { Result, Run } from '../run.ts'
import type { Exchange } from '../types.ts'

/**
 * The maximum total size, in characters, of the responses that are judged again with changes. Above it, only the exchange with the
 * violation counts.
 */
const MAX_COMPARED = 200_000

/**
 * Returns the exchanges that show a violation, in the order in which they were sent: the one that has it, and those with which it was
 * compared. Rules are pure functions, so an exchange is relevant if a changed response would change the finding.
 */
export function relevantExchanges(run: Run, result: Result): readonly Exchange[] {
  const { violation, evidence } = result
  if (violation === undefined || violation.pointer.startsWith('manifest')) return []
  const byKey = new Map(run.exchanges.map((exchange) => [exchange.key, exchange]))
  const culprit = byKey.get(violation.exchange ?? evidence.at(-1) ?? '')
  // None of the suite's requests shows what the target sent on its own.
  if (culprit === undefined || culprit.received) return []
  if (violation.together)
    return run.exchanges.filter(
      (exchange) =>
        exchange.probe === culprit.probe && exchange.request.path === culprit.request.path,
    )
  const judged = run.exchanges.filter(({ key }) => evidence.includes(key))
  const size = judged.reduce(
    (sum, { outcome }) => sum + (outcome.kind === 'response' ? outcome.body.length : 0),
    0,
  )
  if (size > MAX_COMPARED) return [culprit]
  const earlier = run.exchanges
    .slice(0, run.exchanges.indexOf(culprit))
    .filter(({ key }) => evidence.includes(key))
  return [...earlier.filter((exchange) => isRelevant(run, result, exchange)), culprit]
}

function isRelevant(run: Run, { rule, violation }: Result, exchange: Exchange): boolean {
  return CHANGES.some((change) => {
    const changed = { ...exchange, outcome: changeOutcome(change, exchange.outcome) }
    const exchanges = run.exchanges.map((one) => (one === exchange ? changed : one))
    const found = judgeRule(rule, evidenceFrom(run.settings, exchanges)).violation
    // If the changed response itself becomes the violation, it has nothing to do with the original one.
    return found?.exchange !== exchange.key && JSON.stringify(found) !== JSON.stringify(violation)
  })
}

type Change = (value: unknown) => unknown
const CHANGES: readonly Change[] = [
  (value) => (typeof value === 'string' ? `${value}x` : value),
  (value) => (typeof value === 'number' ? value + 1e6 : value),
  (value) => (typeof value === 'number' ? value - 1e6 : value),
]

function changeOutcome(change: Change, outcome: Outcome): Outcome {
  if (outcome.kind === 'failure') return outcome
  const headers = outcome.headers.map(
    ([name, value]) =>
      [name, name.toLowerCase() === 'date' ? value : String(change(value))] as const,
  )
  return { ...outcome, headers, body: changeBody(change, outcome.body) }
}

function changeBody(change: Change, body: string): string {
  try {
    return JSON.stringify(JSON.parse(body, (_, value: unknown) => change(value)))
  } catch {
    return body
  }
}
