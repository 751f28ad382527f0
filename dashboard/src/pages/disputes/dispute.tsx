import { useRoute } from 'preact-iso'
import { DisputeStateBadge } from '../../entities/status-badges.tsx'
import { useDisputedAgent } from '../../api/agents.ts'
import { useDispute, type Dispute } from '../../api/disputes.ts'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { Page, DescriptionList, Panel } from '../../parts/layout/page.tsx'
import {
  permits,
  useCurrentUser,
  useOrganization,
  usePermission,
} from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'
import { Comments } from './comments.tsx'
import { Evidence } from './evidence.tsx'
import { Progress } from './progress.tsx'
import { ISSUES } from '../../entities/dispute-issues.ts'
import { consequenceOf } from './titles.ts'
import { ButtonLink } from '../../parts/forms/button.tsx'
import { visibleName } from '../../parts/text/visible.ts'
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
  const { memberships } = useCurrentUser().session
  // A shared link does not name the organization, so the dispute may belong to another of the user's organizations.
  const sides = memberships.filter((one) =>
    [dispute.organization_id, dispute.respondent_id].includes(one.organization_id),
  )
  const commenters = sides
    .filter((membership) => permits(membership, 'disputes:write'))
    .map((membership) => membership.organization_id)
  const nameOf = (id: string) => {
    if (id === organization_id) return 'Your organization'
    const own = sides.find((membership) => membership.organization_id === id)
    if (own) return visibleName(own.name)
    return id === dispute.respondent_id ? 'The agent’s organization' : 'The reporting organization'
  }
  return (
    <Page
      title={ISSUES[dispute.issue_type].title}
      crumbs={CRUMBS}
      lead={<DisputeStateBadge state={dispute.state} />}
    >
      <div class="dispute">
        <div class="stack">
          <Evidence dispute={dispute} reporter={nameOf(dispute.organization_id)} />
          <Comments dispute={dispute} nameOf={nameOf} commenters={commenters} />
        </div>
        <div class="stack">
          <Progress dispute={dispute} />
          <DisputedAgent dispute={dispute} />
        </div>
      </div>
    </Page>
  )
}

/** Shows the agent of a dispute, and the consequence for it. */
function DisputedAgent({
  dispute: { dispute_id, svc_id, state, issue_type },
}: {
  dispute: Dispute
}) {
  const agent = useDisputedAgent(svc_id, state)
  return (
    <Panel
      title="Agent"
      actions={
        usePermission('audit:read') && (
          <ButtonLink href={pageUrl('audit', {}, { q: dispute_id })}>View in audit log</ButtonLink>
        )
      }
    >
      <p>{consequenceOf(state, issue_type)}</p>
      <QueryBoundary query={agent} fallback={<Skeleton lines={4} />}>
        {({ name, verification_status, reputation, disputes }) => (
          <DescriptionList
            items={[
              ['Name', <a href={pageUrl('agent', { svc_id })}>{visibleName(name)}</a>],
              ['Reputation', `${reputation.score} out of 100`],
              ['Verification', verification_status],
              ['Disputes', `${disputes.open} open, ${disputes.upheld} upheld`],
            ]}
          />
        )}
      </QueryBoundary>
    </Panel>
  )
}
