import { useWorkspaces } from '../../api/workspaces.ts'
import { FilterDay, FilterRow, FilterSearch, FilterSelect } from '../../parts/filters.tsx'
import { KINDS } from './kinds.ts'
import type { Asking } from './state.ts'

/** What narrows the log. */
export function Narrow({
  organization_id,
  asking: { q, event_type, workspace_id, from, to },
  change,
}: {
  organization_id: string
  asking: Asking
  change: (change: Partial<Asking>) => void
}) {
  const workspaces = useWorkspaces(organization_id)
  const kinds = event_type === '' || KINDS.includes(event_type) ? KINDS : [event_type, ...KINDS]
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
        label="Kind"
        value={event_type}
        of={kinds}
        onChoose={(kind) => change({ event_type: kind })}
      />
      <FilterSelect
        label="Workspace"
        value={workspace_id}
        of={(workspaces.data?.items ?? []).map((one) => [one.workspace_id, one.name] as const)}
        onChoose={(id) => change({ workspace_id: id })}
      />
      <FilterDay label="From" value={from} onChoose={(day) => change({ from: day })} />
      <FilterDay label="To" value={to} onChoose={(day) => change({ to: day })} />
    </FilterRow>
  )
}
