import { compareText } from '../order.ts'
import { DAY_MS, HOUR_MS, iso, MINUTE_MS, ms, type Timestamp } from '../time.ts'

/** The metrics that each process counts while it serves requests. */
export type CountedMetric = 'heartbeats' | 'tasks' | 'failures'
/** The metrics that are summed for each organization and hour. */
type Metric = CountedMetric | 'online' | 'samples'

/** What one process has counted for an organization. */
export interface FleetCount {
  readonly organization_id: string
  readonly metric: CountedMetric
  readonly amount: number
}

/** A sum of one organization for one hour (docs/specification/installations.md#trends). */
export interface FleetHour {
  organization_id: string
  metric: Metric
  /** The beginning of the hour. */
  hour: Timestamp
  amount: number
}

/** How often the active, responsive installations are counted; the metric `online` is their number. */
export const SAMPLE_MS = 5 * MINUTE_MS
/** How long the sums are kept: the longest period and a day. */
export const TRENDS_KEPT_MS = 31 * DAY_MS

/** The periods that can be shown, and the length of the steps in each. */
const PERIODS = {
  day: { hours: 24, step_hours: 1 },
  week: { hours: 7 * 24, step_hours: 6 },
  month: { hours: 30 * 24, step_hours: 24 },
} as const
export type Period = keyof typeof PERIODS

export interface TrendPoint {
  readonly from: Timestamp
  readonly to: Timestamp
  /** The average number of installations online; undefined if they were never counted in this step. */
  readonly online: number | undefined
  readonly heartbeats: number
  readonly tasks: number
  readonly failures: number
}

/** Returns what failed tasks add to the trends, in the order in which every transaction writes the sums, so that none deadlock. */
export const countsOfFailures = (
  tasks: readonly { readonly organization_id: string }[],
): readonly FleetCount[] =>
  [...Map.groupBy(tasks, ({ organization_id }) => organization_id)]
    .toSorted(([a], [b]) => compareText(a, b))
    .flatMap(([organization_id, { length: amount }]) => [
      { organization_id, metric: 'failures', amount },
      { organization_id, metric: 'tasks', amount },
    ])

/** Returns the beginning of the hour of a timestamp. */
export const hourOf = (timestamp: Timestamp): Timestamp =>
  iso(Math.floor(ms(timestamp) / HOUR_MS) * HOUR_MS)

/** Returns the beginning of a period that ends with the current hour. */
export const periodStart = (period: Period, now: Timestamp): Timestamp =>
  iso(ms(hourOf(now)) + HOUR_MS - PERIODS[period].hours * HOUR_MS)

/** Returns the steps of a period, oldest first, without gaps. */
export function trendOf(
  sums: readonly FleetHour[],
  period: Period,
  now: Timestamp,
): readonly TrendPoint[] {
  const { hours, step_hours } = PERIODS[period]
  const [start, step] = [ms(periodStart(period, now)), step_hours * HOUR_MS]
  const bySteps = Map.groupBy(sums, ({ hour }) => Math.floor((ms(hour) - start) / step))
  return Array.from({ length: hours / step_hours }, (_, at) => {
    const inStep = bySteps.get(at) ?? []
    const sum = (metric: Metric) =>
      inStep.reduce((total, one) => total + (one.metric === metric ? one.amount : 0), 0)
    const samples = sum('samples')
    return {
      from: iso(start + at * step),
      to: iso(start + (at + 1) * step),
      online: samples === 0 ? undefined : Math.round(sum('online') / samples),
      heartbeats: sum('heartbeats'),
      tasks: sum('tasks'),
      failures: sum('failures'),
    }
  })
}
