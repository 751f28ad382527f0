import type { AuditRecord } from '../../api/audit.ts'
import { useRecentAudit } from '../../api/overview.ts'
import { Asked } from '../../parts/asked.tsx'
import { Named } from '../../parts/named.tsx'
import { Outcome } from '../../parts/outcome.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Table, type Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { to } from '../../to.ts'

const COLUMNS: readonly Column<AuditRecord>[] = [
  { name: 'Event', lead: true, cell: ({ event_type }) => <code>{event_type}</code> },
  {
    name: 'On',
    cell: ({ target }) => (target ? <Named {...target} /> : <span class="muted">nothing</span>),
  },
  { name: 'By', cell: (record) => <Named {...personOf(record)} /> },
  { name: 'Outcome', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  { name: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
]

/** Who signs in is nobody yet, unless the record says whose mailbox it was. */
function personOf({ actor, metadata }: AuditRecord): { type: string; id?: string } {
  const email = (metadata as Readonly<Record<string, unknown>>)['email']
  if (actor.type !== 'anonymous') return actor
  return typeof email === 'string' ? { type: 'member', id: email } : { type: actor.type }
}

/** The newest records of the audit log. */
export function Recent({ organization_id }: { organization_id: string }) {
  const recent = useRecentAudit(organization_id)
  return (
    <Panel title="What happened" actions={<a href={to('audit')}>Audit log</a>}>
      <Asked query={recent} as={<Skeleton lines={8} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">Nothing yet.</p>
          ) : (
            <Table
              label="Newest audit records"
              rows={items}
              columns={COLUMNS}
              keyOf={({ id }) => id}
            />
          )
        }
      </Asked>
    </Panel>
  )
}
