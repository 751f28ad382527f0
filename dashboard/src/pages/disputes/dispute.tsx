import { DisputeStateBadge } from '../../parts/badges/dispute-state.tsx'
import { useRoute } from 'preact-iso'
import { useDispute, type Dispute } from '../../api/disputes.ts'
import { QueryBoundary } from '../../parts/feedback/query-boundary.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/feedback/skeleton.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'
import { DisputedAgent } from './disputed-agent.tsx'
import { Comments } from './comments.tsx'
import { Evidence } from './evidence.tsx'
import { Progress } from './progress.tsx'
import { ISSUES } from './labels.tsx'
import './disputes.css'

const CRUMBS = [{ title: 'Disputes', href: pageUrl('disputes') }]

export default function DisputePage() {
  const dispute = useDispute(useRoute().params['dispute_id'] ?? '')
  if (dispute.data) return <DisputeDetails dispute={dispute.data} />
  return (
    <Page title="Dispute" crumbs={CRUMBS}>
      <QueryBoundary query={dispute} fallback={<Skeleton lines={12} />}>
        {() => null}
      </QueryBoundary>
    </Page>
  )
}

function DisputeDetails({ dispute }: { dispute: Dispute }) {
  const { organization_id } = useOrganization()
  const nameOf = (id: string) =>
    id === organization_id
      ? 'Your organization'
      : id === dispute.respondent_id
        ? 'The agent’s organization'
        : 'The reporting organization'
  return (
    <Page
      title={ISSUES[dispute.issue_type].title}
      crumbs={CRUMBS}
      lead={<DisputeStateBadge state={dispute.state} />}
    >
      <div class="dispute">
        <div class="stack">
          <Evidence dispute={dispute} reporter={nameOf(dispute.organization_id)} />
          <Comments dispute={dispute} nameOf={nameOf} />
        </div>
        <div class="stack">
          <Progress dispute={dispute} />
          <DisputedAgent dispute={dispute} />
        </div>
      </div>
    </Page>
  )
}
