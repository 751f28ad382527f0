import { useRef } from 'preact/hooks'
import {
  useInstallationCounts,
  type InstallationFilter,
  type Installation,
} from '../../../api/installations.ts'
import { useQueryParameters } from '../../../urls.ts'
import { useCachedAgent } from '../../../api/agents.ts'
import { shorten } from '../../../parts/text/copyable.tsx'
import { installationName } from '../labels.tsx'

/** The views of the list. Health is only meaningful for active installations. */
export const VIEWS = [
  { key: '', title: 'All', filter: {} },
  { key: 'online', title: 'Online', filter: { lifecycle: 'active', health: 'online' } },
  { key: 'unhealthy', title: 'Unhealthy', filter: { lifecycle: 'active', health: 'unhealthy' } },
  { key: 'offline', title: 'Offline', filter: { lifecycle: 'active', health: 'offline' } },
  { key: 'stopped', title: 'Stopped', filter: { lifecycle: 'active', health: 'stopped' } },
  { key: 'paused', title: 'Paused', filter: { lifecycle: 'paused' } },
  { key: 'revoked', title: 'Revoked', filter: { lifecycle: 'revoked' } },
  { key: 'terminated', title: 'Terminated', filter: { lifecycle: 'terminated' } },
] as const satisfies readonly { key: string; title: string; filter: InstallationFilter }[]

export type View = (typeof VIEWS)[number]

/** Returns whether installations in a view can be revoked. */
export const isRevocable = ({ filter }: View): boolean =>
  !('lifecycle' in filter) || filter.lifecycle === 'active' || filter.lifecycle === 'paused'

/** Returns the view with a key, or the one of all installations. */
export const viewByKey = (key = ''): View => VIEWS.find((view) => view.key === key) ?? VIEWS[0]

/** Links to the views, with the number of installations in each. */
export function ViewLinks({
  workspace_id,
  agent_id,
  current,
}: {
  workspace_id: string
  agent_id: string | undefined
  current: View
}) {
  const { urlWith } = useQueryParameters()
  const filters: readonly InstallationFilter[] = VIEWS.map(({ filter }) => ({
    ...filter,
    ...(agent_id !== undefined && { agent_id }),
  }))
  const { data: counts } = useInstallationCounts(workspace_id, filters)
  return (
    <nav class="views" aria-label="Installations by state">
      <ul>
        {VIEWS.map((view, index) => (
          <li key={view.key}>
            <a
              href={urlWith({ show: view.key })}
              aria-current={view === current ? 'true' : undefined}
            >
              {view.title} <span class="count">{counts?.[index] ?? '…'}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Filters installations by agent. The options are the agents that were listed since the page was opened. */
export function AgentFilter({
  installations,
  selected,
}: {
  installations: readonly Installation[]
  selected: string | undefined
}) {
  const { navigate } = useQueryParameters()
  const names = useRef(new Map<string, string>())
  const { data } = useCachedAgent(selected ?? '', selected !== undefined)
  for (const installation of installations)
    names.current.set(installation.agent_id, installationName(installation))
  if (selected !== undefined)
    names.current.set(
      selected,
      data ? `${data.name} ${data.version}` : (names.current.get(selected) ?? shorten(selected)),
    )
  const options = [...names.current].sort(([, a], [, b]) => a.localeCompare(b))
  return (
    <label class="inline">
      Agent
      <select
        value={selected ?? ''}
        onChange={({ currentTarget }) => navigate({ agent: currentTarget.value })}
      >
        <option value="">All agents</option>
        {options.map(([agent_id, name]) => (
          <option key={agent_id} value={agent_id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
