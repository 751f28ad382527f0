import { STATUSES, useTaskSummary, type TaskStatus, type TaskSummary } from '../../api/tasks.ts'
import { Asked } from '../../parts/asked.tsx'
import { took } from '../../parts/moments.ts'
import { numeral } from '../../parts/numbers.ts'
import { Panel } from '../../parts/panel.tsx'
import { Plot } from '../../parts/plot.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Failures } from './failures.tsx'
import { Outcomes } from './outcomes.tsx'
import { gathered, labelled } from './spans.ts'

/** Bars of a plot at most. */
const BARS = 24

/** All tasks of a workspace in numbers, and the newest of them as plots. */
export function Summary({
  workspace_id,
  onStatus,
}: {
  workspace_id: string
  onStatus: (status: TaskStatus) => void
}) {
  const summary = useTaskSummary(workspace_id)
  return (
    <Asked
      query={summary}
      as={
        <div class="columns">
          <Skeleton of="plot" />
          <Skeleton of="plot" />
        </div>
      }
    >
      {(known) => <Known summary={known} onStatus={onStatus} />}
    </Asked>
  )
}

function Known({
  summary: { counts, recent_tasks, failures, execution_time_ms: times, series },
  onStatus,
}: {
  summary: TaskSummary
  onStatus: (status: TaskStatus) => void
}) {
  if (STATUSES.every((status) => counts[status] === 0)) return null
  const spans = labelled(series)
  return (
    <>
      <ul class="tallies sheet" aria-label="Tasks by state">
        {STATUSES.map((status) => (
          <li key={status}>
            <button type="button" class="quiet" onClick={() => onStatus(status)}>
              <strong>{numeral(counts[status])}</strong>
              <span class="muted">{status}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="columns">
        <Panel title="Outcomes" note={`of the newest ${numeral(recent_tasks)}`}>
          <Outcomes spans={gathered(spans, BARS)} />
        </Panel>
        <Panel title="Execution time" {...(times && { note: `median ${took(times.p50)}` })}>
          {times && (
            <p class="muted small">
              90 % of the tasks took at most {took(times.p90)}, 99 % at most {took(times.p99)}, the
              longest {took(times.max)}.
            </p>
          )}
          <Plot
            label="Median execution time"
            as="line"
            points={spans
              .filter(({ p50_ms }) => p50_ms !== undefined)
              .map(({ name, p50_ms }) => ({ name, value: p50_ms }))}
            say={took}
          />
        </Panel>
        {failures.length > 0 && (
          <Panel title="Failures by code" note={`of the newest ${numeral(recent_tasks)}`}>
            <Failures failures={failures} />
          </Panel>
        )}
      </div>
    </>
  )
}
