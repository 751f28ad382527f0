import type { AgentMatch, NetworkAgent } from '../../api/registry.ts'
import {
  AgentStatusBadge,
  DeprecatedBadge,
  OwnershipBadge,
  OwnershipLegend,
  ReputationScore,
} from '../../entities/status-badges.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Highlight } from '../../parts/text/highlight.tsx'
import { Time } from '../../parts/text/time.tsx'
import { pageUrl } from '../../urls.ts'
import { visibleName } from '../../parts/text/visible.ts'

const hrefOf = ({ svc_id }: NetworkAgent): string => pageUrl('agent', { svc_id })

/** Returns the match in a field, if there is one. */
const matchOf = ({ matched }: NetworkAgent, field: AgentMatch['field']) =>
  matched?.find((match) => match.field === field)

/** Shows a text field of an agent with the matching words of the query highlighted. */
const Matched = ({
  agent,
  field,
  text,
}: {
  agent: NetworkAgent
  field: AgentMatch['field']
  text: string
}) => <Highlight text={text} words={matchOf(agent, field)?.words ?? []} />

/** Shows the skills and the identifier by which an agent was found, because no column shows them. */
function Reasons({ matched = [] }: NetworkAgent) {
  const reasons = matched.filter(({ field }) => field === 'skill' || field === 'id')
  if (reasons.length === 0) return null
  return (
    <ul class="reasons">
      {reasons.map(({ field, text, words }) => (
        <li key={text}>
          <span class="muted">{field === 'skill' ? 'Skill' : 'Identifier'}</span>{' '}
          <Highlight text={text} words={words} />
        </li>
      ))}
    </ul>
  )
}

const AGENT: Column<NetworkAgent> = {
  name: 'Agent',
  lead: true,
  cell: (agent) => (
    <div class="agent-cell">
      <a href={hrefOf(agent)}>
        <Matched agent={agent} field="name" text={agent.name} />
      </a>{' '}
      <span class="muted version">
        {agent.version}
        {agent.publisher !== undefined && (
          <>
            {' by '}
            <Matched agent={agent} field="publisher" text={agent.publisher} />
          </>
        )}
      </span>
      {agent.deprecated && (
        <>
          {' '}
          <DeprecatedBadge />
        </>
      )}
      {agent.description !== undefined && (
        <p class="muted">
          <Matched
            agent={agent}
            field="description"
            text={matchOf(agent, 'description')?.text ?? agent.description}
          />
        </p>
      )}
      <Reasons {...agent} />
    </div>
  ),
}

const columns = (sort: string): readonly Column<NetworkAgent>[] => [
  AGENT,
  {
    name: 'Category',
    cell: (agent) =>
      agent.category === undefined ? (
        <span class="muted">none</span>
      ) : (
        <Matched agent={agent} field="category" text={agent.category} />
      ),
  },
  {
    name: 'LLM provider',
    cell: ({ llm_provider }) =>
      llm_provider === undefined ? <span class="muted">none</span> : visibleName(llm_provider),
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
