import type { Installation } from '../../api/fleet.ts'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Time } from '../../parts/time.tsx'
import { to } from '../../to.ts'
import { Changed } from './changed.tsx'

/** Which agent this is, where it belongs, and how it is reached. */
export const Identity = ({ of }: { of: Installation }) => (
  <Panel title="Identity">
    <Facts
      of={[
        ['Installation', <Id value={of.installation_id} of="installation id" />],
        [
          'Agent',
          <a href={to('agent', { svc_id: of.agent_id })}>
            {of.agent_name ?? 'Its page'} {of.agent_version}
          </a>,
        ],
        ['Agent id', <Id value={of.agent_id} of="agent id" />],
        ['Workspace', <Id value={of.workspace_id} of="workspace id" />],
        [
          'Skills',
          of.capabilities.length === 0 ? (
            <span class="muted">none declared</span>
          ) : (
            <span class="row">
              {of.capabilities.map((name) => (
                <code key={name}>{name}</code>
              ))}
            </span>
          ),
        ],
        ['Reached at', of.upstream_origin && <code>{of.upstream_origin}</code>],
        [
          'Heartbeat',
          <Changed of={String(of.heartbeat_interval)}>
            every {of.heartbeat_interval} seconds
          </Changed>,
        ],
        [
          'Runtime token',
          <Changed of={String(of.token_version)}>version {of.token_version}</Changed>,
        ],
        ['Bootstrapped', <Time at={of.created_at} as="exact" />],
        ...(of.recovered_at === undefined
          ? []
          : [['Recovered', <Time at={of.recovered_at} as="exact" />] as const]),
      ]}
    />
  </Panel>
)
