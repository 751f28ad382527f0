import { useRef } from 'preact/hooks'
import { useCachedAgent } from '../../../api/agents.ts'
import type { FleetFilter } from '../../../api/fleet.ts'
import type { Installation } from '../../../api/installations.ts'
import { FilterRow, FilterSearch, FilterSelect, FilterText } from '../../../parts/forms/filters.tsx'
import { WorkspaceSelect } from '../../../entities/workspace-select.tsx'
import { useQueryParameters } from '../../../urls.ts'
import { installationName } from '../state.tsx'
import { agentTitle } from '../../../parts/text/visible.ts'

/** The names of the filters in the URL. */
const NAMES = ['q', 'labels', 'workspace', 'agent', 'platform', 'version'] as const
type Values = Readonly<Partial<Record<(typeof NAMES)[number], string>>>

/** The platforms that the contract names. A beacon may name others. */
const PLATFORMS = [
  ['docker', 'Docker'],
  ['kubernetes', 'Kubernetes'],
  ['aws_lambda', 'AWS Lambda'],
  ['bare_metal', 'Bare metal'],
] as const

/** Returns the filters in the URL, apart from the view, as they are typed and as they are requested. */
export function useFleetFilters(workspace_id: string | undefined) {
  const { query } = useQueryParameters()
  const values: Values = query
  const { q, agent, platform, version } = values
  // While the next requirement is being typed, the text ends with a comma, which the registry rejects.
  const labels = values.labels?.replace(/[\s,]+$/, '').trimStart()
  const workspace = workspace_id ?? values.workspace
  const filter: FleetFilter = {
    ...(q && { q }),
    ...(labels && { label_selector: labels }),
    ...(workspace && { workspace_ids: [workspace] }),
    ...(agent && { agent_id: agent }),
    ...(platform && { platforms: [platform] }),
    ...(version && { versions: [version] }),
  }
  const filtered = NAMES.some((name) => values[name])
  return { values, filter, filtered }
}

/** Filters installations by text, labels, workspace, agent, platform and version. */
export function FleetFilters({
  values: { q = '', labels = '', workspace = '', agent, platform = '', version = '' },
  shown,
  everyWorkspace,
}: {
  values: Values
  /** The installations that the list shows, whose agents are offered. */
  shown: readonly Installation[]
  /** Whether the list shows installations in several workspaces. */
  everyWorkspace: boolean
}) {
  const { navigate } = useQueryParameters()
  return (
    <FilterRow>
      <FilterSearch
        label="Agent name or installation ID"
        value={q}
        placeholder="invoice reader, 0195…"
        onSearch={(text) => navigate({ q: text })}
      />
      <FilterText
        label="Labels"
        value={labels}
        maxLength={512}
        placeholder="env=prod, !legacy"
        onChange={(text) => navigate({ labels: text })}
      />
      {everyWorkspace && (
        <WorkspaceSelect
          value={workspace}
          optional
          onSelect={(id) => navigate({ workspace: id })}
        />
      )}
      <AgentFilter shown={shown} selected={agent} />
      <FilterSelect
        label="Platform"
        value={platform}
        options={PLATFORMS}
        onSelect={(key) => navigate({ platform: key })}
      />
      <FilterText
        label="Version"
        value={version}
        maxLength={64}
        placeholder="1.4.0"
        onChange={(text) => navigate({ version: text })}
      />
    </FilterRow>
  )
}

/** Filters installations by agent. The options are the agents that were listed since the page was opened. */
function AgentFilter({
  shown,
  selected = '',
}: {
  shown: readonly Installation[]
  selected: string | undefined
}) {
  const { navigate } = useQueryParameters()
  const names = useRef(new Map<string, string>())
  const { data } = useCachedAgent(selected, selected !== '')
  for (const installation of shown)
    names.current.set(installation.agent_id, installationName(installation))
  if (data) names.current.set(selected, agentTitle(data))
  return (
    <FilterSelect
      label="Agent"
      value={selected}
      any="All agents"
      options={[...names.current].toSorted(([, a], [, b]) => a.localeCompare(b))}
      onSelect={(agent) => navigate({ agent })}
    />
  )
}
