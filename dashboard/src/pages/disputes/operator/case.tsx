import { useRoute } from 'preact-iso'
import { useCase, type Case } from '../../../api/operator.ts'
import { Asked } from '../../../parts/asked.tsx'
import { Id } from '../../../parts/id.tsx'
import { Page } from '../../../parts/page.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { to } from '../../../to.ts'
import { Conversation } from '../conversation.tsx'
import { Evidence } from '../evidence.tsx'
import { Progress } from '../progress.tsx'
import { ISSUES, StateBadge } from '../words.tsx'
import { Accused } from './accused.tsx'
import { ForOperators } from './for-operators.tsx'
import { Judge } from './judge.tsx'
import '../disputes.css'

const CRUMBS = [{ title: 'Disputes to judge', href: to('operator') }]

export default () => (
  <ForOperators>
    <CasePage />
  </ForOperators>
)

function CasePage() {
  const found = useCase(useRoute().params['dispute_id'] ?? '')
  if (found.data) return <Known of={found.data} />
  return (
    <Page title="Dispute" crumbs={CRUMBS}>
      <Asked query={found} as={<Skeleton lines={12} />}>
        {() => null}
      </Asked>
    </Page>
  )
}

function Known({ of: one }: { of: Case }) {
  const { dispute, organization_name, respondent_name } = one
  const nameOf = (id: string) =>
    id === dispute.respondent_id ? respondent_name : organization_name
  return (
    <Page
      title={ISSUES[dispute.issue_type].title}
      crumbs={CRUMBS}
      lead={<StateBadge state={dispute.state} />}
    >
      <div class="dispute">
        <div class="stack">
          <Evidence
            dispute={dispute}
            reporter={organization_name}
            agent={<Id value={dispute.svc_id} of="agent" />}
          />
          <Conversation dispute={dispute} nameOf={nameOf} party={false} />
        </div>
        <div class="stack">
          <Judge of={one} />
          <Progress dispute={dispute} />
          <Accused of={one} />
        </div>
      </div>
    </Page>
  )
}
