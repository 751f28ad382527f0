import { useAuditSearch, type AuditRecord } from '../../api/audit.ts'
import { Asked } from '../../parts/asked.tsx'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Outcome } from '../../parts/outcome.tsx'
import { Pager, usePaging } from '../../parts/pager.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Table, type Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { searchOf, type Asking } from './state.ts'
import { Actor, Target } from './words.tsx'

interface Props {
  readonly organization_id: string
  readonly asking: Asking
  readonly hrefOf: (sequence: number) => string
  readonly onClear: () => void
}

const columns = (hrefOf: Props['hrefOf']): readonly Column<AuditRecord>[] => [
  {
    name: 'Event',
    lead: true,
    cell: ({ event_type, sequence }) => (
      <a href={hrefOf(sequence)}>
        <code>{event_type}</code>
      </a>
    ),
  },
  { name: 'Outcome', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  { name: 'By', cell: ({ actor }) => <Actor actor={actor} /> },
  { name: 'On', cell: ({ target }) => <Target target={target} /> },
  { name: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
  { name: 'Number', align: 'end', cell: ({ sequence }) => <span class="muted">{sequence}</span> },
]

/** The records that fit. */
export function Records({ organization_id, asking, hrefOf, onClear }: Props) {
  const paging = usePaging()
  const found = useAuditSearch(organization_id, searchOf(asking, paging.cursor))
  const narrowed = Object.values(asking).some((value) => value !== '')
  return (
    <Asked query={found} as={<Skeleton of="rows" lines={10} />}>
      {({ items, next_cursor, searched_back_to }) => (
        <div class={found.isPlaceholderData ? 'stack stale' : 'stack'}>
          {items.length > 0 && (
            <Table
              label="Audit records"
              rows={items}
              columns={columns(hrefOf)}
              keyOf={({ id }) => id}
              href={({ sequence }) => hrefOf(sequence)}
            />
          )}
          {items.length === 0 && next_cursor === undefined && (
            <Nothing narrowed={narrowed} onClear={onClear} />
          )}
          {items.length === 0 && next_cursor !== undefined && (
            <Empty title="None so far">
              Searched back to <Time at={searched_back_to} as="exact" />. Next goes on from there.
            </Empty>
          )}
          <Pager paging={paging} next_cursor={next_cursor} shown={items.length} />
        </div>
      )}
    </Asked>
  )
}

function Nothing({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  if (!narrowed)
    return (
      <Empty title="Nothing has happened yet">
        What people, keys, agents and the operator do is recorded here.
      </Empty>
    )
  return (
    <Empty title="No record fits" actions={<Button onClick={onClear}>Clear all filters</Button>}>
      The text is looked for in the identifiers of who acted, of what was acted upon, of requests
      and records, and in reasons.
    </Empty>
  )
}
