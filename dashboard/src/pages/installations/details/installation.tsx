import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { useInstallation, type Installation } from '../../../api/installations.ts'
import { useWorkspace } from '../../../api/workspaces.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { Skeleton } from '../../../parts/feedback/query-boundary.tsx'
import { membershipIn, permits, useCurrentUser } from '../../../shell/current-user.tsx'
import { pageUrl } from '../../../urls.ts'
import { AttestationPanel, IdentityPanel, HealthPayload, BeaconPanel } from './panels.tsx'
import { LabelsPanel } from './labels-panel.tsx'
import { installationName } from '../state.tsx'
import { CommandList } from '../commands/command-list.tsx'
import { StatusSummary } from './status-summary.tsx'
import { CommandMenu } from '../commands/command-menu.tsx'
import { RevokeDialog } from '../revoke.tsx'
import { visibleName } from '../../../parts/text/visible.ts'
import '../installations.css'

/** Shows an installation with its commands. */
export default function InstallationPage() {
  const installation_id = useRoute().params['installation_id'] ?? ''
  const { data, error, refetch } = useInstallation(installation_id)
  if (data) return <InstallationDetails installation={data} />
  const crumbs = [{ title: 'Workspaces', href: pageUrl('workspaces') }]
  return (
    <Page title="Installation" crumbs={crumbs}>
      {error ? <Failure error={error} retry={refetch} /> : <Skeleton lines={8} />}
    </Page>
  )
}

function InstallationDetails({ installation }: { installation: Installation }) {
  const { session } = useCurrentUser()
  const { workspace_id, organization_id } = installation
  const { data: workspace } = useWorkspace(organization_id, workspace_id)
  const [revoking, setRevoking] = useState(false)
  const canEdit = permits(membershipIn(session, organization_id), 'installations:write')
  const title = installationName(installation)
  const crumbs = [
    { title: 'Workspaces', href: pageUrl('workspaces') },
    {
      title: visibleName(workspace?.name ?? 'Workspace'),
      href: pageUrl('installations', { workspace_id }),
    },
  ]
  return (
    <Page
      title={title}
      tabTitle={`${title} · Installation`}
      crumbs={crumbs}
      actions={
        canEdit ? (
          <CommandMenu installation={installation} onRevoke={() => setRevoking(true)} />
        ) : undefined
      }
    >
      <StatusSummary installation={installation} />
      <div class="columns">
        <div class="stack">
          <IdentityPanel installation={installation} />
          <LabelsPanel installation={installation} canEdit={canEdit} />
          <AttestationPanel installation={installation} />
        </div>
        <div class="stack">
          <HealthPayload installation={installation} />
          <BeaconPanel installation={installation} />
        </div>
      </div>
      <CommandList installation={installation} />
      {revoking && (
        <RevokeDialog
          installation={installation}
          title={title}
          onClose={() => setRevoking(false)}
        />
      )}
    </Page>
  )
}
