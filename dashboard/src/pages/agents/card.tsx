import type { Agent } from '../../api/agents.ts'
import { CodeBlock } from '../../parts/text/code-block.tsx'
import { Panel } from '../../parts/layout/panel.tsx'

/** Shows the registered card of an agent. */
export const AgentCard = ({ agent: { card } }: { agent: Agent }) => (
  <Panel title="Card">
    {card === undefined || Object.keys(card).length === 0 ? (
      <p class="muted">
        No card was registered. The agent serves its own at <code>/.well-known/agent.json</code>.
      </p>
    ) : (
      <CodeBlock text={JSON.stringify(card, null, 2)} label="agent card" />
    )}
  </Panel>
)
