import { useLocation } from 'preact-iso'
import { STATES, useCases, type DisputeState, type DisputeCase } from '../../../api/disputes.ts'
import { EmptyState } from '../../../parts/feedback/query-boundary.tsx'
import { SegmentedControl } from '../../../parts/layout/view-switches.tsx'
import { FilterRow } from '../../../parts/forms/filters.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { PagedList } from '../../../parts/tables/paged-list.tsx'
import { usePaging } from '../../../parts/tables/pager.tsx'
import { pageUrl } from '../../../urls.ts'
import { ISSUES } from '../../../entities/dispute-issues.ts'
import { emptyTitle, stateTitle } from '../titles.ts'
import { DisputedAgent } from './disputed-agent.tsx'
import { OperatorsOnly } from './operators-only.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { Table, type Column } from '../../../parts/tables/table.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { visibleText } from '../../../parts/text/visible.ts'
import '../disputes.css'

export default () => (
  <OperatorsOnly>
    <CaseQueue />
  </OperatorsOnly>
)

/** Lists the disputes of all organizations by state. */
function CaseQueue() {
  const { query } = useLocation()
  const paging = usePaging()
  const state = STATES.find((candidate) => candidate === query['state']) ?? 'open'
  const cases = useCases(state, paging.cursor)
  const queues = QUEUES.map(({ title, states }) => ({
    title,
    href: queueUrl(states[0]),
    current: states.includes(state),
  }))
  const decisions = DECISIONS.map((decision) => ({
    title: stateTitle(decision),
    href: queueUrl(decision),
    current: decision === state,
  }))
  return (
    <Page
      title="Disputes to judge"
      lead="Reports by organizations about agents. Both sides can read your reasons, and decisions are final."
    >
      <FilterRow>
        <SegmentedControl label="State" options={queues} />
        {DECISIONS.includes(state) && <SegmentedControl label="Decision" options={decisions} />}
      </FilterRow>
      <PagedList
        query={cases}
        paging={paging}
        noun="disputes"
        lines={5}
        empty={<NoCases state={state} />}
      >
        {(items) => <CaseTable cases={items} />}
      </PagedList>
    </Page>
  )
}

const DECISIONS: readonly DisputeState[] = ['upheld', 'rejected']
const QUEUES: readonly {
  readonly title: string
  readonly states: readonly [DisputeState, ...DisputeState[]]
}[] = [
  { title: 'Open', states: ['open'] },
  { title: 'Under review', states: ['under_review'] },
  { title: 'Decided', states: ['upheld', 'rejected'] },
]
const queueUrl = (state: DisputeState): string =>
  pageUrl('operator', {}, { state: state === 'open' ? undefined : state })

function NoCases({ state }: { state: DisputeState }) {
  if (state !== 'open') return <EmptyState title={emptyTitle(state)} />
  return (
    <EmptyState title="No open disputes">
      New reports appear here automatically, oldest first.
    </EmptyState>
  )
}

const caseUrl = ({ dispute: { dispute_id } }: DisputeCase) =>
  pageUrl('operatorDispute', { dispute_id })
const COLUMNS: readonly Column<DisputeCase>[] = [
  { name: 'Issue', lead: true, cell: (disputeCase) => <IssueCell disputeCase={disputeCase} /> },
  {
    name: 'Agent',
    cell: (disputeCase) => <DisputedAgent {...disputeCase} />,
  },
  { name: 'Reported by', cell: ({ organization_name }) => organization_name },
  { name: 'Agent’s organization', cell: ({ respondent_name }) => respondent_name },
  { name: 'Reported', cell: ({ dispute: { opened_at } }) => <Time at={opened_at} /> },
  { name: 'Updated', cell: ({ dispute: { updated_at } }) => <Time at={updated_at} /> },
]

const IssueCell = ({ disputeCase }: { disputeCase: DisputeCase }) => (
  <div class="issue-cell">
    <span class="row">
      <a href={caseUrl(disputeCase)}>{ISSUES[disputeCase.dispute.issue_type].title}</a>
      {disputeCase.conflict_of_interest && <Badge tone="warn">conflict of interest</Badge>}
    </span>
    <p class="muted">{visibleText(disputeCase.dispute.description)}</p>
  </div>
)

const CaseTable = ({ cases }: { cases: readonly DisputeCase[] }) => (
  <Table
    label="Disputes"
    rows={cases}
    columns={COLUMNS}
    keyOf={({ dispute }) => dispute.dispute_id}
    href={caseUrl}
  />
)
