import { useState } from 'preact/hooks'
import { RANGES, useReputation, type Agent } from '../../api/agents.ts'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { DescriptionList, Panel } from '../../parts/layout/page.tsx'
import { formatDay } from '../../parts/text/format.ts'
import { Plot } from '../../parts/layout/plot.tsx'

/** Shows the reputation of an agent, its components and its history. */
export function ReputationPanel({ agent: { svc_id, reputation } }: { agent: Agent }) {
  const { score, samples, organizations, unattested_outcomes, breakdown } = reputation
  const [days, setDays] = useState<number>(90)
  const history = useReputation(svc_id, days)
  const range = (
    <label>
      <span class="hidden">Days shown</span>
      <select
        value={String(days)}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
      >
        {RANGES.map((one) => (
          <option key={one} value={String(one)}>
            {one} days
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <Panel title="Reputation" actions={range}>
      <p class="big">
        {score}
        <span class="muted"> of 100</span>
      </p>
      <QueryBoundary query={history} fallback={<Skeleton variant="plot" />}>
        {({ points }) => (
          <Plot
            label={`Score on each of the last ${points.length === 1 ? 'day' : `${points.length} days`}`}
            max={100}
            points={points.map((point) => ({ name: formatDay(point.date), value: point.score }))}
          />
        )}
      </QueryBoundary>
      <DescriptionList
        items={[
          ['Contributing organizations', organizations],
          ['Counted tasks', samples],
          ['From unattested installations', unattestedText(unattested_outcomes, samples)],
          ['Successes', `${round(breakdown.successes)} after decay`],
          ['Failures', `${round(breakdown.failures)} after decay`],
          [
            'Upheld disputes',
            breakdown.upheld_disputes === 0
              ? 'none'
              : `${breakdown.upheld_disputes}, 10 points each`,
          ],
          ['Tasks of its own organization', `${breakdown.own_outcomes}, not counted`],
        ]}
      />
      <p class="muted small">
        A new agent starts at 50. A single organization can raise the score to at most 55 and lower
        it to at least 45. The weight of an outcome halves every 30 days. An installation is
        unattested until it has answered with the agent’s key, because it may run another program.
      </p>
    </Panel>
  )
}

/** Formats the share of counted tasks that another program may have done. */
function unattestedText(outcomes: number, samples: number): string {
  if (outcomes === 0) return 'none'
  return outcomes === samples
    ? `all ${outcomes}`
    : `${outcomes} of ${samples}, ${Math.round((100 * outcomes) / samples)}%`
}

const round = (weight: number): number => Math.round(weight * 100) / 100
