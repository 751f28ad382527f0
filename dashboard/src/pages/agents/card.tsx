import type { Agent } from '../../api/agents.ts'
import { CodeBlock } from '../../parts/text/code-block.tsx'
import { Panel } from '../../parts/layout/panel.tsx'

/** The agent's card as it was registered. */
export const AgentCard = ({ agent: { card } }: { agent: Agent }) => (
  <Panel title="Card">
    {card === undefined || Object.keys(card).length === 0 ? (
      <p class="muted">
        No card was registered. The agent itself serves one at <code>/.well-known/agent.json</code>.
      </p>
    ) : (
      <CodeBlock text={JSON.stringify(card, null, 2)} label="agent card" />
    )}
  </Panel>
)
