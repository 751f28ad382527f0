import { useCachedAgent } from '../../api/agents.ts'
import { Id } from '../../parts/text/id.tsx'
import { pageUrl } from '../../urls.ts'

/** Shows an agent by name and identifier. */
export function AgentName({ svc_id }: { svc_id: string }) {
  const { data } = useCachedAgent(svc_id)
  return (
    <span class="two-lines">
      <a href={pageUrl('agent', { svc_id })}>{data ? `${data.name} ${data.version}` : 'Agent'}</a>
      <Id value={svc_id} label="agent id" />
    </span>
  )
}
