import { ORGANIZATION_STEP, MAX_ORGANIZATION_WEIGHT, REPUTATION_HALF_LIFE_MS } from '../limits.ts'
import { elapsed, later, plus, type Timestamp } from '../time.ts'

/** Sums over the shares of all organizations, decayed up to `as_of`. The score is computed from them. */
export interface Reputation {
  successes: number
  failures: number
  /** The number of outcomes that count. */
  samples: number
  /** The number of organizations that have a share. */
  organizations: number
  /**
   * The number of outcomes of tasks that the agent's own organization requested; they are shown but never count. Absent if there are none.
   */
  own_outcomes?: number
  /**
   * The number of outcomes that count but come from installations that had never signed an answer with the agent's key. Absent if there are
   * none.
   */
  unattested_outcomes?: number
  as_of: Timestamp
}

/** The sums over the outcomes of one organization's tasks, which never weigh more than `MAX_ORGANIZATION_WEIGHT`. */
export type Share = Pick<Reputation, 'successes' | 'failures' | 'samples' | 'as_of'>

/** The share of one organization in the reputation of a registered agent (docs/specification/trust.md#reputation). */
export interface ReputationShare {
  svc_id: string
  /** The organization of the registration. */
  organization_id: string
  /** The organization whose credentials requested the tasks. */
  rater_id: string
  share: Share
  /** The part of the share from tasks that are no longer kept; null if there is none. */
  forgotten: Share | null
}

/** Returns the reputation of an agent without outcomes. */
export const initialReputation = (now: Timestamp): Reputation => ({
  successes: 0,
  failures: 0,
  samples: 0,
  organizations: 0,
  as_of: now,
})

/** Returns the share of an organization without outcomes. */
export const emptyShare = (now: Timestamp): Share => ({
  successes: 0,
  failures: 0,
  samples: 0,
  as_of: now,
})

/**
 * Adds one outcome to the share of the organization that requested the task (docs/specification/trust.md#reputation). A share never weighs
 * more than `MAX_ORGANIZATION_WEIGHT`, however many outcomes it has, and outcomes lose half their weight every 30 days.
 */
export function withOutcome(share: Share, succeeded: boolean, now: Timestamp): Share {
  const { successes, failures, samples, as_of } = decay(share, now)
  const [increasing, decreasing] = succeeded ? [successes, failures] : [failures, successes]
  // Without the maximum, rounding could lower a value that has nearly reached the limit.
  const increased = Math.max(
    increasing,
    (1 - ORGANIZATION_STEP) * increasing + ORGANIZATION_STEP * MAX_ORGANIZATION_WEIGHT,
  )
  const decreased = (1 - ORGANIZATION_STEP) * decreasing
  return {
    successes: succeeded ? increased : decreased,
    failures: succeeded ? decreased : increased,
    samples: samples + 1,
    as_of,
  }
}

/**
 * Returns the time at which the next outcome of an agent counts. Each outcome gets a later time than the previous one, so that their order
 * is known.
 */
export const nextOutcomeTime = ({ as_of }: Reputation, now: Timestamp): Timestamp =>
  later(plus(as_of, 1), now)

/**
 * Returns the reputation of an agent after the share of one organization changed at `after.as_of`, which is later than `reputation.as_of`.
 */
export function withShare(
  reputation: Reputation,
  before: Share | undefined,
  after: Share,
): Reputation {
  const sums = decay(reputation, after.as_of)
  const previous = before ? decay(before, after.as_of) : emptyShare(after.as_of)
  return {
    ...reputation,
    successes: Math.max(0, sums.successes + (after.successes - previous.successes)),
    failures: Math.max(0, sums.failures + (after.failures - previous.failures)),
    samples: reputation.samples + after.samples - previous.samples,
    organizations: reputation.organizations + (before ? 0 : 1),
    as_of: after.as_of,
  }
}

/** Returns the sums over the shares of all organizations at a given time, which the agent's reputation must equal except for rounding. */
export function sumOfShares(
  shares: readonly Share[],
  as_of: Timestamp,
): Share & Pick<Reputation, 'organizations'> {
  const decayed = shares.map((share) => decay(share, as_of))
  const sum = (field: 'successes' | 'failures' | 'samples') =>
    decayed.reduce((total, share) => total + share[field], 0)
  return {
    successes: sum('successes'),
    failures: sum('failures'),
    samples: sum('samples'),
    organizations: shares.length,
    as_of,
  }
}

/** Limits how far stored sums may differ from the sums of the shares, because the two are added in different orders. */
const ROUNDING_TOLERANCE = 1e-9

/** Returns whether two reputations are equal except for rounding. */
export const isSameSum = (
  a: ReturnType<typeof sumOfShares>,
  b: ReturnType<typeof sumOfShares>,
): boolean =>
  a.samples === b.samples &&
  a.organizations === b.organizations &&
  a.as_of === b.as_of &&
  Math.abs(a.successes - b.successes) <= ROUNDING_TOLERANCE &&
  Math.abs(a.failures - b.failures) <= ROUNDING_TOLERANCE

/** Adds an outcome that the agent's own organization requested, which does not change the score. */
export const withOwnOutcome = (reputation: Reputation): Reputation => ({
  ...reputation,
  own_outcomes: ownOutcomes(reputation) + 1,
})
export const ownOutcomes = ({ own_outcomes = 0 }: Reputation): number => own_outcomes

/**
 * Adds an outcome of an installation that never signed an answer with the agent's key; the outcome counts like any other
 * (docs/specification/trust.md#attestation).
 */
export const withUnattestedOutcome = (reputation: Reputation): Reputation => ({
  ...reputation,
  unattested_outcomes: unattestedOutcomes(reputation) + 1,
})
export const unattestedOutcomes = ({ unattested_outcomes = 0 }: Reputation): number =>
  unattested_outcomes

/** An outcome that counted, and when it did. */
export interface CountedOutcome {
  readonly succeeded: boolean
  readonly counted_at: Timestamp
}

/**
 * Recomputes the share of one organization from its outcomes. The result is bit for bit the same as when each outcome is added at the time
 * at which it happens (docs/specification/trust.md#reputation).
 * @param before the share from tasks that are no longer kept; undefined if there is none
 */
export function recount(
  outcomes: readonly CountedOutcome[],
  before: Share | undefined,
): Share | undefined {
  const inOrder = outcomes.toSorted((a, b) => elapsed(b.counted_at, a.counted_at))
  return inOrder.reduce<Share | undefined>(
    (share, { succeeded, counted_at }) =>
      withOutcome(share ?? emptyShare(counted_at), succeeded, counted_at),
    before,
  )
}

type Sums = Pick<Share, 'successes' | 'failures' | 'as_of'>

/**
 * Returns the score from 0 to 100: 50 without outcomes, higher with successes, lower with failures, and 10 less for each upheld dispute.
 */
export function score(reputation: Sums, upheldDisputes: number, now: Timestamp): number {
  const { successes, failures } = decay(reputation, now)
  return Math.max(
    0,
    Math.round((100 * (2 + successes)) / (4 + successes + failures)) - 10 * upheldDisputes,
  )
}

/**
 * Returns when the score next differs from its value at `now` if no outcome is added, because scores approach 50 over time; null if it
 * never does. A score that disputes keep at 0 may still be 0 at that time.
 */
export function nextScoreChange(reputation: Sums, now: Timestamp): Timestamp | null {
  const { successes, failures, as_of } = decay(reputation, now)
  const samples = successes + failures
  const mean = (100 * (2 + successes)) / (4 + samples)
  const bound = Math.round(mean) + (mean < 50 ? 0.5 : -0.5)
  // The factor is the solution x of 100 (2 + successes x) / (4 + samples x) = bound.
  const factor = (4 * bound - 200) / (100 * successes - bound * samples)
  return factor > 0 && factor <= 1
    ? plus(as_of, Math.ceil(-Math.log2(factor) * REPUTATION_HALF_LIFE_MS) + 1)
    : null
}

/** Returns the score of an agent as it is stored, and when it next changes. */
export const storedScore = (
  { reputation, disputes_upheld }: { readonly reputation: Sums; readonly disputes_upheld: number },
  now: Timestamp,
): { score: number; score_changes_at: Timestamp | null } => ({
  score: score(reputation, disputes_upheld, now),
  score_changes_at: nextScoreChange(reputation, now),
})

function decay<Value extends Sums>(value: Value, now: Timestamp): Value {
  const age = Math.max(0, elapsed(value.as_of, now))
  const factor = 2 ** (-age / REPUTATION_HALF_LIFE_MS)
  return {
    ...value,
    successes: value.successes * factor,
    failures: value.failures * factor,
    as_of: age > 0 ? now : value.as_of,
  }
}
