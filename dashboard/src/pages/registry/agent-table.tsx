import type { NetworkAgent } from '../../api/registry.ts'
import {
  AgentStatusBadge,
  DeprecatedBadge,
  OwnershipBadge,
  OwnershipLegend,
  ReputationScore,
} from '../../parts/badges.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/text/time.tsx'
import { pageUrl } from '../../urls.ts'

const hrefOf = ({ svc_id }: NetworkAgent): string => pageUrl('agent', { svc_id })

const columns = (sort: string): readonly Column<NetworkAgent>[] => [
  {
    name: 'Agent',
    lead: true,
    cell: (agent) => (
      <div class="agent-cell">
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
      <div class="agent-badges">
        <AgentStatusBadge status={verification_status} />
        <OwnershipBadge ownership={ownership} />
      </div>
    ),
  },
  ...(sort === 'registered'
    ? [
        {
          name: 'Registered',
          cell: ({ registered_at }: NetworkAgent) => <Time at={registered_at} format="day" />,
        },
      ]
    : []),
  {
    name: 'Reputation',
    align: 'end',
    cell: ({ reputation_score }) => <ReputationScore value={reputation_score} />,
  },
]

/** Lists the agents that match a search. */
export const AgentTable = ({ agents, sort }: { agents: readonly NetworkAgent[]; sort: string }) => (
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
