import { useLocation } from 'preact-iso'
import { STATES, type State } from '../../../api/disputes.ts'
import { useCases } from '../../../api/operator.ts'
import { Asked } from '../../../parts/asked.tsx'
import { Either } from '../../../parts/either.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { FilterRow } from '../../../parts/filters.tsx'
import { Page } from '../../../parts/page.tsx'
import { Pager, usePaging } from '../../../parts/pager.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { to } from '../../../to.ts'
import { titleOf } from '../words.tsx'
import { Cases } from './cases.tsx'
import { ForOperators } from './for-operators.tsx'
import '../disputes.css'

export default () => (
  <ForOperators>
    <Queue />
  </ForOperators>
)

/** What waits for a judge, and what was judged. */
function Queue() {
  const { query } = useLocation()
  const paging = usePaging()
  const state = STATES.find((one) => one === query['state']) ?? 'open'
  const found = useCases(state, paging.cursor)
  const queues = QUEUES.map(({ title, states }) => ({
    title,
    href: hrefOf(states[0]),
    current: states.includes(state),
  }))
  const decisions = DECISIONS.map((one) => ({
    title: titleOf(one),
    href: hrefOf(one),
    current: one === state,
  }))
  return (
    <Page
      title="Disputes to judge"
      lead="What organizations report about agents. Both sides read what you say, and a decision is final."
    >
      <FilterRow>
        <Either label="State" of={queues} />
        {DECISIONS.includes(state) && <Either label="Decision" of={decisions} />}
      </FilterRow>
      <Asked query={found} as={<Skeleton of="rows" lines={5} />}>
        {({ items, total, next_cursor }) =>
          items.length === 0 ? (
            <Nothing state={state} />
          ) : (
            <div class="stack">
              <Cases cases={items} />
              <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
            </div>
          )
        }
      </Asked>
    </Page>
  )
}

const DECISIONS: readonly State[] = ['upheld', 'rejected']
const QUEUES: readonly { readonly title: string; readonly states: readonly [State, ...State[]] }[] =
  [
    { title: 'Open', states: ['open'] },
    { title: 'Under review', states: ['under_review'] },
    { title: 'Decided', states: ['upheld', 'rejected'] },
  ]
const hrefOf = (state: State): string =>
  to('operator', {}, { state: state === 'open' ? undefined : state })

function Nothing({ state }: { state: State }) {
  if (state !== 'open') return <Empty title={`No dispute is ${titleOf(state)}`} />
  return (
    <Empty title="Nothing waits">
      What organizations report appears here by itself, the longest waiting first.
    </Empty>
  )
}
