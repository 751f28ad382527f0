import { judged, seenIn, type Result, type Run } from '../run.ts'
import type { Outcome } from '../http.ts'
import type { Exchange } from '../types.ts'

/**
 * The exchanges that show a violation, in the order in which they were sent: the one it was seen in, and those that it was seen against.
 * Judges are pure, so whether an exchange matters is asked of the judge itself: with another answer it would have said something else.
 */
export function shownBy(run: Run, result: Result): readonly Exchange[] {
  const { violation, evidence } = result
  if (violation === undefined || violation.pointer.startsWith('manifest')) return []
  const byKey = new Map(run.exchanges.map((exchange) => [exchange.key, exchange]))
  const culprit = byKey.get(violation.exchange ?? evidence.at(-1) ?? '')
  // What the target sent to the suite, no request of ours shows.
  if (culprit === undefined || culprit.came) return []
  if (violation.together)
    return run.exchanges.filter(
      (exchange) =>
        exchange.probe === culprit.probe && exchange.request.path === culprit.request.path,
    )
  const sizes = run.exchanges
    .filter(({ key }) => evidence.includes(key))
    .map(({ outcome }) => (outcome.kind === 'answer' ? outcome.body.length : 0))
  if (sizes.reduce((sum, size) => sum + size, 0) > MOST_COMPARED) return [culprit]
  const earlier = run.exchanges
    .slice(0, run.exchanges.indexOf(culprit))
    .filter(({ key }) => evidence.includes(key))
  return [...earlier.filter((exchange) => matters(run, result, exchange)), culprit]
}

/** Characters of answers that are judged again with changes. Larger ones show what they show without the ones before. */
const MOST_COMPARED = 200_000

function matters(run: Run, { rule, violation }: Result, exchange: Exchange): boolean {
  return TWISTS.some((twist) => {
    const twisted = { ...exchange, outcome: twistedBy(twist, exchange.outcome) }
    const again = judged(
      rule,
      seenIn(
        run.settings,
        run.exchanges.map((one) => (one === exchange ? twisted : one)),
      ),
    ).violation
    // An answer that would be wrong itself, had it been another one, has nothing to do with this violation.
    return again?.exchange !== exchange.key && JSON.stringify(again) !== JSON.stringify(violation)
  })
}

type Twist = (value: unknown) => unknown
const TWISTS: readonly Twist[] = [
  (value) => (typeof value === 'string' ? `${value}x` : value),
  (value) => (typeof value === 'number' ? value + 1e6 : value),
  (value) => (typeof value === 'number' ? value - 1e6 : value),
]

function twistedBy(twist: Twist, outcome: Outcome): Outcome {
  if (outcome.kind === 'failure') return outcome
  const headers = outcome.headers.map(
    ([name, value]) =>
      [name, name.toLowerCase() === 'date' ? value : String(twist(value))] as const,
  )
  return { ...outcome, headers, body: twistedBody(twist, outcome.body) }
}

function twistedBody(twist: Twist, body: string): string {
  try {
    return JSON.stringify(JSON.parse(body, (_, value: unknown) => twist(value)))
  } catch {
    return body
  }
}
