import { expect, it } from 'vitest'
import { periodStart, trendOf, type FleetHour } from '../../../src/domain/installations/trends.ts'

const NOW = '2026-03-02T09:25:00.000Z'
const sum = (hour: string, metric: FleetHour['metric'], amount: number): FleetHour => ({
  organization_id: 'o',
  metric,
  hour: `2026-03-0${hour}:00:00.000Z`,
  amount,
})

it('a day has 24 one-hour steps, the last of which is the current hour', () => {
  const points = trendOf(
    [sum('2T09', 'online', 7), sum('2T09', 'samples', 2), sum('1T10', 'tasks', 5)],
    'day',
    NOW,
  )
  expect(periodStart('day', NOW)).toBe('2026-03-01T10:00:00.000Z')
  expect([points.length, points[0], points.at(-1)]).toEqual([
    24,
    {
      from: '2026-03-01T10:00:00.000Z',
      to: '2026-03-01T11:00:00.000Z',
      online: undefined,
      heartbeats: 0,
      tasks: 5,
      failures: 0,
    },
    {
      from: '2026-03-02T09:00:00.000Z',
      to: '2026-03-02T10:00:00.000Z',
      online: 4,
      heartbeats: 0,
      tasks: 0,
      failures: 0,
    },
  ])
})

it('a week has six-hour steps and a month one-day steps, each with the total of its hours', () => {
  const sums = [sum('2T04', 'failures', 1), sum('2T05', 'failures', 2), sum('1T10', 'failures', 4)]
  const failures = (period: 'week' | 'month') =>
    trendOf(sums, period, NOW).map((point) => point.failures)
  expect([failures('week').length, failures('week').slice(-4)]).toEqual([28, [4, 0, 0, 3]])
  expect([failures('month').length, failures('month').slice(-2)]).toEqual([30, [0, 7]])
})
