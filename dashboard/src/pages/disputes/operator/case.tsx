import { DisputeStateBadge } from '../../../parts/badges/dispute-state.tsx'
import { useRoute } from 'preact-iso'
import { useCase, type DisputeCase } from '../../../api/dispute-cases.ts'
import { QueryBoundary } from '../../../parts/feedback/query-boundary.tsx'
import { Id } from '../../../parts/text/id.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { Skeleton } from '../../../parts/feedback/skeleton.tsx'
import { pageUrl } from '../../../urls.ts'
import { Comments } from '../comments.tsx'
import { Evidence } from '../evidence.tsx'
import { Progress } from '../progress.tsx'
import { ISSUES } from '../labels.tsx'
import { AgentSummary } from './agent-summary.tsx'
import { OperatorsOnly } from './operators-only.tsx'
import { JudgementPanel } from './judgement-panel.tsx'
import '../disputes.css'

const CRUMBS = [{ title: 'Disputes to judge', href: pageUrl('operator') }]

export default () => (
  <OperatorsOnly>
    <CasePage />
  </OperatorsOnly>
)

function CasePage() {
  const query = useCase(useRoute().params['dispute_id'] ?? '')
  if (query.data) return <CaseDetails disputeCase={query.data} />
  return (
    <Page title="Dispute" crumbs={CRUMBS}>
      <QueryBoundary query={query} fallback={<Skeleton lines={12} />}>
        {() => null}
      </QueryBoundary>
    </Page>
  )
}

function CaseDetails({ disputeCase }: { disputeCase: DisputeCase }) {
  const { dispute, organization_name, respondent_name } = disputeCase
  const nameOf = (id: string) =>
    id === dispute.respondent_id ? respondent_name : organization_name
  return (
    <Page
      title={ISSUES[dispute.issue_type].title}
      crumbs={CRUMBS}
      lead={<DisputeStateBadge state={dispute.state} />}
    >
      <div class="dispute">
        <div class="stack">
          <Evidence
            dispute={dispute}
            reporter={organization_name}
            agent={<Id value={dispute.svc_id} label="agent" />}
          />
          <Comments dispute={dispute} nameOf={nameOf} canComment={false} />
        </div>
        <div class="stack">
          <JudgementPanel disputeCase={disputeCase} />
          <Progress dispute={dispute} />
          <AgentSummary disputeCase={disputeCase} />
        </div>
      </div>
    </Page>
  )
}
