import type { AuditRecord } from '../../../api/audit.ts'
import { Badge } from '../../../parts/badges/badge.tsx'
import { Id } from '../../../parts/text/id.tsx'
import { Table } from '../../../parts/tables/table.tsx'
import { Time } from '../../../parts/time/time.tsx'
import { pageUrl } from '../../../urls.ts'
import { kindOf, toneOf } from './alarm-kinds.ts'
import { Callers, callersOf } from './callers.tsx'

export const AlarmList = ({ items }: { items: readonly AuditRecord[] }) => (
  <Table
    label="Alarms"
    rows={items}
    keyOf={({ id }) => id}
    columns={[
      {
        name: 'What happened',
        lead: true,
        cell: (record) => (
          <span class="two-lines">
            <Badge tone={toneOf(record)}>{kindOf(record.event_type).title}</Badge>
            <AlarmDetails record={record} />
          </span>
        ),
      },
      { name: 'Outcome', cell: ({ outcome }) => (outcome === 'success' ? 'allowed' : outcome) },
      { name: 'Target', cell: (record) => <AlarmTarget record={record} /> },
      { name: 'From', cell: ({ actor }) => actor.ip ?? <span class="muted">{actor.type}</span> },
      { name: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
    ]}
  />
)

/** Shows the reason, the callers and the other metadata of a record. */
function AlarmDetails({ record: { reason, metadata } }: { record: AuditRecord }) {
  const callers = callersOf(metadata)
  const others = Object.entries(metadata).filter(([name]) => name !== 'callers')
  return (
    <span class="alarm-details">
      {reason && <span>{reason}</span>}
      {callers.length > 0 && <Callers callers={callers} />}
      {others.length > 0 && (
        <details class="more">
          <summary>Details</summary>
          <pre class="json">{JSON.stringify(Object.fromEntries(others), null, 2)}</pre>
        </details>
      )}
    </span>
  )
}

function AlarmTarget({ record: { target } }: { record: AuditRecord }) {
  if (!target) return <span class="muted">none</span>
  if (target.type === 'installation')
    return <a href={pageUrl('installation', { installation_id: target.id })}>installation</a>
  if (target.type === 'agent') return <a href={pageUrl('agent', { svc_id: target.id })}>agent</a>
  return (
    <span class="two-lines">
      <span>{target.type.replaceAll('_', ' ')}</span>
      <Id value={target.id} label={`${target.type.replaceAll('_', ' ')} id`} />
    </span>
  )
}
