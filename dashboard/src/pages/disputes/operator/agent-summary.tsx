import type { DisputeCase } from '../../../api/dispute-cases.ts'
import { DescriptionList } from '../../../parts/layout/description-list.tsx'
import { Panel } from '../../../parts/layout/panel.tsx'

/** Summarizes the agent of a case. */
export const AgentSummary = ({
  disputeCase: { agent, respondent_name },
}: {
  disputeCase: DisputeCase
}) =>
  agent === undefined ? null : (
    <Panel title="Agent">
      <DescriptionList
        items={[
          ['Name', `${agent.name} ${agent.version}`],
          ['Belongs to', respondent_name],
          ['Publisher', agent.publisher],
          ['Reputation', `${agent.reputation_score} of 100`],
          ['Verification', agent.verification_status],
          ['Disputes', `${agent.disputes.open} open, ${agent.disputes.upheld} upheld`],
        ]}
      />
    </Panel>
  )
