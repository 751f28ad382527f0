import { STATUSES, useTaskSummary, type TaskStatus, type TaskSummary } from '../../api/tasks.ts'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { formatElapsed, formatNumber } from '../../parts/text/format.ts'
import { Panel } from '../../parts/layout/page.tsx'
import { Plot } from '../../parts/layout/plot.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { mergeIntervals, labelIntervals } from './intervals.ts'

/** The maximum number of bars in a plot. */
const MAX_BARS = 24

/** Shows how many tasks of a workspace are in each state, and statistics and plots of the newest ones. */
export function TaskSummaryPanels({
  workspace_id,
  onStatus,
}: {
  workspace_id: string
  onStatus: (status: TaskStatus) => void
}) {
  const summary = useTaskSummary(workspace_id)
  return (
    <QueryBoundary
      query={summary}
      fallback={
        <div class="columns">
          <Skeleton variant="plot" />
          <Skeleton variant="plot" />
        </div>
      }
    >
      {(data) => <SummaryDetails summary={data} onStatus={onStatus} />}
    </QueryBoundary>
  )
}

function SummaryDetails({
  summary: { counts, recent_tasks, failures, execution_time_ms: times, series },
  onStatus,
}: {
  summary: TaskSummary
  onStatus: (status: TaskStatus) => void
}) {
  if (STATUSES.every((status) => counts[status] === 0)) return null
  const intervals = labelIntervals(series)
  const newest = recent_tasks === 1 ? 'newest task' : `newest ${formatNumber(recent_tasks)} tasks`
  return (
    <>
      <ul class="status-counts sheet" aria-label="Tasks by state">
        {STATUSES.map((status) => (
          <li key={status}>
            <button type="button" class="quiet" onClick={() => onStatus(status)}>
              <strong>{formatNumber(counts[status])}</strong>
              <span class="muted">{status}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="columns">
        <Panel title="Outcomes" note={newest}>
          <OutcomeChart intervals={mergeIntervals(intervals, MAX_BARS)} />
        </Panel>
        <Panel
          title="Execution time"
          {...(times && { note: `median ${formatElapsed(times.p50)}` })}
        >
          {times && (
            <p class="muted small">
              90% of the newest tasks took at most {formatElapsed(times.p90)}, 99% at most{' '}
              {formatElapsed(times.p99)}, the longest {formatElapsed(times.max)}.
            </p>
          )}
          <Plot
            label="Median execution time"
            points={intervals
              .filter(({ p50_ms }) => p50_ms !== undefined)
              .map(({ name, p50_ms }) => ({ name, value: p50_ms }))}
            format={formatElapsed}
          />
        </Panel>
        {failures.length > 0 && (
          <Panel title="Failures by code" note={newest}>
            <FailureCodes failures={failures} />
          </Panel>
        )}
      </div>
    </>
  )
}

const BAR_WIDTH = 100

/** Lists error codes by their number of tasks, most frequent first. */
function FailureCodes({ failures }: { failures: TaskSummary['failures'] }) {
  const max = Math.max(1, ...failures.map(({ tasks }) => tasks))
  return (
    <ul class="failures">
      {failures.map(({ code, tasks }) => (
        <li key={code}>
          <code>{code}</code>
          <span class="amount">{formatNumber(tasks)}</span>
          <svg
            viewBox={`0 0 ${BAR_WIDTH} 4`}
            preserveAspectRatio="none"
            height="4"
            aria-hidden="true"
          >
            <rect class="track" width={BAR_WIDTH} height="4" />
            <rect width={(tasks / max) * BAR_WIDTH} height="4" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
