import { useLocation } from 'preact-iso'
import { useInstalledAgents, type ReportRequest } from '../../api/compliance.ts'
import type { Workspace } from '../../api/workspaces.ts'
import { FilterRow, FilterSelect } from '../../parts/forms/filters.tsx'
import { shorten } from '../../parts/text/id.tsx'
import { queryString } from '../../urls.ts'
import { FRAMEWORK_TITLES } from './labels.tsx'

interface Props {
  readonly workspaces: readonly Workspace[]
  readonly request: ReportRequest
}

/** Selects the agent, the workspace and the frameworks of a report, which are part of the address. */
export function ReportSelection({
  workspaces,
  request: { workspace_id, svc_id, frameworks },
}: Props) {
  const { path, route } = useLocation()
  const installed = useInstalledAgents(workspace_id)
  const agents = installed.data ?? []
  const agentOptions =
    svc_id === '' || agents.some(([id]) => id === svc_id)
      ? agents
      : [[svc_id, shorten(svc_id)] as const, ...agents]
  const go = (change: { workspace?: string; agent?: string; frameworks?: string }) =>
    route(
      path +
        queryString({
          workspace: workspace_id,
          agent: svc_id,
          frameworks: frameworks.join(','),
          ...change,
        }),
      true,
    )
  const toggle = (id: string) =>
    go({
      frameworks: (frameworks.includes(id)
        ? frameworks.filter((one) => one !== id)
        : [...frameworks, id]
      ).join(','),
    })
  return (
    <div class="stack">
      <FilterRow>
        <FilterSelect
          label="Workspace"
          value={workspace_id}
          options={workspaces.map((one) => [one.workspace_id, one.name] as const)}
          onChoose={(workspace) => go({ workspace, agent: '' })}
        />
        <FilterSelect
          label="Agent"
          value={svc_id}
          any={
            agents.length === 0 && !installed.isPending ? 'no agents installed' : 'select an agent'
          }
          options={agentOptions}
          onChoose={(agent) => go({ agent })}
        />
      </FilterRow>
      <FrameworkChoice selected={frameworks} onToggle={toggle} />
    </div>
  )
}

const FrameworkChoice = ({
  selected,
  onToggle,
}: {
  selected: readonly string[]
  onToggle: (id: string) => void
}) => (
  <fieldset class="frameworks">
    <legend>
      Frameworks<span class="muted"> (all if none is selected)</span>
    </legend>
    {Object.entries(FRAMEWORK_TITLES).map(([id, title]) => (
      <label key={id}>
        <input type="checkbox" checked={selected.includes(id)} onChange={() => onToggle(id)} />
        {title}
      </label>
    ))}
  </fieldset>
)
