import { useLocation } from 'preact-iso'
import { useInstalledAgents, type Wanted } from '../../api/compliance.ts'
import type { Workspace } from '../../api/workspaces.ts'
import { FilterRow, FilterSelect } from '../../parts/filters.tsx'
import { shortened } from '../../parts/id.tsx'
import { asked } from '../../to.ts'
import { FRAMEWORKS } from './words.tsx'

interface Props {
  readonly workspaces: readonly Workspace[]
  readonly wanted: Wanted
}

/** Which agent, where, and on which frameworks; all of it is in the address. */
export function Choose({ workspaces, wanted: { workspace_id, svc_id, frameworks } }: Props) {
  const { path, route } = useLocation()
  const installed = useInstalledAgents(workspace_id)
  const agents = installed.data ?? []
  const known =
    svc_id === '' || agents.some(([id]) => id === svc_id)
      ? agents
      : [[svc_id, shortened(svc_id)] as const, ...agents]
  const go = (change: { workspace?: string; agent?: string; frameworks?: string }) =>
    route(
      path +
        asked({
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
          of={workspaces.map((one) => [one.workspace_id, one.name] as const)}
          onChoose={(workspace) => go({ workspace, agent: '' })}
        />
        <FilterSelect
          label="Agent"
          value={svc_id}
          any={
            agents.length === 0 && !installed.isPending ? 'none was installed here' : 'choose one'
          }
          of={known}
          onChoose={(agent) => go({ agent })}
        />
      </FilterRow>
      <fieldset class="frameworks">
        <legend>
          Frameworks<span class="muted"> (none chosen: all)</span>
        </legend>
        {Object.entries(FRAMEWORKS).map(([id, title]) => (
          <label key={id}>
            <input type="checkbox" checked={frameworks.includes(id)} onChange={() => toggle(id)} />
            {title}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
