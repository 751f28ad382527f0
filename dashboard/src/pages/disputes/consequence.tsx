import { useAccused, type Dispute } from '../../api/disputes.ts'
import { Asked } from '../../parts/asked.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { to } from '../../to.ts'
import { meaningOf } from './words.tsx'

/** What the dispute means for the agent. */
export function Consequence({
  dispute: { dispute_id, svc_id, state, issue_type },
}: {
  dispute: Dispute
}) {
  const agent = useAccused(svc_id, state)
  return (
    <Panel
      title="Agent"
      actions={<ButtonLink href={to('audit', {}, { q: dispute_id })}>In the audit log</ButtonLink>}
    >
      <p>{meaningOf(state, issue_type)}</p>
      <Asked query={agent} as={<Skeleton lines={4} />}>
        {({ name, verification_status, reputation, disputes }) => (
          <Facts
            of={[
              [
                'Name',
                <a key="name" href={to('agent', { svc_id })}>
                  {name}
                </a>,
              ],
              ['Reputation', `${reputation.score} of 100`],
              ['Verification', verification_status],
              ['Disputes', `${disputes.open} open, ${disputes.upheld} upheld`],
            ]}
          />
        )}
      </Asked>
    </Panel>
  )
}
