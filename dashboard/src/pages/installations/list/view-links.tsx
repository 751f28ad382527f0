import { useInstallationCounts, type InstallationFilter } from '../../../api/installations.ts'
import { useQueryParameters } from '../../../workspace/route-parameters.ts'
import { VIEWS, type View } from './views.ts'

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
  const { address } = useQueryParameters()
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
              href={address({ show: view.key })}
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
