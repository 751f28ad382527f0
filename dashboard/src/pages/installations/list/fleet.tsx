import { EmptyState } from '../../../parts/feedback/query-boundary.tsx'
import { ButtonLink } from '../../../parts/forms/button.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { useOrganization, usePermission } from '../../../shell/current-user.tsx'
import { FleetTrends } from '../../../entities/fleet-trends.tsx'
import { pageUrl } from '../../../urls.ts'
import { FleetList } from './fleet-list.tsx'
import '../installations.css'

/** Lists the installations in all workspaces of the organization. */
export default function Fleet() {
  const { organization_id } = useOrganization()
  const canInstall = usePermission('tokens:write')
  return (
    <Page title="Installations" lead="Installed agents in all workspaces of the organization.">
      <FleetList
        empty={
          <EmptyState
            title="No installations yet"
            actions={
              canInstall && (
                <ButtonLink variant="primary" href={pageUrl('workspaces')}>
                  Choose a workspace
                </ButtonLink>
              )
            }
          >
            {canInstall
              ? 'An agent is installed in a workspace: open one, create an install token, and start the agent with it. It appears here after it has used the token.'
              : 'A developer, admin or owner can install an agent in a workspace. It appears here as soon as it runs.'}
          </EmptyState>
        }
      />
      <FleetTrends organization_id={organization_id} />
    </Page>
  )
}
