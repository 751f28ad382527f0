import { score } from './reputation.ts'
import type { Agent, Share } from '../records.ts'
import { DAY_MS, dayOf, plus, type Timestamp } from '../time.ts'

/** What a score follows from, at the moment `as_of`. */
export interface ReputationState extends Share {
  upheld: number
}

/** What the score of an agent follows from. */
export const stateOf = ({
  reputation: { successes, failures, samples, as_of },
  disputes_upheld,
}: Agent): ReputationState => ({ successes, failures, samples, as_of, upheld: disputes_upheld })

/** What a day did to the reputation of an agent: one row for each day on which anything did, in UTC. */
export interface ReputationDay {
  svc_id: string
  /** The agent's organization: who proves that an identifier is its own begins anew. */
  organization_id: string
  /** As `2026-03-01`. */
  day: string
  completed: number
  failed: number
  /** Before the first and after the last thing that happened on the day. */
  opening: ReputationState
  closing: ReputationState
}

/** Something that moves a reputation: an outcome that counts, or a dispute that is upheld (null). */
export interface ReputationChange {
  readonly succeeded: boolean | null
  readonly before: ReputationState
  readonly after: ReputationState
}

const endOf = (day: string): Timestamp => `${day}T23:59:59.999Z`

type DayTotals = Pick<ReputationDay, 'completed' | 'failed' | 'opening' | 'closing'>

/** What a day did, with one thing more on it; it begins with the first. */
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

/** A reputation at the end of a day; of today, at this moment. */
export interface ReputationPoint {
  readonly date: string
  readonly score: number
  readonly samples: number
  readonly completed: number
  readonly failed: number
  readonly upheld_disputes: number
}

/** The first of the last `days` days. */
export const firstDay = (now: Timestamp, days: number): string =>
  dayOf(plus(now, -(days - 1) * DAY_MS))

/**
 * The reputation on each of the last `days` days, by the formula of the score: the state that held at the end of the day, decayed up to
 * then. It begins where the first state is known.
 * @param rows the days from the first one on that are on record, in order
 * @param current the state at this moment
 */
export function reputationSeries(
  rows: readonly ReputationDay[],
  current: ReputationState,
  { days, now }: { days: number; now: Timestamp },
): readonly ReputationPoint[] {
  const points: ReputationPoint[] = []
  let at = 0
  for (let day = firstDay(now, days); day < dayOf(now); day = dayOf(plus(endOf(day), DAY_MS))) {
    while (rows[at] && rows[at]!.day < day) at += 1
    const own = rows[at]?.day === day ? rows[at] : undefined
    const [last, next] = own ? [own, rows[at + 1]] : [rows[at - 1], rows[at]]
    const state = stateAt(last?.closing, next?.opening ?? current, endOf(day))
    if (state) points.push(pointOf(day, endOf(day), state, own))
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

/** What comes next knows best, if it was so by then already; days that an earlier version did not write down lie between the two. */
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
