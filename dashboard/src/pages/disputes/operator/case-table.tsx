import type { DisputeCase } from '../../../api/dispute-cases.ts'
import { Badge } from '../../../parts/badges/badge.tsx'
import { shorten } from '../../../parts/text/id.tsx'
import { Table, type Column } from '../../../parts/tables/table.tsx'
import { Time } from '../../../parts/time/time.tsx'
import { pageUrl } from '../../../urls.ts'
import { ISSUES } from '../labels.tsx'

const hrefOf = ({ dispute: { dispute_id } }: DisputeCase) =>
  pageUrl('operatorDispute', { dispute_id })
const COLUMNS: readonly Column<DisputeCase>[] = [
  { name: 'Issue', lead: true, cell: (one) => <IssueCell disputeCase={one} /> },
  {
    name: 'Agent',
    cell: ({ dispute: { svc_id } }) => <code title={svc_id}>{shorten(svc_id)}</code>,
  },
  { name: 'Reported by', cell: ({ organization_name }) => organization_name },
  { name: 'About', cell: ({ respondent_name }) => respondent_name },
  { name: 'Reported', cell: ({ dispute: { opened_at } }) => <Time at={opened_at} /> },
  { name: 'Last change', cell: ({ dispute: { updated_at } }) => <Time at={updated_at} /> },
]

const IssueCell = ({ disputeCase }: { disputeCase: DisputeCase }) => (
  <div class="issue-cell">
    <span class="row">
      <a href={hrefOf(disputeCase)}>{ISSUES[disputeCase.dispute.issue_type].title}</a>
      {disputeCase.conflict_of_interest && <Badge tone="warn">conflict of interest</Badge>}
    </span>
    <p class="muted">{disputeCase.dispute.description}</p>
  </div>
)

export const CaseTable = ({ cases }: { cases: readonly DisputeCase[] }) => (
  <Table
    label="Disputes"
    rows={cases}
    columns={COLUMNS}
    keyOf={({ dispute }) => dispute.dispute_id}
    href={hrefOf}
  />
)
