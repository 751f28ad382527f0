import type { Agent } from '../../api/registry.ts'
import { AgentStatus } from '../../parts/agent-status.tsx'
import { DeprecatedBadge, OwnershipBadge, OwnershipLegend } from '../../parts/ownership.tsx'
import { Score } from '../../parts/score.tsx'
import { Table, type Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { to } from '../../to.ts'

const hrefOf = ({ svc_id }: Agent): string => to('agent', { svc_id })

const columns = (sort: string): readonly Column<Agent>[] => [
  {
    name: 'Agent',
    lead: true,
    cell: (agent) => (
      <div class="found-agent">
        <a href={hrefOf(agent)}>{agent.name}</a>{' '}
        <span class="muted version">
          {agent.version}
          {agent.publisher !== undefined && ` by ${agent.publisher}`}
        </span>
        {agent.deprecated && (
          <>
            {' '}
            <DeprecatedBadge />
          </>
        )}
        {agent.description !== undefined && <p class="muted">{agent.description}</p>}
      </div>
    ),
  },
  { name: 'Category', cell: ({ category }) => category ?? <span class="muted">none</span> },
  {
    name: 'LLM provider',
    cell: ({ llm_provider }) => llm_provider ?? <span class="muted">none</span>,
  },
  {
    name: 'Verification',
    cell: ({ verification_status, ownership }) => (
      <div class="found-standing">
        <AgentStatus status={verification_status} />
        <OwnershipBadge ownership={ownership} />
      </div>
    ),
  },
  ...(sort === 'registered'
    ? [
        {
          name: 'Registered',
          cell: ({ registered_at }: Agent) => <Time at={registered_at} as="day" />,
        },
      ]
    : []),
  {
    name: 'Reputation',
    align: 'end',
    cell: ({ reputation_score }) => <Score value={reputation_score} />,
  },
]

/** The agents that were found. */
export const Found = ({ agents, sort }: { agents: readonly Agent[]; sort: string }) => (
  <>
    <Table
      label="Agents"
      rows={agents}
      columns={columns(sort)}
      keyOf={({ svc_id }) => svc_id}
      href={hrefOf}
    />
    <OwnershipLegend deprecated={agents.some(({ deprecated }) => deprecated)} />
  </>
)
