import { useAuditSearch, type AuditRecord } from '../../api/audit.ts'
import { joinTaskRecords, taskDuration, type RecordRow } from '../../entities/task-records.ts'
import { EmptyState } from '../../parts/feedback/query-boundary.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { OutcomeBadge } from '../../entities/status-badges.tsx'
import { PagedList } from '../../parts/tables/paged-list.tsx'
import { usePaging } from '../../parts/tables/pager.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/text/time.tsx'
import { toAuditSearch, type AuditFilters } from './filters.tsx'
import { EventName, ElapsedTime } from '../../entities/event-name.tsx'
import { NamedEntity } from '../../entities/named-entity.tsx'

interface Props {
  readonly organization_id: string
  readonly filters: AuditFilters
  readonly hrefOf: (sequence: number) => string
  readonly onClear: () => void
}

const columns = (hrefOf: Props['hrefOf']): readonly Column<RecordRow>[] => [
  {
    name: 'Event',
    lead: true,
    cell: ({ record }) => (
      <span class="two-lines">
        <a href={hrefOf(record.sequence)}>
          <EventName type={record.event_type} exact />
        </a>
        <ElapsedTime duration_ms={taskDuration(record)} />
      </span>
    ),
  },
  {
    name: 'Outcome',
    cell: ({ record: { outcome, event_type } }) => (
      <OutcomeBadge outcome={outcome} event_type={event_type} />
    ),
  },
  { name: 'Actor', cell: ({ record: { actor } }) => <Actor actor={actor} /> },
  { name: 'Target', cell: ({ record: { target } }) => <Target target={target} /> },
  { name: 'Time', cell: ({ record: { occurred_at } }) => <Time at={occurred_at} /> },
  { name: 'Sequence', align: 'end', cell: (row) => <Sequences row={row} hrefOf={hrefOf} /> },
]

/** Shows the sequence number of a record, and for the end of a task also that of its start. */
const Sequences = ({
  row: { record, started },
  hrefOf,
}: { row: RecordRow } & Pick<Props, 'hrefOf'>) => (
  <span class="muted">
    {started && (
      <>
        <a href={hrefOf(started.sequence)} aria-label={`Start of the task, ${started.sequence}`}>
          {started.sequence}
        </a>
        {', '}
      </>
    )}
    {record.sequence}
  </span>
)

/** Lists the matching records. */
export function RecordList({ organization_id, filters, hrefOf, onClear }: Props) {
  const paging = usePaging()
  const records = useAuditSearch(organization_id, toAuditSearch(filters, paging.cursor))
  const rows = joinTaskRecords(records.data?.items ?? [])
  const filtered = Object.values(filters).some((value) => value !== '')
  return (
    <PagedList
      query={records}
      paging={paging}
      noun="records"
      lines={10}
      empty={<NoRecords filtered={filtered} onClear={onClear} />}
      unfinished={
        <EmptyState title="No matches so far">
          Searched back to <Time at={records.data?.searched_back_to} format="exact" />. Select Next
          to continue.
        </EmptyState>
      }
      shown={rows.length}
    >
      {() => (
        <Table
          label="Audit records"
          rows={rows}
          columns={columns(hrefOf)}
          keyOf={({ record: { id } }) => id}
          href={({ record: { sequence } }) => hrefOf(sequence)}
        />
      )}
    </PagedList>
  )
}

function NoRecords({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered)
    return (
      <EmptyState title="No records yet">
        Actions by people, API keys, agents and the operator are recorded here.
      </EmptyState>
    )
  return (
    <EmptyState
      title="No matching records"
      actions={<Button onClick={onClear}>Clear all filters</Button>}
    >
      The search covers reasons and the identifiers of actors, targets, requests and records.
    </EmptyState>
  )
}

export const Actor = ({ actor: { type, id } }: { actor: AuditRecord['actor'] }) => (
  <NamedEntity type={type} {...(id !== undefined && { id })} />
)
export const Target = ({ target }: { target: AuditRecord['target'] }) =>
  target ? <NamedEntity {...target} /> : <span class="muted">none</span>
