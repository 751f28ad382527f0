import type { Case } from '../../../api/operator.ts'
import { Facts } from '../../../parts/facts.tsx'
import { Panel } from '../../../parts/panel.tsx'

/** Where the agent stands. */
export const Accused = ({ of: { agent, respondent_name } }: { of: Case }) =>
  agent === undefined ? null : (
    <Panel title="Agent">
      <Facts
        of={[
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
