import type { Agent } from '../../api/agent.ts'
import { Code } from '../../parts/code.tsx'
import { Panel } from '../../parts/panel.tsx'

/** The agent's card as it was registered. */
export const Card = ({ agent: { card } }: { agent: Agent }) => (
  <Panel title="Card">
    {card === undefined || Object.keys(card).length === 0 ? (
      <p class="muted">
        No card was registered. The agent itself serves one at <code>/.well-known/agent.json</code>.
      </p>
    ) : (
      <Code text={JSON.stringify(card, null, 2)} of="agent card" />
    )}
  </Panel>
)
