import type { Dispute, Side } from '../../api/disputes.ts'
import { Id, shortened } from '../../parts/id.tsx'
import { Table, type Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { to } from '../../to.ts'
import { ISSUES, StateBadge } from './words.tsx'

const hrefOf = ({ dispute_id }: Dispute) => to('dispute', { dispute_id })
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
  { name: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  {
    name: 'Agent',
    cell: ({ svc_id }) => (
      <a href={to('agent', { svc_id })} title={svc_id}>
        <code>{shortened(svc_id)}</code>
      </a>
    ),
  },
  { name: 'Reported', cell: ({ opened_at }) => <Time at={opened_at} /> },
  { name: 'Last change', cell: ({ updated_at }) => <Time at={updated_at} /> },
]
const BY: Column<Dispute> = {
  name: 'By',
  cell: ({ organization_id }) => <Id value={organization_id} of="organization" />,
}

export const List = ({ side, disputes }: { side: Side; disputes: readonly Dispute[] }) => (
  <Table
    label="Disputes"
    rows={disputes}
    columns={side === 'received' ? [...COLUMNS.slice(0, 3), BY, ...COLUMNS.slice(3)] : COLUMNS}
    keyOf={({ dispute_id }) => dispute_id}
    href={hrefOf}
  />
)
