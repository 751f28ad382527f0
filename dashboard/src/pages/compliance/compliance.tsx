import { useLocation } from 'preact-iso'
import { planIncludes } from '../../api/organizations.ts'
import { PlanRequired } from '../../entities/access-notices.tsx'
import { useWorkspaces, type Workspace } from '../../api/workspaces.ts'
import { QueryBoundary, EmptyState, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { ButtonLink } from '../../parts/forms/button.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { pageUrl, queryString } from '../../urls.ts'
import { ReportView } from './report.tsx'
import { useInstalledAgents, type ReportRequest } from '../../api/compliance.ts'
import { FilterRow, FilterSelect } from '../../parts/forms/filters.tsx'
import { WorkspaceSelect } from '../../entities/workspace-select.tsx'
import { visibleName } from '../../parts/text/visible.ts'
import { FRAMEWORK_TITLES } from './frameworks.tsx'
import './compliance.css'

const LEAD =
  'Shows which controls of common frameworks are supported by the records of this registry, for one agent in one workspace.' +
  ' A report is evidence, not a certification.'

export default function Compliance() {
  const { plan } = useOrganization()
  return (
    <Page title="Compliance" lead={LEAD}>
      {planIncludes(plan, 'enterprise') ? (
        <Reports />
      ) : (
        <PlanRequired plan="enterprise">Compliance reports require the</PlanRequired>
      )}
    </Page>
  )
}

function Reports() {
  const workspaces = useWorkspaces(useOrganization().organization_id)
  return (
    <QueryBoundary query={workspaces} fallback={<Skeleton lines={4} />}>
      {({ items }) =>
        items.length > 0 ? (
          <SelectedReport workspaces={items} />
        ) : (
          <EmptyState
            title="No workspaces yet"
            actions={<ButtonLink href={pageUrl('workspaces')}>Go to workspaces</ButtonLink>}
          >
            A report covers an agent in a workspace. Create a workspace and install an agent in it.
          </EmptyState>
        )
      }
    </QueryBoundary>
  )
}

function SelectedReport({ workspaces }: { workspaces: readonly Workspace[] }) {
  const { query } = useLocation()
  const workspace_id = query['workspace'] || workspaces[0]!.workspace_id
  const svc_id = query['agent'] ?? ''
  const frameworks = (query['frameworks'] ?? '').split(',').filter((framework) => framework !== '')
  return (
    <>
      <ReportSelection request={{ workspace_id, svc_id, frameworks }} />
      {svc_id === '' ? (
        <NoAgent workspace_id={workspace_id} />
      ) : (
        <ReportView request={{ workspace_id, svc_id, frameworks }} />
      )}
    </>
  )
}

/** Asks for an agent, or links to the registry if none is installed. */
function NoAgent({ workspace_id }: { workspace_id: string }) {
  const installed = useInstalledAgents(workspace_id)
  return installed.data?.length === 0 ? (
    <EmptyState
      title="No agents installed"
      actions={<ButtonLink href={pageUrl('registry')}>Find an agent</ButtonLink>}
    >
      A report covers an agent that is installed in this workspace.
    </EmptyState>
  ) : (
    <EmptyState title="Select an agent">Its report is created from the current records.</EmptyState>
  )
}

/** Selects the agent, the workspace and the frameworks of a report, which are part of the URL. */
function ReportSelection({
  request: { workspace_id, svc_id, frameworks },
}: {
  request: ReportRequest
}) {
  const { path, route } = useLocation()
  const installed = useInstalledAgents(workspace_id)
  const agents = (installed.data ?? []).map(([id, name]) => [id, visibleName(name)] as const)
  const navigate = (change: { workspace?: string; agent?: string; frameworks?: string }) =>
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
    navigate({
      frameworks: (frameworks.includes(id)
        ? frameworks.filter((framework) => framework !== id)
        : [...frameworks, id]
      ).join(','),
    })
  return (
    <div class="stack">
      <FilterRow>
        <WorkspaceSelect
          value={workspace_id}
          onSelect={(workspace) => navigate({ workspace, agent: '' })}
        />
        <FilterSelect
          label="Agent"
          value={svc_id}
          any={installed.data?.length === 0 ? 'No agents installed' : 'Choose an agent'}
          options={agents}
          onSelect={(agent) => navigate({ agent })}
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
