import { useLocation } from 'preact-iso'
import { STATES, type DisputeState } from '../../../api/disputes.ts'
import { useCases } from '../../../api/dispute-cases.ts'
import { QueryBoundary } from '../../../parts/feedback/query-boundary.tsx'
import { SegmentedControl } from '../../../parts/layout/segmented-control.tsx'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { FilterRow } from '../../../parts/forms/filters.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { Pager, usePaging } from '../../../parts/tables/pager.tsx'
import { Skeleton } from '../../../parts/feedback/skeleton.tsx'
import { pageUrl } from '../../../urls.ts'
import { stateTitle } from '../labels.tsx'
import { CaseTable } from './case-table.tsx'
import { OperatorsOnly } from './operators-only.tsx'
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
  const state = STATES.find((one) => one === query['state']) ?? 'open'
  const cases = useCases(state, paging.cursor)
  const queues = QUEUES.map(({ title, states }) => ({
    title,
    href: hrefOf(states[0]),
    current: states.includes(state),
  }))
  const decisions = DECISIONS.map((one) => ({
    title: stateTitle(one),
    href: hrefOf(one),
    current: one === state,
  }))
  return (
    <Page
      title="Disputes to judge"
      lead="Reports of organizations about agents. Both sides can read your reasons, and decisions are final."
    >
      <FilterRow>
        <SegmentedControl label="State" options={queues} />
        {DECISIONS.includes(state) && <SegmentedControl label="Decision" options={decisions} />}
      </FilterRow>
      <QueryBoundary query={cases} fallback={<Skeleton variant="rows" lines={5} />}>
        {({ items, total, next_cursor }) =>
          items.length === 0 ? (
            <NoCases state={state} />
          ) : (
            <div class="stack">
              <CaseTable cases={items} />
              <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
            </div>
          )
        }
      </QueryBoundary>
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
const hrefOf = (state: DisputeState): string =>
  pageUrl('operator', {}, { state: state === 'open' ? undefined : state })

function NoCases({ state }: { state: DisputeState }) {
  if (state !== 'open') return <EmptyState title={`No dispute is ${stateTitle(state)}`} />
  return (
    <EmptyState title="No open disputes">
      New reports appear here automatically, oldest first.
    </EmptyState>
  )
}
