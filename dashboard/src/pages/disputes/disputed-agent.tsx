import { useDisputedAgent, type Dispute } from '../../api/disputes.ts'
import { QueryBoundary } from '../../parts/feedback/query-boundary.tsx'
import { ButtonLink } from '../../parts/forms/button.tsx'
import { DescriptionList } from '../../parts/layout/description-list.tsx'
import { Panel } from '../../parts/layout/panel.tsx'
import { Skeleton } from '../../parts/feedback/skeleton.tsx'
import { pageUrl } from '../../urls.ts'
import { consequenceOf } from './labels.tsx'

/** Shows the agent of a dispute, and the consequence for it. */
export function DisputedAgent({
  dispute: { dispute_id, svc_id, state, issue_type },
}: {
  dispute: Dispute
}) {
  const agent = useDisputedAgent(svc_id, state)
  return (
    <Panel
      title="Agent"
      actions={
        <ButtonLink href={pageUrl('audit', {}, { q: dispute_id })}>View in audit log</ButtonLink>
      }
    >
      <p>{consequenceOf(state, issue_type)}</p>
      <QueryBoundary query={agent} fallback={<Skeleton lines={4} />}>
        {({ name, verification_status, reputation, disputes }) => (
          <DescriptionList
            items={[
              [
                'Name',
                <a key="name" href={pageUrl('agent', { svc_id })}>
                  {name}
                </a>,
              ],
              ['Reputation', `${reputation.score} of 100`],
              ['Verification', verification_status],
              ['Disputes', `${disputes.open} open, ${disputes.upheld} upheld`],
            ]}
          />
        )}
      </QueryBoundary>
    </Panel>
  )
}
