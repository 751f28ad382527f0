import type { Agent } from '../../api/agent.ts'
import { Facts } from '../../parts/facts.tsx'
import { Panel } from '../../parts/panel.tsx'
import { to } from '../../to.ts'

/** What it can do, and what it asks to be allowed. */
export function Abilities({ agent: { capabilities, permissions } }: { agent: Agent }) {
  const asks = (list: readonly string[] | undefined) =>
    list === undefined || list.length === 0 ? (
      <span class="muted">nothing</span>
    ) : (
      <ul class="tags">
        {list.map((one) => (
          <li key={one}>
            <code>{one}</code>
          </li>
        ))}
      </ul>
    )
  return (
    <Panel title="Capabilities and permissions">
      <Facts
        of={[
          [
            'Skills',
            capabilities.length === 0 ? (
              <span class="muted">none named</span>
            ) : (
              <ul class="tags">
                {capabilities.map((skill) => (
                  <li key={skill}>
                    <a href={to('registry', {}, { skill })}>
                      <code>{skill}</code>
                    </a>
                  </li>
                ))}
              </ul>
            ),
          ],
          ['Network', asks(permissions.network)],
          ['File system', asks(permissions.filesystem)],
          ['APIs', asks(permissions.api)],
        ]}
      />
    </Panel>
  )
}
