import { useRoute } from 'preact-iso'
import { useDispute, type Dispute } from '../../api/disputes.ts'
import { Asked } from '../../parts/asked.tsx'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { to } from '../../to.ts'
import { Consequence } from './consequence.tsx'
import { Conversation } from './conversation.tsx'
import { Evidence } from './evidence.tsx'
import { Progress } from './progress.tsx'
import { ISSUES, StateBadge } from './words.tsx'
import './disputes.css'

const CRUMBS = [{ title: 'Disputes', href: to('disputes') }]

export default function DisputePage() {
  const dispute = useDispute(useRoute().params['dispute_id'] ?? '')
  if (dispute.data) return <Known dispute={dispute.data} />
  return (
    <Page title="Dispute" crumbs={CRUMBS}>
      <Asked query={dispute} as={<Skeleton lines={12} />}>
        {() => null}
      </Asked>
    </Page>
  )
}

function Known({ dispute }: { dispute: Dispute }) {
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
      lead={<StateBadge state={dispute.state} />}
    >
      <div class="dispute">
        <div class="stack">
          <Evidence dispute={dispute} reporter={nameOf(dispute.organization_id)} />
          <Conversation dispute={dispute} nameOf={nameOf} />
        </div>
        <div class="stack">
          <Progress dispute={dispute} />
          <Consequence dispute={dispute} />
        </div>
      </div>
    </Page>
  )
}
