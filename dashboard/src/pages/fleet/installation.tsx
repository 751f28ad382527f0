import { useEffect, useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { useInstallation, type Installation } from '../../api/fleet.ts'
import { useWorkspace } from '../../api/workspaces.ts'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { mayManage, useStanding } from '../../shell/organization.tsx'
import { to } from '../../to.ts'
import { Attestation } from './attestation.tsx'
import { nameOf } from './called.ts'
import { Commands } from './commands.tsx'
import { Identity } from './identity.tsx'
import { Measurements } from './measurements.tsx'
import { Now } from './now.tsx'
import { Orders } from './orders.tsx'
import { RevokeOne } from './revoke-one.tsx'
import { Whereabouts } from './whereabouts.tsx'
import './fleet.css'

/** One installation: how it is, what it was told, and telling it more. */
export default function InstallationPage() {
  const installation_id = useRoute().params['installation_id'] ?? ''
  const { data, error, refetch } = useInstallation(installation_id)
  if (data) return <Known installation={data} />
  const crumbs = [{ title: 'Workspaces', href: to('workspaces') }]
  return (
    <Page title="Installation" crumbs={crumbs}>
      {error ? <Failure error={error} retry={refetch} /> : <Skeleton lines={8} />}
    </Page>
  )
}

function Known({ installation }: { installation: Installation }) {
  const { session } = useStanding()
  const { workspace_id, organization_id } = installation
  const { data: workspace } = useWorkspace(organization_id, workspace_id)
  const [revoking, setRevoking] = useState(false)
  const membership = session.memberships.find((one) => one.organization_id === organization_id)
  const may = membership !== undefined && mayManage(membership)
  const title = nameOf(installation)
  useEffect(() => {
    document.title = `${title} · Installation – Agent Registry`
  }, [title])
  const crumbs = [
    { title: 'Workspaces', href: to('workspaces') },
    { title: workspace?.name ?? 'Workspace', href: to('installations', { workspace_id }) },
  ]
  return (
    <Page
      title={title}
      crumbs={crumbs}
      actions={
        may ? <Orders installation={installation} onRevoke={() => setRevoking(true)} /> : undefined
      }
    >
      <Now of={installation} />
      <div class="columns">
        <div class="stack">
          <Identity of={installation} />
          <Attestation of={installation} />
        </div>
        <div class="stack">
          <Measurements of={installation} />
          <Whereabouts of={installation} />
        </div>
      </div>
      <Commands installation={installation} />
      {revoking && (
        <RevokeOne installation={installation} title={title} onClose={() => setRevoking(false)} />
      )}
    </Page>
  )
}
