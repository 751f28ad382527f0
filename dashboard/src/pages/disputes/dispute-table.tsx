import { DisputeStateBadge } from '../../parts/badges/dispute-state.tsx'
import type { Dispute, DisputeSide } from '../../api/disputes.ts'
import { Id, shorten } from '../../parts/text/id.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/time/time.tsx'
import { pageUrl } from '../../urls.ts'
import { ISSUES } from './labels.tsx'

const hrefOf = ({ dispute_id }: Dispute) => pageUrl('dispute', { dispute_id })
const COLUMNS: readonly Column<Dispute>[] = [
  {
    name: 'Issue',
    lead: true,
    cell: (dispute) => (
      <div class="issue-cell">
        <a href={hrefOf(dispute)}>{ISSUES[dispute.issue_type].title}</a>
        <p class="muted">{dispute.description}</p>
      </div>
    ),
  },
  { name: 'State', cell: ({ state }) => <DisputeStateBadge state={state} /> },
  {
    name: 'Agent',
    cell: ({ svc_id }) => (
      <a href={pageUrl('agent', { svc_id })} title={svc_id}>
        <code>{shorten(svc_id)}</code>
      </a>
    ),
  },
  { name: 'Reported', cell: ({ opened_at }) => <Time at={opened_at} /> },
  { name: 'Last change', cell: ({ updated_at }) => <Time at={updated_at} /> },
]
const REPORTER: Column<Dispute> = {
  name: 'By',
  cell: ({ organization_id }) => <Id value={organization_id} label="organization" />,
}

export const DisputeTable = ({
  side,
  disputes,
}: {
  side: DisputeSide
  disputes: readonly Dispute[]
}) => (
  <Table
    label="Disputes"
    rows={disputes}
    columns={
      side === 'received' ? [...COLUMNS.slice(0, 3), REPORTER, ...COLUMNS.slice(3)] : COLUMNS
    }
    keyOf={({ dispute_id }) => dispute_id}
    href={hrefOf}
  />
)
