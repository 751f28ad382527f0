import { useLocation } from 'preact-iso'
import { useWorkspaces, type Workspace } from '../../api/workspaces.ts'
import { QueryBoundary } from '../../parts/feedback/query-boundary.tsx'
import { ButtonLink } from '../../parts/forms/button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/feedback/skeleton.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'
import { ReportSelection } from './report-selection.tsx'
import { ReportView } from './report.tsx'
import './compliance.css'

const LEAD =
  'Shows which controls of known frameworks are supported by records of this registry, for one agent in one workspace.' +
  ' It is evidence, not a certificate.'

export default function Compliance() {
  const workspaces = useWorkspaces(useOrganization().organization_id)
  return (
    <Page title="Compliance" lead={LEAD}>
      <QueryBoundary query={workspaces} fallback={<Skeleton lines={4} />}>
        {({ items }) =>
          items.length > 0 ? (
            <SelectedReport workspaces={items} />
          ) : (
            <EmptyState
              title="No workspaces yet"
              actions={<ButtonLink href={pageUrl('workspaces')}>Go to workspaces</ButtonLink>}
            >
              A report covers an agent in a workspace. Create a workspace and install an agent in
              it.
            </EmptyState>
          )
        }
      </QueryBoundary>
    </Page>
  )
}

function SelectedReport({ workspaces }: { workspaces: readonly Workspace[] }) {
  const { query } = useLocation()
  const workspace_id = query['workspace'] ?? workspaces[0]!.workspace_id
  const svc_id = query['agent'] ?? ''
  const frameworks = (query['frameworks'] ?? '').split(',').filter((one) => one !== '')
  return (
    <>
      <ReportSelection workspaces={workspaces} request={{ workspace_id, svc_id, frameworks }} />
      {svc_id === '' ? (
        <EmptyState title="Select an agent">The report is based on the current records.</EmptyState>
      ) : (
        <ReportView request={{ workspace_id, svc_id, frameworks }} />
      )}
    </>
  )
}
