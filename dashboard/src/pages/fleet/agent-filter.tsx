import { useRef } from 'preact/hooks'
import type { Installation } from '../../api/fleet.ts'
import { useNamedAgent } from '../../api/agent.ts'
import { shortened } from '../../parts/id.tsx'
import { nameOf } from './called.ts'
import { useAddress } from './place.ts'

/** One agent's installations only; the agents to choose from are those that were listed since the page was opened. */
export function AgentFilter({
  seen,
  chosen,
}: {
  seen: readonly Installation[]
  chosen: string | undefined
}) {
  const { go } = useAddress()
  const names = useRef(new Map<string, string>())
  const { data } = useNamedAgent(chosen ?? '', chosen !== undefined)
  for (const one of seen) names.current.set(one.agent_id, nameOf(one))
  if (chosen !== undefined)
    names.current.set(
      chosen,
      data ? `${data.name} ${data.version}` : (names.current.get(chosen) ?? shortened(chosen)),
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
