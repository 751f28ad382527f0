import { EmptyState } from '../../../parts/feedback/query-boundary.tsx'
import { ButtonLink } from '../../../parts/forms/button.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { useOrganization } from '../../../shell/current-user.tsx'
import { FleetTrends } from '../../../shell/fleet-trends.tsx'
import { pageUrl } from '../../../urls.ts'
import { FleetList } from './fleet-list.tsx'
import '../installations.css'

/** Lists the installations in all workspaces of the organization. */
export default function Fleet() {
  const { organization_id } = useOrganization()
  return (
    <Page title="Installations" lead="Installed agents in all workspaces of the organization.">
      <FleetList
        empty={
          <EmptyState
            title="No installations yet"
            actions={
              <ButtonLink variant="primary" href={pageUrl('workspaces')}>
                Choose a workspace
              </ButtonLink>
            }
          >
            An agent is installed in a workspace: open one, create an install token, and start the
            agent with it. It appears here after it has used the token.
          </EmptyState>
        }
      />
      <FleetTrends organization_id={organization_id} />
    </Page>
  )
}
