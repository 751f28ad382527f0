import { useRef } from 'preact/hooks'
import type { Installation } from '../../../api/installations.ts'
import { useCachedAgent } from '../../../api/agents.ts'
import { shorten } from '../../../parts/text/id.tsx'
import { installationName } from '../names.ts'
import { useQueryParameters } from '../../../workspace/route-parameters.ts'

/** Filters installations by agent. The options are the agents that were listed since the page was opened. */
export function AgentFilter({
  installations,
  chosen,
}: {
  installations: readonly Installation[]
  chosen: string | undefined
}) {
  const { go } = useQueryParameters()
  const names = useRef(new Map<string, string>())
  const { data } = useCachedAgent(chosen ?? '', chosen !== undefined)
  for (const one of installations) names.current.set(one.agent_id, installationName(one))
  if (chosen !== undefined)
    names.current.set(
      chosen,
      data ? `${data.name} ${data.version}` : (names.current.get(chosen) ?? shorten(chosen)),
    )
  const options = [...names.current].sort(([, a], [, b]) => a.localeCompare(b))
  return (
    <label class="inline">
      Agent
      <select
        value={chosen ?? ''}
        onChange={({ currentTarget }) => go({ agent: currentTarget.value })}
      >
        <option value="">All agents</option>
        {options.map(([agent_id, name]) => (
          <option key={agent_id} value={agent_id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
