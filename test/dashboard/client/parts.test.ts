import type { VNode } from 'preact'
import { expect, it } from 'vitest'
import { Problem } from '../../../dashboard/src/api/problem.ts'
import { queryClient } from '../../../dashboard/src/api/query-client.ts'
import { formatElapsed } from '../../../dashboard/src/parts/text/format.ts'
import { SeverityCounts } from '../../../dashboard/src/pages/images/labels.tsx'

it('retries a read twice without a response or if the registry is busy, and never after an error', () => {
  const retry = queryClient.getDefaultOptions().queries!.retry as (
    failures: number,
    error: unknown,
  ) => boolean
  const answered = (status: number) => new Problem(status, { code: 'X' })
  expect([0, 503, 401, 404, 500].map((status) => retry(0, answered(status)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect([0, 1, 2].map((failures) => retry(failures, answered(503)))).toEqual([true, true, false])
  expect(retry(0, new Error('x'))).toBe(false)
})

const SHOWN = [
  [840, /^840 ms$/],
  [2460, /^2[.,]5 s$/],
  [192_000, /^3[.,]2 min$/],
] as const
it.each(SHOWN)('formats %i ms with at most one decimal: %s', (milliseconds, shown) => {
  expect(formatElapsed(milliseconds)).toMatch(shown)
})

it('shows only severities with findings', () => {
  const none = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 }
  const keysOf = (summary: object) => {
    const { props } = SeverityCounts({ summary: { ...none, ...summary } }) as VNode<{
      children: { key: string }[]
    }>
    return props.children
  }
  expect(keysOf({ critical: 2, low: 1 }).map(({ key }) => key)).toEqual(['critical', 'low'])
  expect(keysOf({})).toBe('none')
})
