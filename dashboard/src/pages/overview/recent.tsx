import { useRecentAudit, type AuditRecord } from '../../api/overview.ts'
import { Asked } from '../../parts/asked.tsx'
import { Badge } from '../../parts/badge.tsx'
import { shortened } from '../../parts/id.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Table, type Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { to } from '../../to.ts'

const TONES = { success: 'good', failure: 'bad', denied: 'warn' } as const
const COLUMNS: readonly Column<AuditRecord>[] = [
  { name: 'Event', lead: true, cell: ({ event_type }) => <code>{event_type}</code> },
  { name: 'Outcome', cell: ({ outcome }) => <Badge tone={TONES[outcome]}>{outcome}</Badge> },
  { name: 'By', cell: ({ actor }) => `${actor.type.replaceAll('_', ' ')}${actor.id === undefined ? '' : ` ${shortened(actor.id)}`}` },
  { name: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
]

/** The newest records of the audit log. */
export function Recent({ organization_id }: { organization_id: string }) {
  const recent = useRecentAudit(organization_id)
  return (
    <Panel title="What happened" actions={<a href={to('audit')}>Audit log</a>}>
      <Asked query={recent} as={<Skeleton lines={8} />}>
        {({ items }) => (items.length === 0 ? <p class="muted">Nothing yet.</p> : <Table label="Newest audit records" rows={items} columns={COLUMNS} keyOf={({ id }) => id} />)}
      </Asked>
    </Panel>
  )
}
