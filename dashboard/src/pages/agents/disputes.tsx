import { useAgentDisputes, type Agent } from '../../api/agents.ts'
import type { Dispute } from '../../api/disputes.ts'
import { QueryBoundary } from '../../parts/feedback/query-boundary.tsx'
import { DisputeStateBadge } from '../../parts/badges/dispute-state.tsx'
import { Panel } from '../../parts/layout/panel.tsx'
import { Skeleton } from '../../parts/feedback/skeleton.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/time/time.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'

const hrefOf = ({ dispute_id }: Dispute) => pageUrl('dispute', { dispute_id })
const COLUMNS: readonly Column<Dispute>[] = [
  {
    name: 'Issue',
    lead: true,
    cell: (dispute) => <a href={hrefOf(dispute)}>{dispute.issue_type.replaceAll('_', ' ')}</a>,
  },
  { name: 'What happened', cell: ({ description }) => <span class="one-line">{description}</span> },
  {
    name: 'State',
    cell: ({ state }) => <DisputeStateBadge state={state} />,
  },
  { name: 'Opened', cell: ({ opened_at }) => <Time at={opened_at} /> },
]

/** Shows the number of disputes about an agent, and those that involve the organization of the user. */
export function AgentDisputes({ agent: { svc_id, own, disputes } }: { agent: Agent }) {
  const { organization_id } = useOrganization()
  const listed = useAgentDisputes(organization_id, svc_id, own ? 'received' : 'made')
  return (
    <Panel
      title="Disputes"
      note={`${disputes.open} open, ${disputes.upheld} upheld, across all organizations`}
    >
      <QueryBoundary query={listed} fallback={<Skeleton lines={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">
              {own ? 'No organization has reported it.' : 'Your organization has not reported it.'}
            </p>
          ) : (
            <Table
              label="Disputes"
              rows={items}
              columns={COLUMNS}
              keyOf={({ dispute_id }) => dispute_id}
              href={hrefOf}
            />
          )
        }
      </QueryBoundary>
    </Panel>
  )
}
