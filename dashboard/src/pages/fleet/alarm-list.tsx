import type { AuditRecord } from '../../api/audit.ts'
import { Badge } from '../../parts/badge.tsx'
import { Id } from '../../parts/id.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { to } from '../../to.ts'
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
            <Said of={record} />
          </span>
        ),
      },
      { name: 'Outcome', cell: ({ outcome }) => (outcome === 'success' ? 'let through' : outcome) },
      { name: 'Concerns', cell: (record) => <Concerned of={record} /> },
      { name: 'From', cell: ({ actor }) => actor.ip ?? <span class="muted">{actor.type}</span> },
      { name: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
    ]}
  />
)

/** What the record says beyond its kind: who came when, and every other fact as it is. */
function Said({ of: { reason, metadata } }: { of: AuditRecord }) {
  const callers = callersOf(metadata)
  const others = Object.entries(metadata).filter(([name]) => name !== 'callers')
  return (
    <span class="alarm-said">
      {reason && <span>{reason}</span>}
      {callers.length > 0 && <Callers of={callers} />}
      {others.length > 0 && (
        <details class="more">
          <summary>Details</summary>
          <pre class="json">{JSON.stringify(Object.fromEntries(others), null, 2)}</pre>
        </details>
      )}
    </span>
  )
}

function Concerned({ of: { target } }: { of: AuditRecord }) {
  if (!target) return <span class="muted">nothing in particular</span>
  if (target.type === 'installation')
    return <a href={to('installation', { installation_id: target.id })}>the installation</a>
  if (target.type === 'agent') return <a href={to('agent', { svc_id: target.id })}>the agent</a>
  return (
    <span class="two-lines">
      <span>{target.type.replaceAll('_', ' ')}</span>
      <Id value={target.id} of={`${target.type.replaceAll('_', ' ')} id`} />
    </span>
  )
}
