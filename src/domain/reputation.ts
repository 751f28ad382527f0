import { REPUTATION_HALF_LIFE_MS } from './limits.ts'
import type { Forgotten, Reputation } from './records.ts'
import { elapsed, plus, type Timestamp } from './time.ts'

/** An agent nobody has worked with yet. */
export const unknownReputation = (now: Timestamp): Reputation => ({ successes: 0, failures: 0, samples: 0, as_of: now })

/** Adds one outcome; older ones count half as much every 30 days (decisions, reputation). */
export function withOutcome(reputation: Reputation, succeeded: boolean, now: Timestamp): Reputation {
  const decayed = decay(reputation, now)
  return {
    ...decayed,
    successes: decayed.successes + (succeeded ? 1 : 0),
    failures: decayed.failures + (succeeded ? 0 : 1),
    samples: reputation.samples + 1,
  }
}

/** Notes an outcome that the agent's own organization asked for; the score stays as it is (decisions, reputation). */
export const withOwnOutcome = (reputation: Reputation): Reputation => ({ ...reputation, own_outcomes: ownOutcomes(reputation) + 1 })
export const ownOutcomes = ({ own_outcomes = 0 }: Reputation): number => own_outcomes

/** One outcome that counted, and when. */
export interface CountedOutcome { readonly succeeded: boolean; readonly counted_at: Timestamp }

/**
 * Counts outcomes anew, on top of what earlier ones made: to the last bit what counting each when it came gives (I-32). Without any
 * outcome at all, nothing has changed since `as_of`.
 */
export function recount(outcomes: readonly CountedOutcome[], before: Forgotten): Forgotten {
  const inOrder = outcomes.toSorted((a, b) => elapsed(b.counted_at, a.counted_at))
  const start: Forgotten = before.samples === 0 && inOrder[0] ? unknownReputation(inOrder[0].counted_at) : before
  return inOrder.reduce((reputation, { succeeded, counted_at }) => withOutcome(reputation, succeeded, counted_at), start)
}

/** The score from 0 to 100: 50 without history, up with successes, down with failures, 10 less for each upheld dispute. */
export function score(reputation: Reputation, upheldDisputes: number, now: Timestamp): number {
  const { successes, failures } = decay(reputation, now)
  return Math.max(0, Math.round((100 * (2 + successes)) / (4 + successes + failures)) - 10 * upheldDisputes)
}

/**
 * When the score will next differ from what it is at `now`, if nothing happens but time: scores go towards 50. Null: never. A score
 * that disputes hold at 0 may be the same then.
 */
export function scoreChangesAt(reputation: Reputation, now: Timestamp): Timestamp | null {
  const { successes, failures, as_of } = decay(reputation, now)
  const samples = successes + failures
  const mean = (100 * (2 + successes)) / (4 + samples)
  const bound = Math.round(mean) + (mean < 50 ? 0.5 : -0.5)
  // Solved for the factor that everything has decayed by: 100 (2 + successes x) / (4 + samples x) = bound.
  const factor = (4 * bound - 200) / (100 * successes - bound * samples)
  return factor > 0 && factor <= 1 ? plus(as_of, Math.ceil(-Math.log2(factor) * REPUTATION_HALF_LIFE_MS) + 1) : null
}

function decay(reputation: Reputation, now: Timestamp): Reputation {
  const age = Math.max(0, elapsed(reputation.as_of, now))
  const factor = 2 ** (-age / REPUTATION_HALF_LIFE_MS)
  return { ...reputation, successes: reputation.successes * factor, failures: reputation.failures * factor, as_of: age > 0 ? now : reputation.as_of }
}
