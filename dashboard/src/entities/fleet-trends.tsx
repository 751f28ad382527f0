import { useFleetTrends, type TrendPeriod, type TrendPoint } from '../api/fleet.ts'
import { QueryBoundary, Skeleton } from '../parts/feedback/query-boundary.tsx'
import { Panel } from '../parts/layout/page.tsx'
import { Plot } from '../parts/layout/plot.tsx'
import { SegmentedControl } from '../parts/layout/view-switches.tsx'
import { DAY_AND_MINUTES, MINUTES, formatNumber } from '../parts/text/format.ts'
import { useQueryParameters } from '../urls.ts'

const PERIODS = [
  ['day', '24 hours'],
  ['week', '7 days'],
  ['month', '30 days'],
] as const satisfies readonly (readonly [TrendPeriod, string])[]

/** The date format of the steps in each period, only as precise as needed to distinguish them. */
const FORMATS: Readonly<Record<TrendPeriod, Intl.DateTimeFormat>> = {
  day: MINUTES,
  week: DAY_AND_MINUTES,
  // Each step covers 24 hours that end on the hour, not a calendar day, so the day alone would name the wrong one.
  month: DAY_AND_MINUTES,
}

const METRICS = [
  { metric: 'online', label: 'Online or unhealthy installations, on average', kind: 'line' },
  { metric: 'heartbeats', label: 'Heartbeats', kind: 'bars' },
  { metric: 'tasks', label: 'Tasks', kind: 'bars' },
  { metric: 'failures', label: 'Failed tasks', kind: 'bars' },
] as const

/** Plots metrics of an organization's installations over time. The period is in the URL. */
export function FleetTrends({ organization_id }: { organization_id: string }) {
  const { query, urlWith } = useQueryParameters()
  const period = PERIODS.find(([key]) => key === query['period'])?.[0] ?? 'day'
  const trends = useFleetTrends(organization_id, period)
  return (
    <Panel
      title="Trends"
      actions={
        <SegmentedControl
          label="Trend period"
          options={PERIODS.map(([key, title]) => ({
            title,
            href: urlWith({ period: key === 'day' ? undefined : key }),
            current: key === period,
          }))}
        />
      }
    >
      <QueryBoundary
        query={trends}
        fallback={
          <div class="trends">
            {METRICS.map(({ metric }) => (
              <Skeleton key={metric} variant="plot" />
            ))}
          </div>
        }
      >
        {({ period: shown, points }) => (
          <div class={trends.isPlaceholderData ? 'trends stale' : 'trends'}>
            {METRICS.map(({ metric, label, kind }) =>
              points.every((point) => !point[metric]) ? (
                <p key={metric} class="muted small">
                  {label}: {isCounted(metric, points) ? 'none' : 'not counted'} in this period.
                </p>
              ) : (
                <Plot
                  key={metric}
                  label={`${label}${totalText(metric, points)}`}
                  kind={kind}
                  points={points.map((point) => ({
                    name: FORMATS[shown].format(new Date(point.from)),
                    value: point[metric],
                  }))}
                  format={formatNumber}
                />
              ),
            )}
          </div>
        )}
      </QueryBoundary>
    </Panel>
  )
}

/** Returns whether a metric was counted in any step of the period. */
const isCounted = (metric: keyof TrendPoint, points: readonly TrendPoint[]): boolean =>
  points.some((point) => point[metric] !== undefined)

/** Returns the total of a metric over the whole period, or nothing for an average. */
const totalText = (metric: keyof TrendPoint, points: readonly TrendPoint[]): string =>
  metric === 'online'
    ? ''
    : `: ${formatNumber(points.reduce((sum, point) => sum + Number(point[metric] ?? 0), 0))}`
