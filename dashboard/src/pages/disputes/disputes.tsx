import { useLocation } from 'preact-iso'
import {
  STATES,
  useDisputes,
  type DisputeSide,
  type DisputeState,
  type Dispute,
} from '../../api/disputes.ts'
import { planIncludes } from '../../api/organizations.ts'
import { EmptyState } from '../../parts/feedback/query-boundary.tsx'
import { Button, ButtonLink } from '../../parts/forms/button.tsx'
import { SegmentedControl } from '../../parts/layout/view-switches.tsx'
import { FilterRow, FilterSelect } from '../../parts/forms/filters.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { PagedList } from '../../parts/tables/paged-list.tsx'
import { usePaging } from '../../parts/tables/pager.tsx'
import { useOrganization, usePermission } from '../../shell/current-user.tsx'
import { queryString, pageUrl } from '../../urls.ts'
import { ReportDialog } from './report-dialog.tsx'
import { ISSUES } from '../../entities/dispute-issues.ts'
import { emptyTitle, stateTitle } from './titles.ts'
import { DisputeStateBadge } from '../../entities/status-badges.tsx'
import { Id } from '../../parts/text/copyable.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/text/time.tsx'
import { NamedEntity } from '../../entities/named-entity.tsx'
import { visibleText } from '../../parts/text/visible.ts'
import './disputes.css'

export default function Disputes() {
  const { organization_id } = useOrganization()
  const canReport = usePermission('disputes:write')
  const { path, query, route } = useLocation()
  const paging = usePaging()
  const side: DisputeSide = query['side'] === 'received' ? 'received' : 'made'
  const state = STATES.find((candidate) => candidate === query['state'])
  const disputes = useDisputes({ organization_id, side, state, cursor: paging.cursor })
  const show = (change: { side?: DisputeSide; state?: string }) =>
    route(path + queryString({ side: side === 'made' ? undefined : side, state, ...change }), true)
  return (
    <Page
      title="Disputes"
      lead="Reports about misbehaving agents, decided by the registry operator."
      actions={
        canReport && (
          <ButtonLink variant="primary" href={pageUrl('disputes', {}, { report: 'agent' })}>
            Report an agent
          </ButtonLink>
        )
      }
    >
      <FilterRow>
        <SegmentedControl
          label="Direction"
          options={SIDES.map((view) => ({
            title: view.title,
            href: view.href,
            current: view.side === side,
          }))}
        />
        <FilterSelect
          label="State"
          value={state ?? ''}
          options={STATES.map((option) => [option, stateTitle(option)] as const)}
          onSelect={(selected) => show({ state: selected })}
        />
      </FilterRow>
      <PagedList
        query={disputes}
        paging={paging}
        noun="disputes"
        lines={5}
        empty={<NoDisputes side={side} state={state} onShowAll={() => show({ state: '' })} />}
      >
        {(items) => <DisputeTable side={side} disputes={items} />}
      </PagedList>
      {canReport && query['report'] !== undefined && (
        <ReportDialog
          svc_id={query['report'] === 'agent' ? '' : query['report']}
          task_id={query['task'] ?? ''}
          onClose={() => show({})}
        />
      )}
    </Page>
  )
}

const SIDES = [
  { side: 'made', title: 'Reported by us', href: pageUrl('disputes') },
  {
    side: 'received',
    title: 'About our agents',
    href: pageUrl('disputes', {}, { side: 'received' }),
  },
] as const

function NoDisputes({
  side,
  state,
  onShowAll,
}: {
  side: DisputeSide
  state: DisputeState | undefined
  onShowAll: () => void
}) {
  const canReport = usePermission('disputes:write')
  const canFind = planIncludes(useOrganization().plan, 'professional') && canReport
  if (state !== undefined)
    return (
      <EmptyState
        title={emptyTitle(state)}
        actions={<Button onClick={onShowAll}>Show all states</Button>}
      />
    )
  if (side === 'received')
    return (
      <EmptyState title="No reports about your agents">
        Reports from other organizations appear here.{' '}
        {canReport
          ? 'You can comment on them.'
          : 'A developer, admin or owner can comment on them.'}
      </EmptyState>
    )
  return (
    <EmptyState
      title="You have not reported any agents"
      actions={canFind && <ButtonLink href={pageUrl('registry')}>Find an agent</ButtonLink>}
    >
      {canReport
        ? 'If an agent gives a wrong answer, violates a policy or raises a security concern, report it on its page or from the task.'
        : 'If an agent gives a wrong answer, violates a policy or raises a security concern, a developer, admin or owner can report it.'}
    </EmptyState>
  )
}

const hrefOf = ({ dispute_id }: Dispute) => pageUrl('dispute', { dispute_id })
const COLUMNS: readonly Column<Dispute>[] = [
  {
    name: 'Issue',
    lead: true,
    cell: (dispute) => (
      <div class="issue-cell">
        <a href={hrefOf(dispute)}>{ISSUES[dispute.issue_type].title}</a>
        <p class="muted">{visibleText(dispute.description)}</p>
      </div>
    ),
  },
  { name: 'State', cell: ({ state }) => <DisputeStateBadge state={state} /> },
  {
    name: 'Agent',
    cell: ({ svc_id }) => <NamedEntity type="agent" id={svc_id} />,
  },
  { name: 'Reported', cell: ({ opened_at }) => <Time at={opened_at} /> },
  { name: 'Updated', cell: ({ updated_at }) => <Time at={updated_at} /> },
]
const REPORTER: Column<Dispute> = {
  name: 'Reported by',
  cell: ({ organization_id }) => <Id value={organization_id} label="organization" />,
}

const DisputeTable = ({ side, disputes }: { side: DisputeSide; disputes: readonly Dispute[] }) => (
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
