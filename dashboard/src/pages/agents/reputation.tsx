import { useState } from 'preact/hooks'
import { RANGES_DAYS, useReputation, type Agent } from '../../api/agents.ts'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { DescriptionList, Panel } from '../../parts/layout/page.tsx'
import { formatDate } from '../../parts/text/format.ts'
import { Plot } from '../../parts/layout/plot.tsx'

const WEIGHTING = '(weighted by age, at most 0.44 per organization)'

/** Shows the reputation of an agent, its components and its history. */
export function ReputationPanel({ agent: { svc_id, reputation } }: { agent: Agent }) {
  const { score, samples, organizations, unattested_outcomes, breakdown } = reputation
  const [days, setDays] = useState<number>(90)
  const history = useReputation(svc_id, days)
  const range = (
    <label>
      <span class="visually-hidden">Period</span>
      <select
        value={String(days)}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
      >
        {RANGES_DAYS.map((range) => (
          <option key={range} value={String(range)}>
            {range} days
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <Panel title="Reputation" actions={range}>
      <p class="big">
        {score}
        <span class="muted"> out of 100</span>
      </p>
      <QueryBoundary query={history} fallback={<Skeleton variant="plot" />}>
        {({ points }) => (
          <Plot
            label={`Daily score, last ${points.length === 1 ? 'day' : `${points.length} days`}`}
            max={100}
            points={points.map((point) => ({ name: formatDate(point.date), value: point.score }))}
          />
        )}
      </QueryBoundary>
      <DescriptionList
        items={[
          ['Contributing organizations', organizations],
          ['Counted tasks', samples],
          ['From unattested installations', unattestedText(unattested_outcomes, samples)],
          ['Successes', `${round(breakdown.successes)} ${WEIGHTING}`],
          ['Failures', `${round(breakdown.failures)} ${WEIGHTING}`],
          [
            'Upheld disputes',
            breakdown.upheld_disputes === 0
              ? 'none'
              : `${breakdown.upheld_disputes} (10 points each)`,
          ],
          ['Tasks from its own organization', `${breakdown.own_outcomes} (not counted)`],
        ]}
      />
      <p class="muted small">
        A new agent starts at 50. On its own, one organization can raise the score no higher than 55
        and lower it no further than 45. The weight of an outcome halves every 30 days. An
        installation is unattested until it signs an answer with the agent’s key, because until then
        it may be running a different program.
      </p>
    </Panel>
  )
}

/** Formats the share of counted tasks that a different program may have executed. */
function unattestedText(outcomes: number, samples: number): string {
  if (outcomes === 0) return 'none'
  return outcomes === samples
    ? `all ${outcomes}`
    : `${outcomes} of ${samples} (${Math.round((100 * outcomes) / samples)}%)`
}

const round = (weight: number): number => Math.round(weight * 100) / 100
