import type { Agent } from '../../api/agent.ts'
import { Facts } from '../../parts/facts.tsx'
import { Panel } from '../../parts/panel.tsx'
import { to } from '../../to.ts'

/** How the viewer's own organization uses the agent. */
export const Use = ({ agent: { installations } }: { agent: Agent }) => (
  <Panel title="In your organization">
    <Facts of={[
      ['Installations', installations.current === 0 ? 'none' : `${installations.current}, ${installations.living} of them alive`],
    ]} />
    {installations.current === 0 && <p class="muted">Make an install token in a <a href={to('workspaces')}>workspace</a> to let it in.</p>}
  </Panel>
)
