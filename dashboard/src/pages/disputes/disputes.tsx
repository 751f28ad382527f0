import { useLocation } from 'preact-iso'
import { STATES, useDisputes, type Side, type State } from '../../api/disputes.ts'
import { Asked } from '../../parts/asked.tsx'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Either } from '../../parts/either.tsx'
import { Empty } from '../../parts/empty.tsx'
import { FilterRow, FilterSelect } from '../../parts/filters.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager, usePaging } from '../../parts/pager.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { asked, to } from '../../to.ts'
import { List } from './list.tsx'
import { Report } from './report.tsx'
import { titleOf } from './words.tsx'
import './disputes.css'

export default function Disputes() {
  const { organization_id } = useOrganization()
  const { path, query, route } = useLocation()
  const paging = usePaging()
  const side: Side = query['side'] === 'received' ? 'received' : 'made'
  const state = STATES.find((one) => one === query['state'])
  const found = useDisputes({ organization_id, side, state, cursor: paging.cursor })
  const show = (change: { side?: Side; state?: string }) =>
    route(path + asked({ side: side === 'made' ? undefined : side, state, ...change }), true)
  return (
    <Page
      title="Disputes"
      lead="Reports that an agent did something wrong. The operator of the registry decides them."
      actions={
        <ButtonLink look="primary" href={to('disputes', {}, { report: 'agent' })}>
          Report an agent
        </ButtonLink>
      }
    >
      <FilterRow>
        <Either
          label="Whose disputes"
          of={SIDES.map((one) => ({
            title: one.title,
            href: to('disputes', {}, { side: one.side === 'made' ? undefined : one.side }),
            current: one.side === side,
          }))}
        />
        <FilterSelect
          label="State"
          value={state ?? ''}
          of={STATES.map((one) => [one, titleOf(one)] as const)}
          onChoose={(chosen) => show({ state: chosen })}
        />
      </FilterRow>
      <Asked query={found} as={<Skeleton of="rows" lines={5} />}>
        {({ items, total, next_cursor }) =>
          items.length === 0 ? (
            <Nothing side={side} state={state} onAny={() => show({ state: '' })} />
          ) : (
            <div class="stack">
              <List side={side} disputes={items} />
              <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
            </div>
          )
        }
      </Asked>
      {query['report'] !== undefined && (
        <Report
          svc_id={query['report'] === 'agent' ? '' : query['report']}
          task_id={query['task'] ?? ''}
          onClose={() => show({})}
        />
      )}
    </Page>
  )
}

const SIDES = [
  { side: 'made', title: 'Reported by us' },
  { side: 'received', title: 'About our agents' },
] as const

function Nothing({
  side,
  state,
  onAny,
}: {
  side: Side
  state: State | undefined
  onAny: () => void
}) {
  if (state !== undefined)
    return (
      <Empty
        title={`No dispute is ${titleOf(state)}`}
        actions={<Button onClick={onAny}>Show all states</Button>}
      />
    )
  if (side === 'received')
    return (
      <Empty title="Nobody has reported your agents">
        What other organizations report appears here, and you can answer it.
      </Empty>
    )
  return (
    <Empty
      title="You have reported nothing"
      actions={<ButtonLink href={to('registry')}>Find an agent</ButtonLink>}
    >
      When an agent answers wrongly, breaks a policy or worries you, report it from its page or from
      the task.
    </Empty>
  )
}
