import type { Case } from '../../../api/operator.ts'
import { Badge } from '../../../parts/badge.tsx'
import { shortened } from '../../../parts/id.tsx'
import { Table, type Column } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { to } from '../../../to.ts'
import { ISSUES } from '../words.tsx'

const hrefOf = ({ dispute: { dispute_id } }: Case) => to('operatorDispute', { dispute_id })
const COLUMNS: readonly Column<Case>[] = [
  { name: 'Issue', lead: true, cell: (one) => <Issue of={one} /> },
  {
    name: 'Agent',
    cell: ({ dispute: { svc_id } }) => <code title={svc_id}>{shortened(svc_id)}</code>,
  },
  { name: 'Reported by', cell: ({ organization_name }) => organization_name },
  { name: 'About', cell: ({ respondent_name }) => respondent_name },
  { name: 'Reported', cell: ({ dispute: { opened_at } }) => <Time at={opened_at} /> },
  { name: 'Last change', cell: ({ dispute: { updated_at } }) => <Time at={updated_at} /> },
]

const Issue = ({ of: one }: { of: Case }) => (
  <div class="issue-cell">
    <span class="row">
      <a href={hrefOf(one)}>{ISSUES[one.dispute.issue_type].title}</a>
      {one.conflict_of_interest && <Badge tone="warn">not yours to judge</Badge>}
    </span>
    <p class="muted">{one.dispute.description}</p>
  </div>
)

export const Cases = ({ cases }: { cases: readonly Case[] }) => (
  <Table
    label="Disputes"
    rows={cases}
    columns={COLUMNS}
    keyOf={({ dispute }) => dispute.dispute_id}
    href={hrefOf}
  />
)
