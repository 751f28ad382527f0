import { useOrganizationState, type OrganizationState } from '../../../api/organizations.ts'
import { QueryBoundary } from '../../../parts/feedback/query-boundary.tsx'
import { Badge } from '../../../parts/badges/badge.tsx'
import { formatBytes } from '../../../parts/text/numbers.ts'
import { DescriptionList } from '../../../parts/layout/description-list.tsx'
import { Id } from '../../../parts/text/id.tsx'
import { Panel } from '../../../parts/layout/panel.tsx'
import { Skeleton } from '../../../parts/feedback/skeleton.tsx'
import { Time } from '../../../parts/time/time.tsx'
import { useOrganization } from '../../../shell/current-user.tsx'
import { PlanComparison } from './plans.tsx'
import { QuotaBar } from './quota.tsx'
import { RetentionPanel } from './retention.tsx'
import { OrganizationPage } from '../organization-page.tsx'

export default function Usage() {
  const usage = useOrganizationState(useOrganization().organization_id)
  return (
    <OrganizationPage title="Plan and usage" lead="usage of the plan, and a comparison of plans.">
      <QueryBoundary
        query={usage}
        fallback={
          <div class="columns">
            <Skeleton variant="plot" />
            <Skeleton variant="plot" />
          </div>
        }
      >
        {(state) => <UsageDetails state={state} />}
      </QueryBoundary>
    </OrganizationPage>
  )
}

const UsageDetails = ({ state }: { state: OrganizationState }) => (
  <>
    <div class="columns">
      <Panel
        title="Usage"
        note={
          <>
            of the plan <Badge tone="info">{state.plan}</Badge>
          </>
        }
      >
        <QuotaBar name="Workspaces" usage={state.quotas.workspaces} />
        <QuotaBar name="Agents" usage={state.quotas.agents} />
        <QuotaBar
          name="Installations"
          note="seen within 7 days"
          usage={state.quotas.installations}
        />
        <QuotaBar name="Install tokens" note="not used yet" usage={state.quotas.install_tokens} />
        <QuotaBar
          name="API keys"
          note="neither revoked nor expired"
          usage={state.quotas.api_keys}
        />
        <QuotaBar
          name="Storage"
          note="data sent by the organization"
          usage={state.quotas.stored_bytes}
          format={formatBytes}
        />
      </Panel>
      <div class="stack">
        <Panel title="Organization">
          <DescriptionList
            items={[
              ['Name', state.name],
              ['Identifier', <Id key="id" value={state.organization_id} full />],
              ['Since', <Time key="since" at={state.created_at} format="day" />],
            ]}
          />
        </Panel>
        <RetentionPanel state={state} />
      </div>
    </div>
    <PlanComparison current={state.plan} />
  </>
)
