import { useRoute } from 'preact-iso'
import { DisputeStateBadge } from '../../../entities/status-badges.tsx'
import { useCase, type DisputeCase } from '../../../api/disputes.ts'
import { QueryBoundary, Skeleton } from '../../../parts/feedback/query-boundary.tsx'
import { Page, DescriptionList, Panel } from '../../../parts/layout/page.tsx'
import { pageUrl } from '../../../urls.ts'
import { Comments } from '../comments.tsx'
import { Evidence } from '../evidence.tsx'
import { Progress } from '../progress.tsx'
import { ISSUES } from '../../../entities/dispute-issues.ts'
import { DisputedAgent } from './disputed-agent.tsx'
import { OperatorsOnly } from './operators-only.tsx'
import { JudgementPanel } from './judgement.tsx'
import '../disputes.css'
import { agentTitle, visibleName } from '../../../parts/text/visible.ts'

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
            agent={<DisputedAgent {...disputeCase} />}
          />
          <Comments dispute={dispute} nameOf={nameOf} commenters={[]} />
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

/** Summarizes the agent of a case. */
const AgentSummary = ({ disputeCase: { agent, respondent_name } }: { disputeCase: DisputeCase }) =>
  agent === undefined ? null : (
    <Panel title="Agent">
      <DescriptionList
        items={[
          ['Name', agentTitle(agent)],
          ['Organization', respondent_name],
          ['Publisher', agent.publisher && visibleName(agent.publisher)],
          ['Reputation', `${agent.reputation_score} out of 100`],
          ['Verification', agent.verification_status],
          ['Disputes', `${agent.disputes.open} open, ${agent.disputes.upheld} upheld`],
        ]}
      />
    </Panel>
  )
