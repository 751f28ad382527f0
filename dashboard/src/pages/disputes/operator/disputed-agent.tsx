import type { DisputeCase } from '../../../api/disputes.ts'
import { shorten } from '../../../parts/text/copyable.tsx'
import { visibleName } from '../../../parts/text/visible.ts'

/**
 * Shows the agent of a dispute by name, version and identifier. There is no link, because an operator without an organization cannot
 * open the agent's page.
 */
export const DisputedAgent = ({ dispute: { svc_id }, agent_name, agent_version }: DisputeCase) => (
  <span class="entity">
    {agent_name !== undefined && <bdi>{visibleName(`${agent_name} ${agent_version}`)} </bdi>}
    <code title={svc_id} class="muted small">
      {shorten(svc_id)}
    </code>
  </span>
)
