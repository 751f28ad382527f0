import type { components } from '../../../generated/platform.ts'
import type { Agent } from '../../domain/records.ts'
import { ownOutcomes, score, unattestedOutcomes } from '../../domain/agents/reputation.ts'
import type { Timestamp } from '../../domain/time.ts'

/** Presents the reputation of an agent at a given time, with its breakdown. */
export function presentReputation(
  { reputation, disputes_upheld }: Agent,
  now: Timestamp,
): components['schemas']['Reputation'] {
  const { samples, organizations, successes, failures, as_of } = reputation
  return {
    score: score(reputation, disputes_upheld, now),
    samples,
    organizations,
    unattested_outcomes: unattestedOutcomes(reputation),
    breakdown: {
      successes,
      failures,
      upheld_disputes: disputes_upheld,
      own_outcomes: ownOutcomes(reputation),
    },
    updated_at: as_of,
  }
}
