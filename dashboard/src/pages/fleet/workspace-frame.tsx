import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useWorkspace } from '../../api/workspaces.ts'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { to } from '../../to.ts'
import { useWorkspaceId } from './place.ts'
import './fleet.css'

const TABS = [
  ['Installations', 'installations'],
  ['Install tokens', 'tokens'],
  ['Policy', 'policy'],
  ['Alarms', 'alarms'],
  ['Members', 'members'],
] as const
type Tab = (typeof TABS)[number][0]

/** What the pages of one workspace have in common: its name, its tabs, and that it may be gone. */
export function WorkspaceFrame({
  tab,
  actions,
  children,
}: {
  tab: Tab
  actions?: ComponentChildren
  children: ComponentChildren
}) {
  const workspace_id = useWorkspaceId()
  const { data, error, refetch } = useWorkspace(useOrganization().organization_id, workspace_id)
  const name = data?.name ?? 'Workspace'
  useEffect(() => {
    document.title = `${tab} · ${name} – Agent Registry`
  }, [tab, name])
  const crumbs = [{ title: 'Workspaces', href: to('workspaces') }]
  if (!data && error)
    return (
      <Page title="Workspace" crumbs={crumbs}>
        <Failure error={error} retry={refetch} />
      </Page>
    )
  return (
    <Page title={name} crumbs={crumbs} lead={data?.description || undefined} actions={actions}>
      <Tabs
        label="Parts of this workspace"
        of={TABS.map(([title, page]) => ({ title, href: to(page, { workspace_id }) }))}
      />
      {children}
    </Page>
  )
}
