import { useNamedAgent } from '../../api/agent.ts'
import { Id } from '../../parts/id.tsx'
import { to } from '../../to.ts'

/** An agent by name where its name is known, and by its identifier. */
export function AgentName({ svc_id }: { svc_id: string }) {
  const { data } = useNamedAgent(svc_id)
  return (
    <span class="two-lines">
      <a href={to('agent', { svc_id })}>{data ? `${data.name} ${data.version}` : 'Agent'}</a>
      <Id value={svc_id} of="agent id" />
    </span>
  )
}
