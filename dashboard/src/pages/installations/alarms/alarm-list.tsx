import type { AuditRecord } from '../../../api/audit.ts'
import { Badge, type Tone } from '../../../parts/badge.tsx'
import { Table } from '../../../parts/tables/table.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { pageUrl } from '../../../urls.ts'
import { useCachedInstallation } from '../../../api/installations.ts'
import { NamedEntity } from '../../../entities/named-entity.tsx'
import { AgentName } from '../state.tsx'
import { visibleName } from '../../../parts/text/visible.ts'

export const AlarmList = ({ items }: { items: readonly AuditRecord[] }) => (
  <Table
    label="Alarms"
    rows={items}
    keyOf={({ id }) => id}
    columns={[
      {
        name: 'Alarm',
        lead: true,
        cell: (record) => (
          <span class="two-lines">
            <Badge tone={toneOf(record)}>{kindOf(record.event_type).title}</Badge>
            <AlarmDetails record={record} />
          </span>
        ),
      },
      { name: 'Outcome', cell: (record) => outcomeOf(record) },
      { name: 'Target', cell: (record) => <AlarmTarget record={record} /> },
      { name: 'Source', cell: ({ actor }) => actor.ip ?? <span class="muted">{actor.type}</span> },
      { name: 'Time', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
    ]}
  />
)

/** Returns the outcome of a request. Events caused by the passage of time, such as expiries, were neither allowed nor denied. */
const outcomeOf = ({ outcome, event_type }: AuditRecord) =>
  outcome !== 'success' ? (
    outcome
  ) : event_type.endsWith('expired') ? (
    <span class="muted">–</span>
  ) : (
    'allowed'
  )

/** Shows the reason, the callers and the other metadata of a record. */
function AlarmDetails({ record: { reason, metadata } }: { record: AuditRecord }) {
  const callers = callersOf(metadata)
  const others = Object.entries(metadata).filter(([name]) => name !== 'callers')
  return (
    <span class="alarm-details">
      {reason && <span>{reason}</span>}
      {callers.length > 0 && <Callers callers={callers} />}
      {others.length > 0 && (
        <details class="more">
          <summary>Details</summary>
          <pre class="json">{JSON.stringify(Object.fromEntries(others), null, 2)}</pre>
        </details>
      )}
    </span>
  )
}

/** Names the agent that an alarm is about, or otherwise the target of its record. */
function AlarmTarget({ record: { target, metadata } }: { record: AuditRecord }) {
  const { agent_id } = metadata as { readonly agent_id?: unknown }
  if (!target) return <span class="muted">none</span>
  if (target.type === 'installation') return <InstallationName installation_id={target.id} />
  if (target.type === 'agent') return <AgentName svc_id={target.id} />
  if (typeof agent_id === 'string') return <AgentName svc_id={agent_id} />
  return <NamedEntity {...target} />
}

/** Names the agent of an installation, with a link to the installation. */
function InstallationName({ installation_id }: { installation_id: string }) {
  const { data } = useCachedInstallation(installation_id)
  return (
    <a href={pageUrl('installation', { installation_id })} title={installation_id}>
      {visibleName(data?.agent_name ?? 'installation')}
    </a>
  )
}

interface Caller {
  readonly ip?: string | null
  readonly user_agent?: string | null
  readonly at?: string
}

/** Returns the callers that presented a token, from the metadata of an audit record. The first one was accepted. */
const callersOf = (metadata: Readonly<Record<string, unknown>>): readonly Caller[] =>
  Array.isArray(metadata['callers']) ? (metadata['callers'] as Caller[]) : []

/** Lists the callers that presented a token, in order. */
const Callers = ({ callers }: { callers: readonly Caller[] }) => (
  <ol class="callers">
    {callers.map(({ ip, user_agent, at }, index) => (
      <li key={index}>
        {index === 0 ? 'first' : 'again'} from <strong>{ip ?? 'an unknown address'}</strong>
        {user_agent && (
          <>
            , <code>{user_agent}</code>
          </>
        )}
        {at && (
          <>
            , <Time at={at} format="exact" />
          </>
        )}
      </li>
    ))}
  </ol>
)

export interface AlarmKind {
  readonly type: string
  readonly title: string
  readonly short: string
  readonly tone: Tone
  readonly explanation: string
}

/** The audit events that are shown as alarms. */
export const ALARM_KINDS: readonly AlarmKind[] = [
  {
    type: 'install_token.replay_detected',
    title: 'Install token reused',
    short: 'Reused tokens',
    tone: 'bad',
    explanation:
      'A used install token was presented again. A client that missed the response retries within a minute; any other reuse may mean that the token has leaked.',
  },
  {
    type: 'policy.violated',
    title: 'Policy violated',
    short: 'Policy',
    tone: 'bad',
    explanation: 'A request was rejected because it violates the policy of this workspace.',
  },
  {
    type: 'trust.verification_failed',
    title: 'Signature not trusted',
    short: 'Trust',
    tone: 'bad',
    explanation: 'A signature or its sender failed verification.',
  },
  {
    type: 'installation.lease_expired',
    title: 'Lease expired',
    short: 'Leases',
    tone: 'warn',
    explanation: 'No heartbeat arrived in time, so the installation is offline.',
  },
  {
    type: 'install_token.expired',
    title: 'Unused token expired',
    short: 'Unused tokens',
    tone: 'warn',
    explanation: 'The agent did not use its install token in time.',
  },
]

/** Returns the description of an alarm. Only events of these types are requested. */
const kindOf = (event_type: string): AlarmKind =>
  ALARM_KINDS.find(({ type }) => type === event_type)!

/**
 * Returns the tone of an alarm. The first replay of an install token that the registry accepts is only a warning, because it may be a retry
 * after a lost response.
 */
function toneOf({
  event_type,
  outcome,
  metadata,
}: Pick<AuditRecord, 'event_type' | 'outcome' | 'metadata'>): Tone {
  const { tone } = kindOf(event_type)
  const harmless =
    event_type === 'install_token.replay_detected' &&
    outcome === 'success' &&
    metadata['alarm'] !== true
  return harmless ? 'warn' : tone
}
