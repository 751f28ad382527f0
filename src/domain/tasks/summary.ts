import type { Task } from '../records.ts'
import { iso, ms, type Timestamp } from '../time.ts'

/** Statistics of recent tasks; times are in milliseconds. */
export interface TaskSummary {
  /** The number of tasks that were examined. */
  readonly tasks: number
  /** The most frequent failure codes, in descending order. */
  readonly failures: readonly { readonly code: string; readonly tasks: number }[]
  /** Undefined if none of the tasks has an execution time. */
  readonly execution_time: ExecutionTimes | undefined
  /** Parts of equal length from the oldest task to the newest, without gaps. */
  readonly series: readonly TaskSeriesPart[]
}
interface ExecutionTimes {
  readonly samples: number
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly max: number
}
export interface TaskSeriesPart {
  readonly from: Timestamp
  readonly to: Timestamp
  readonly completed: number
  readonly failed: number
  readonly other: number
  readonly p50: number | undefined
}

type Summarized = Pick<Task, 'status' | 'error' | 'execution_time_ms' | 'created_at'>

const MAX_FAILURE_CODES = 20
const MAX_SERIES_PARTS = 60
/** The minimum length of a part. Shorter parts would mostly show noise. */
const MIN_PART_MS = 60_000

/** Summarizes tasks; their order does not matter. */
export function summarizeTasks(tasks: readonly Summarized[]): TaskSummary {
  const causes = Map.groupBy(
    tasks.flatMap(({ error }) => error?.code ?? []),
    (code) => code,
  )
  const failures = [...causes]
    .map(([code, { length }]) => ({ code, tasks: length }))
    .toSorted((a, b) => b.tasks - a.tasks || (a.code < b.code ? -1 : 1))
  return {
    tasks: tasks.length,
    failures: failures.slice(0, MAX_FAILURE_CODES),
    execution_time: executionTimes(tasks),
    series: seriesOf(tasks),
  }
}

const timesOf = (tasks: readonly Summarized[]): readonly number[] =>
  tasks.flatMap(({ execution_time_ms }) => execution_time_ms ?? []).toSorted((a, b) => a - b)

/**
 * Returns the nearest-rank percentile of sorted numbers: the smallest of them that is greater than or equal to `percent` percent of them.
 */
const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]!

function executionTimes(tasks: readonly Summarized[]): ExecutionTimes | undefined {
  const times = timesOf(tasks)
  if (times.length === 0) return undefined
  return {
    samples: times.length,
    p50: percentile(times, 50),
    p90: percentile(times, 90),
    p99: percentile(times, 99),
    max: times.at(-1)!,
  }
}

function seriesOf(tasks: readonly Summarized[]): readonly TaskSeriesPart[] {
  if (tasks.length === 0) return []
  const moments = tasks.map(({ created_at }) => ms(created_at))
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  const length = Math.max(MIN_PART_MS, Math.ceil((last - first + 1) / MAX_SERIES_PARTS))
  const parts = Map.groupBy(tasks, ({ created_at }) =>
    Math.floor((ms(created_at) - first) / length),
  )
  return Array.from({ length: Math.floor((last - first) / length) + 1 }, (_, index) =>
    partOf(parts.get(index) ?? [], iso(first + index * length), iso(first + (index + 1) * length)),
  )
}

function partOf(tasks: readonly Summarized[], from: Timestamp, to: Timestamp): TaskSeriesPart {
  const times = timesOf(tasks)
  const [completed, failed] = (['completed', 'failed'] as const).map(
    (expected) => tasks.filter(({ status }) => status === expected).length,
  ) as [number, number]
  return {
    from,
    to,
    completed,
    failed,
    other: tasks.length - completed - failed,
    p50: times.length === 0 ? undefined : percentile(times, 50),
  }
}
