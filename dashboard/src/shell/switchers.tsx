import { useLocation } from 'preact-iso'
import { useWorkspaces } from '../api/workspaces.ts'
import { pageUrl, ROOT } from '../urls.ts'
import { useCurrentUser } from './current-user.tsx'

/** Lets the user switch between organizations and workspaces. Renders nothing for an operator without an organization. */
export function Switchers() {
  const { session, organization, selectOrganization } = useCurrentUser()
  const { route } = useLocation()
  if (!organization) return null
  const change = (organization_id: string) => {
    selectOrganization(organization_id)
    route(pageUrl('overview'))
  }
  return (
    <div class="switchers">
      {session.memberships.length === 1 ? (
        <span class="organization">{organization.name}</span>
      ) : (
        <label>
          <span class="visually-hidden">Organization</span>
          <select
            value={organization.organization_id}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          >
            {session.memberships.map(({ organization_id, name }) => (
              <option key={organization_id} value={organization_id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <span class="slash" aria-hidden="true">
        /
      </span>
      <WorkspaceSwitcher organization_id={organization.organization_id} />
    </div>
  )
}

function WorkspaceSwitcher({ organization_id }: { organization_id: string }) {
  const { path, route } = useLocation()
  const { data } = useWorkspaces(organization_id)
  const [, current = '', tab = 'installations'] =
    /^\/workspaces\/([^/]+)(?:\/(\w+))?/.exec(path.slice(ROOT.length)) ?? []
  const selected = data?.items.find(
    ({ workspace_id }) => encodeURIComponent(workspace_id) === current,
  )
  const navigate = (workspace_id: string) =>
    route(
      workspace_id === ''
        ? pageUrl('workspaces')
        : `${pageUrl('workspace', { workspace_id })}/${tab}`,
    )
  return (
    <label>
      <span class="visually-hidden">Workspace</span>
      <select
        value={selected?.workspace_id ?? ''}
        onChange={({ currentTarget }) => navigate(currentTarget.value)}
      >
        <option value="">All workspaces</option>
        {data?.items.map(({ workspace_id, name }) => (
          <option key={workspace_id} value={workspace_id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
