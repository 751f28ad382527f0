import { Page } from '../../parts/layout/page.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { QuotaCounts } from './quota-counts.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import './overview.css'

export default function Overview() {
  const { organization_id, name } = useOrganization()
  return (
    <Page title={name} lead="Usage, installations that need attention, and recent activity.">
      <QuotaCounts organization_id={organization_id} />
      <NeedsAttention organization_id={organization_id} />
      <RecentActivity organization_id={organization_id} />
    </Page>
  )
}
