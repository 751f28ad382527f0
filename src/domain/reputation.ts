import { REPUTATION_HALF_LIFE_MS } from './limits.ts'
import type { Reputation } from './records.ts'
import { elapsed, type Timestamp } from './time.ts'

/** An agent nobody has worked with yet. */
export const unknownReputation = (now: Timestamp): Reputation => ({ successes: 0, failures: 0, samples: 0, as_of: now })

/** Adds one outcome; older ones count half as much every 30 days (decisions, reputation). */
export function withOutcome(reputation: Reputation, succeeded: boolean, now: Timestamp): Reputation {
  const decayed = decay(reputation, now)
  return {
    successes: decayed.successes + (succeeded ? 1 : 0),
    failures: decayed.failures + (succeeded ? 0 : 1),
    samples: reputation.samples + 1,
    as_of: decayed.as_of,
  }
}

/** The score from 0 to 100: 50 without history, up with successes, down with failures, 10 less for each upheld dispute. */
export function score(reputation: Reputation, upheldDisputes: number, now: Timestamp): number {
  const { successes, failures } = decay(reputation, now)
  return Math.max(0, Math.round((100 * (2 + successes)) / (4 + successes + failures)) - 10 * upheldDisputes)
}

function decay(reputation: Reputation, now: Timestamp): Reputation {
  const age = Math.max(0, elapsed(reputation.as_of, now))
  const factor = 2 ** (-age / REPUTATION_HALF_LIFE_MS)
  return { ...reputation, successes: reputation.successes * factor, failures: reputation.failures * factor, as_of: age > 0 ? now : reputation.as_of }
}
