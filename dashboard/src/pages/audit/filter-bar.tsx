import { useWorkspaces } from '../../api/workspaces.ts'
import { FilterDate, FilterRow, FilterSearch, FilterSelect } from '../../parts/forms/filters.tsx'
import { EVENT_TYPES } from './event-types.ts'
import type { AuditFilters } from './filters.ts'

/** Filters the audit log. */
export function FilterBar({
  organization_id,
  filters: { q, event_type, workspace_id, from, to },
  change,
}: {
  organization_id: string
  filters: AuditFilters
  change: (change: Partial<AuditFilters>) => void
}) {
  const workspaces = useWorkspaces(organization_id)
  const eventTypes =
    event_type === '' || EVENT_TYPES.includes(event_type)
      ? EVENT_TYPES
      : [event_type, ...EVENT_TYPES]
  return (
    <FilterRow>
      <FilterSearch
        label="Identifier or reason"
        value={q}
        maxLength={264}
        placeholder="ws_…, inst_…, req_…"
        onSearch={(text) => change({ q: text })}
      />
      <FilterSelect
        label="Event type"
        value={event_type}
        options={eventTypes}
        onChoose={(type) => change({ event_type: type })}
      />
      <FilterSelect
        label="Workspace"
        value={workspace_id}
        options={(workspaces.data?.items ?? []).map((one) => [one.workspace_id, one.name] as const)}
        onChoose={(id) => change({ workspace_id: id })}
      />
      <FilterDate label="From" value={from} onChoose={(day) => change({ from: day })} />
      <FilterDate label="To" value={to} onChoose={(day) => change({ to: day })} />
    </FilterRow>
  )
}
