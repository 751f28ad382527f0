import { score } from './reputation.ts'
import type { Agent, Share } from '../records.ts'
import { DAY_MS, dayOf, plus, type Timestamp } from '../time.ts'

/** The values from which a score is computed, as of `as_of`. */
export interface ReputationState extends Share {
  upheld: number
}

/** Returns the values from which the score of an agent is computed. */
export const stateOf = ({
  reputation: { successes, failures, samples, as_of },
  disputes_upheld,
}: Agent): ReputationState => ({ successes, failures, samples, as_of, upheld: disputes_upheld })

/** The changes to an agent's reputation on one day, in UTC; days without changes have no row. */
export interface ReputationDay {
  svc_id: string
  /** The organization of the registration; a new owner of the identifier starts a new history. */
  organization_id: string
  /** For example `2026-03-01`. */
  day: string
  completed: number
  failed: number
  /** The state before the first and after the last change of the day. */
  opening: ReputationState
  closing: ReputationState
}

/** A change to a reputation: an outcome that counts, or an upheld dispute (`succeeded` is null). */
export interface ReputationChange {
  readonly succeeded: boolean | null
  readonly before: ReputationState
  readonly after: ReputationState
}

const endOf = (day: string): Timestamp => `${day}T23:59:59.999Z`

type DayTotals = Pick<ReputationDay, 'completed' | 'failed' | 'opening' | 'closing'>

/** Adds a change to the totals of a day; `undefined` means a day without changes. */
export function addChange(
  day: DayTotals | undefined,
  { succeeded, before, after }: ReputationChange,
): DayTotals {
  const { completed, failed, opening } = day ?? { completed: 0, failed: 0, opening: before }
  return {
    completed: completed + (succeeded === true ? 1 : 0),
    failed: failed + (succeeded === false ? 1 : 0),
    opening,
    closing: after,
  }
}

/** A reputation at the end of a day, or now for the current day. */
export interface ReputationPoint {
  readonly date: string
  readonly score: number
  readonly samples: number
  readonly completed: number
  readonly failed: number
  readonly upheld_disputes: number
}

/** Returns the first of the last `days` days. */
export const firstDay = (now: Timestamp, days: number): string =>
  dayOf(plus(now, -(days - 1) * DAY_MS))

/**
 * Returns the reputation on each of the last `days` days: the state at the end of the day, decayed up to then. The series begins with the
 * first known state.
 * @param rows the recorded days from the first one on, in order
 * @param current the state at `now`
 */
export function reputationSeries(
  rows: readonly ReputationDay[],
  current: ReputationState,
  { days, now }: { days: number; now: Timestamp },
): readonly ReputationPoint[] {
  const points: ReputationPoint[] = []
  let index = 0
  for (let day = firstDay(now, days); day < dayOf(now); day = dayOf(plus(endOf(day), DAY_MS))) {
    while (rows[index] && rows[index]!.day < day) index += 1
    const recorded = rows[index]?.day === day ? rows[index] : undefined
    const [previous, next] = recorded ? [recorded, rows[index + 1]] : [rows[index - 1], rows[index]]
    const state = stateAt(previous?.closing, next?.opening ?? current, endOf(day))
    if (state) points.push(pointOf(day, endOf(day), state, recorded))
  }
  return [
    ...points,
    pointOf(
      dayOf(now),
      now,
      current,
      rows.find(({ day }) => day === dayOf(now)),
    ),
  ]
}

/**
 * Returns the state at a time between two known states. The next state is used if it was already in effect at that time, because earlier
 * versions did not record every day.
 */
const stateAt = (
  before: ReputationState | undefined,
  next: ReputationState,
  moment: Timestamp,
): ReputationState | undefined => (next.as_of <= moment ? next : before)

const pointOf = (
  date: string,
  moment: Timestamp,
  state: ReputationState,
  day: ReputationDay | undefined,
): ReputationPoint => ({
  date,
  score: score(state, state.upheld, moment),
  samples: state.samples,
  completed: day?.completed ?? 0,
  failed: day?.failed ?? 0,
  upheld_disputes: state.upheld,
})
