import type { Installation } from '../../../api/installations.ts'
import { DescriptionList } from '../../../parts/layout/description-list.tsx'
import { Id } from '../../../parts/text/id.tsx'
import { Panel } from '../../../parts/layout/panel.tsx'
import { Time } from '../../../parts/time/time.tsx'
import { pageUrl } from '../../../urls.ts'
import { HighlightChange } from '../../../parts/feedback/highlight-change.tsx'

/** Shows the agent, the workspace and the address of an installation. */
export const IdentityPanel = ({ installation }: { installation: Installation }) => (
  <Panel title="Identity">
    <DescriptionList
      items={[
        ['Installation', <Id value={installation.installation_id} label="installation id" />],
        [
          'Agent',
          <a href={pageUrl('agent', { svc_id: installation.agent_id })}>
            {installation.agent_name ?? 'View agent'} {installation.agent_version}
          </a>,
        ],
        ['Agent id', <Id value={installation.agent_id} label="agent id" />],
        ['Workspace', <Id value={installation.workspace_id} label="workspace id" />],
        [
          'Skills',
          installation.capabilities.length === 0 ? (
            <span class="muted">none declared</span>
          ) : (
            <span class="row">
              {installation.capabilities.map((name) => (
                <code key={name}>{name}</code>
              ))}
            </span>
          ),
        ],
        ['Address', installation.upstream_origin && <code>{installation.upstream_origin}</code>],
        [
          'Heartbeat',
          <HighlightChange value={String(installation.heartbeat_interval)}>
            every {installation.heartbeat_interval} seconds
          </HighlightChange>,
        ],
        [
          'Runtime token',
          <HighlightChange value={String(installation.token_version)}>
            version {installation.token_version}
          </HighlightChange>,
        ],
        ['Bootstrapped', <Time at={installation.created_at} format="exact" />],
        ...(installation.recovered_at === undefined
          ? []
          : [['Recovered', <Time at={installation.recovered_at} format="exact" />] as const]),
      ]}
    />
  </Panel>
)
