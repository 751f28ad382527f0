import type { Installation } from '../../../api/installations.ts'
import { DescriptionList, Panel } from '../../../parts/layout/page.tsx'
import { Id } from '../../../parts/text/copyable.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { NamedEntity } from '../../../entities/named-entity.tsx'
import { pageUrl } from '../../../urls.ts'
import { HighlightChange } from '../../../parts/feedback/highlight-change.tsx'
import { AttestationBadge } from '../../../entities/status-badges.tsx'
import { visibleName } from '../../../parts/text/visible.ts'

/** Shows the agent, the workspace and the upstream of an installation. */
export const IdentityPanel = ({ installation }: { installation: Installation }) => (
  <Panel title="Identity">
    <DescriptionList
      items={[
        ['Installation', <Id value={installation.installation_id} label="installation id" />],
        [
          'Agent',
          <a href={pageUrl('agent', { svc_id: installation.agent_id })}>
            {visibleName(installation.agent_name ?? 'View agent')}{' '}
            {visibleName(installation.agent_version ?? '')}
          </a>,
        ],
        ['Agent ID', <Id value={installation.agent_id} label="agent id" />],
        ['Workspace', <NamedEntity type="workspace" id={installation.workspace_id} />],
        [
          'Skills',
          installation.capabilities.length === 0 ? (
            <span class="muted">none declared</span>
          ) : (
            <span class="row">
              {installation.capabilities.map((name) => (
                <code key={name}>{visibleName(name)}</code>
              ))}
            </span>
          ),
        ],
        ['Upstream', installation.upstream_origin && <code>{installation.upstream_origin}</code>],
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
        installation.recovered_at !== undefined && [
          'Recovered',
          <Time at={installation.recovered_at} format="exact" />,
        ],
      ]}
    />
  </Panel>
)

/** Shows whether an installation has proved that it holds the agent's key. */
export const AttestationPanel = ({
  installation: { attested_at },
}: {
  installation: Installation
}) => (
  <Panel title="Attestation">
    <p class="row">
      <AttestationBadge attested={attested_at !== undefined} />
      {attested_at !== undefined && (
        <span>
          since <Time at={attested_at} format="exact" />
        </span>
      )}
    </p>
    <p class="muted small">
      {attested_at === undefined
        ? 'This installation has never signed an answer with the agent’s key. It may lack the key or be running a different program: the ' +
          'registry knows only that your organization installed it. Its outcomes count like any others, but are shown as unattested.'
        : 'At that time the registry verified an answer from this installation that was signed with the agent’s key. This says nothing ' +
          'about answers that are not signed.'}
    </p>
  </Panel>
)

/** Formats a name for people: `queue_depth` as `queue depth`. */
const readableName = (name: string) => name.replaceAll('_', ' ')
const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Returns the items of a free-form object. Nested values are shown as JSON. */
const itemsOf = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(
    ([name, value]) =>
      [
        readableName(name),
        isScalar(value) ? (
          <HighlightChange value={String(value)}>{String(value)}</HighlightChange>
        ) : (
          <pre class="json" tabIndex={0} aria-label={readableName(name)}>
            {JSON.stringify(value, null, 2)}
          </pre>
        ),
      ] as const,
  )

/** Shows the latest measurements that the agent has reported. */
export function HealthPayload({
  installation: { health_payload = {} },
}: {
  installation: Installation
}) {
  const items = itemsOf(health_payload)
  return (
    <Panel title="Health payload">
      {items.length === 0 ? (
        <p class="muted">No heartbeat has contained measurements yet.</p>
      ) : (
        <DescriptionList items={items} />
      )}
    </Panel>
  )
}

/** Shows where an agent runs, according to its beacon. */
export function BeaconPanel({ installation: { beacon } }: { installation: Installation }) {
  if (!beacon)
    return (
      <Panel title="Beacon">
        <p class="muted">The agent has not registered a beacon.</p>
      </Panel>
    )
  return (
    <Panel title="Beacon">
      <DescriptionList
        items={[
          ['Platform', beacon.platform],
          ['Registered', <Time at={beacon.registered_at} />],
          ...itemsOf(beacon.metadata ?? {}),
        ]}
      />
    </Panel>
  )
}
