import type { AuditRecord } from '../../api/audit.ts'
import { useRecentAudit } from '../../api/overview.ts'
import { QueryBoundary } from '../../parts/feedback/query-boundary.tsx'
import { EntityName } from '../../parts/text/entity-name.tsx'
import { OutcomeBadge } from '../../parts/badges/outcome.tsx'
import { Panel } from '../../parts/layout/panel.tsx'
import { Skeleton } from '../../parts/feedback/skeleton.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/time/time.tsx'
import { pageUrl } from '../../urls.ts'

const COLUMNS: readonly Column<AuditRecord>[] = [
  { name: 'Event', lead: true, cell: ({ event_type }) => <code>{event_type}</code> },
  {
    name: 'On',
    cell: ({ target }) =>
      target ? <EntityName {...target} /> : <span class="muted">nothing</span>,
  },
  { name: 'By', cell: (record) => <EntityName {...actorOf(record)} /> },
  { name: 'Outcome', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  { name: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
]

/** A sign-in has no actor yet, so the e-mail address of the record is shown instead. */
function actorOf({ actor, metadata }: AuditRecord): { type: string; id?: string } {
  const email = (metadata as Readonly<Record<string, unknown>>)['email']
  if (actor.type !== 'anonymous') return actor
  return typeof email === 'string' ? { type: 'member', id: email } : { type: actor.type }
}

/** Lists the newest audit records. */
export function RecentActivity({ organization_id }: { organization_id: string }) {
  const recent = useRecentAudit(organization_id)
  return (
    <Panel title="Recent activity" actions={<a href={pageUrl('audit')}>Audit log</a>}>
      <QueryBoundary query={recent} fallback={<Skeleton lines={8} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">No activity yet.</p>
          ) : (
            <Table
              label="Newest audit records"
              rows={items}
              columns={COLUMNS}
              keyOf={({ id }) => id}
            />
          )
        }
      </QueryBoundary>
    </Panel>
  )
}
