import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { useEffect } from 'preact/hooks'
import type { Scope } from '../api/organizations.ts'
import { isProblem } from '../api/problem.ts'
import { useOrganizationOf, useWorkspace } from '../api/workspaces.ts'
import { Failure } from '../parts/feedback/failure.tsx'
import { Skeleton } from '../parts/feedback/query-boundary.tsx'
import { toast } from '../parts/feedback/toasts.tsx'
import { Page } from '../parts/layout/page.tsx'
import { Tabs } from '../parts/layout/view-switches.tsx'
import { permits, useCurrentUser, useOrganization } from './current-user.tsx'
import type { PageName } from '../paths.ts'
import { pageUrl, urlInOrganization, useWorkspaceId } from '../urls.ts'

const TABS = [
  ['Installations', 'installations', 'installations:read'],
  ['Install tokens', 'tokens', 'tokens:read'],
  ['Policy', 'policy', 'policy:read'],
  ['Alarms', 'alarms', 'audit:read'],
  ['Members', 'members', 'workspaces:read'],
] as const satisfies readonly (readonly [title: string, page: PageName, scope: Scope])[]
type Tab = (typeof TABS)[number][0]

/** Lays out a page of a workspace: its name, its tabs, and the error if it does not exist. */
export function WorkspacePage({
  tab,
  actions,
  children,
}: {
  tab: Tab
  actions?: ComponentChildren
  children: ComponentChildren
}) {
  const workspace_id = useWorkspaceId()
  const organization = useOrganization()
  const { data, error, refetch } = useWorkspace(organization.organization_id, workspace_id)
  const name = data?.name ?? 'Workspace'
  const crumbs = [{ title: 'Workspaces', href: pageUrl('workspaces') }]
  if (!data && error)
    return (
      <Page title="Workspace" crumbs={crumbs}>
        {isProblem(error, 404) ? (
          <NotInOrganization workspace_id={workspace_id} error={error} />
        ) : (
          <Failure error={error} retry={refetch} />
        )}
      </Page>
    )
  return (
    <Page
      title={name}
      tabTitle={`${tab} · ${name}`}
      crumbs={crumbs}
      lead={data?.description || undefined}
      actions={actions}
    >
      <Tabs
        label="Workspace sections"
        tabs={TABS.filter(([, , scope]) => permits(organization, scope)).map(([title, page]) => ({
          title,
          href: pageUrl(page, { workspace_id }),
        }))}
      />
      {children}
    </Page>
  )
}

/**
 * Selects the organization of a workspace if it is another of the user's organizations, because links that are shared by a user of only
 * one organization do not name it.
 */
function NotInOrganization({ workspace_id, error }: { workspace_id: string; error: unknown }) {
  const { session, organization } = useCurrentUser()
  const { url, route } = useLocation()
  const others = session.memberships.filter(
    ({ organization_id }) => organization_id !== organization?.organization_id,
  )
  const found = useOrganizationOf(
    others.map(({ organization_id }) => organization_id),
    workspace_id,
  )
  const name = others.find(({ organization_id }) => organization_id === found)?.name
  useEffect(() => {
    if (!found) return
    route(urlInOrganization(url, found), true)
    toast(`This workspace belongs to ${name}, which is now selected.`)
  }, [found])
  return found === null ? <Failure error={error} /> : <Skeleton lines={12} />
}
