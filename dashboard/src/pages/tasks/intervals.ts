import type { TaskSummary } from '../../api/tasks.ts'
import { DAY_AND_MINUTES, MINUTES } from '../../parts/text/format.ts'

type Interval = TaskSummary['series'][number]
type LabelledInterval = Interval & { readonly name: string }
export type OutcomeInterval = Pick<
  LabelledInterval,
  'name' | 'from' | 'completed' | 'failed' | 'other'
>

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const SECONDS = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const DAYS = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })

/** Labels intervals in the time zone of the user, only as precisely as needed to distinguish them. */
export function labelIntervals(series: TaskSummary['series']): readonly LabelledInterval[] {
  const [first, last] = [series[0], series.at(-1)]
  if (!first || !last) return []
  const total = Date.parse(last.to) - Date.parse(first.from)
  const length = Date.parse(first.to) - Date.parse(first.from)
  const format =
    length >= DAY_MS
      ? DAYS
      : total >= DAY_MS
        ? DAY_AND_MINUTES
        : length >= MINUTE_MS
          ? MINUTES
          : SECONDS
  return series.map((interval) => ({ ...interval, name: format.format(new Date(interval.from)) }))
}

/** Merges adjacent intervals into at most `maximum`, so that their bars are wide enough. */
export function mergeIntervals(
  intervals: readonly LabelledInterval[],
  maximum: number,
): readonly OutcomeInterval[] {
  const size = Math.ceil(intervals.length / maximum)
  return Array.from({ length: Math.ceil(intervals.length / size) }, (_, part) =>
    intervals.slice(part * size, (part + 1) * size),
  ).map(([first, ...others]) => ({
    name: first!.name,
    from: first!.from,
    ...sumOutcomes([first!, ...others]),
  }))
}

function sumOutcomes(intervals: readonly LabelledInterval[]) {
  const sum = (kind: 'completed' | 'failed' | 'other') =>
    intervals.reduce((count, interval) => count + interval[kind], 0)
  return { completed: sum('completed'), failed: sum('failed'), other: sum('other') }
}
