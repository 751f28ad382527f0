import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Task } from '../../../src/domain/records.ts'
import { summarizeTasks } from '../../../src/domain/tasks/summary.ts'
import { iso } from '../../../src/domain/time.ts'

const BEGIN = Date.UTC(2026, 2, 2)
const STATUSES: readonly Task['status'][] = [
  'submitted',
  'working',
  'completed',
  'failed',
  'canceled',
  'rejected',
]
type Summarized = Parameters<typeof summarizeTasks>[0][number]

const task = (more: Partial<Summarized> & { readonly at?: number } = {}): Summarized => {
  const { at = 0, ...rest } = more
  return {
    status: 'completed',
    error: null,
    execution_time_ms: 5,
    created_at: iso(BEGIN + at),
    ...rest,
  }
}
const failed = (code: string): Summarized =>
  task({ status: 'failed', error: { code, message: 'It broke.' } })
const anyTask = fc.record({
  status: fc.constantFrom(...STATUSES),
  error: fc.option(fc.constantFrom('A', 'B', 'C').map((code) => ({ code, message: '' }))),
  execution_time_ms: fc.option(fc.nat(100_000)),
  created_at: fc.nat(40 * 86_400_000).map((at) => iso(BEGIN + at)),
})

describe('task summary', () => {
  it('is empty without tasks', () => {
    expect(summarizeTasks([])).toEqual({
      tasks: 0,
      failures: [],
      execution_time: undefined,
      series: [],
    })
  })

  it('uses nearest-rank percentiles', () => {
    const times = (count: number) =>
      summarizeTasks(Array.from({ length: count }, (_, at) => task({ execution_time_ms: at + 1 })))
        .execution_time
    expect(times(100)).toEqual({ samples: 100, p50: 50, p90: 90, p99: 99, max: 100 })
    expect(times(1)).toEqual({ samples: 1, p50: 1, p90: 1, p99: 1, max: 1 })
    expect(times(2)).toEqual({ samples: 2, p50: 1, p90: 2, p99: 2, max: 2 })
  })

  it('excludes tasks that were never sent from the times', () => {
    expect(summarizeTasks([task({ execution_time_ms: null })]).execution_time).toBeUndefined()
    expect(
      summarizeTasks([task({ execution_time_ms: null }), task({ execution_time_ms: 7 })])
        .execution_time,
    ).toMatchObject({ samples: 1, max: 7 })
  })

  it('lists the twenty most frequent failure codes in descending order', () => {
    expect(summarizeTasks(['B', 'C', 'A', 'C'].map(failed)).failures).toEqual([
      { code: 'C', tasks: 2 },
      { code: 'A', tasks: 1 },
      { code: 'B', tasks: 1 },
    ])
    expect(
      summarizeTasks(Array.from({ length: 30 }, (_, at) => failed(`CODE_${at}`))).failures,
    ).toHaveLength(20)
  })

  it('divides the series into parts of at least a minute, including those without tasks', () => {
    const { series } = summarizeTasks([
      task({ at: 0 }),
      task({ at: 150_000, status: 'failed' }),
      task({ at: 150_001, status: 'working', execution_time_ms: null }),
    ])
    expect(series).toEqual([
      { from: iso(BEGIN), to: iso(BEGIN + 60_000), completed: 1, failed: 0, other: 0, p50: 5 },
      {
        from: iso(BEGIN + 60_000),
        to: iso(BEGIN + 120_000),
        completed: 0,
        failed: 0,
        other: 0,
        p50: undefined,
      },
      {
        from: iso(BEGIN + 120_000),
        to: iso(BEGIN + 180_000),
        completed: 0,
        failed: 1,
        other: 1,
        p50: 5,
      },
    ])
  })

  it('assigns each task to one part, leaves no gaps, and does not depend on the order of tasks', () => {
    fc.assert(
      fc.property(fc.array(anyTask, { maxLength: 200 }), (tasks) => {
        const summary = summarizeTasks(tasks)
        const { series } = summary
        expect(series.length).toBeLessThanOrEqual(60)
        expect(
          series.reduce(
            (sum, { completed, failed: broken, other }) => sum + completed + broken + other,
            0,
          ),
        ).toBe(tasks.length)
        expect(series.slice(1).map(({ from }) => from)).toEqual(
          series.slice(0, -1).map(({ to }) => to),
        )
        expect(
          tasks.every(
            ({ created_at }) => series[0]!.from <= created_at && created_at < series.at(-1)!.to,
          ),
        ).toBe(true)
        expect(summarizeTasks(tasks.toReversed())).toEqual(summary)
      }),
    )
  })
})
