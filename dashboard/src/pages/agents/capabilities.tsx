import type { Agent } from '../../api/agents.ts'
import { DescriptionList } from '../../parts/layout/description-list.tsx'
import { Panel } from '../../parts/layout/panel.tsx'
import { pageUrl } from '../../urls.ts'

/** Shows the skills of an agent and the permissions that it requests. */
export function Capabilities({ agent: { capabilities, permissions } }: { agent: Agent }) {
  const permissionList = (list: readonly string[] | undefined) =>
    list === undefined || list.length === 0 ? (
      <span class="muted">none</span>
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
      <DescriptionList
        items={[
          [
            'Skills',
            capabilities.length === 0 ? (
              <span class="muted">none declared</span>
            ) : (
              <ul class="tags">
                {capabilities.map((skill) => (
                  <li key={skill}>
                    <a href={pageUrl('registry', {}, { skill })}>
                      <code>{skill}</code>
                    </a>
                  </li>
                ))}
              </ul>
            ),
          ],
          ['Network', permissionList(permissions.network)],
          ['File system', permissionList(permissions.filesystem)],
          ['APIs', permissionList(permissions.api)],
        ]}
      />
    </Panel>
  )
}
