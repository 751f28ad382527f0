import { OPERATIVE, type Health, type Installation } from '../../api/installations.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { useServerNow } from '../../api/clock.ts'
import { HighlightChange } from '../../parts/feedback/highlight-change.tsx'
import { formatDuration, formatUtc, formatNumber } from '../../parts/text/format.ts'
import { Time } from '../../parts/text/time.tsx'
import { shorten, Id } from '../../parts/text/copyable.tsx'
import { useCachedAgent } from '../../api/agents.ts'
import { pageUrl } from '../../urls.ts'
import { agentTitle, visibleName } from '../../parts/text/visible.ts'

const HEALTH_TONES: Readonly<Record<Health, Tone>> = {
  online: 'good',
  unhealthy: 'warn',
  offline: 'bad',
  stopped: 'idle',
}

/** Returns whether an installation can still receive commands and be revoked. */
export const isOperative = ({ lifecycle }: Pick<Installation, 'lifecycle'>): boolean =>
  OPERATIVE.includes(lifecycle)

/**
 * Shows the lifecycle and the health of an installation as the registry reported them, because only the registry knows whether a lease was
 * renewed.
 */
export function InstallationState({ installation }: { installation: Installation }) {
  const { lifecycle, health } = installation
  return (
    <HighlightChange value={`${lifecycle} ${health}`}>
      {lifecycle === 'paused' && <Badge tone="info">paused</Badge>}
      {isOperative(installation) ? (
        <Badge tone={HEALTH_TONES[health]}>{health}</Badge>
      ) : (
        <Badge>{lifecycle}</Badge>
      )}
    </HighlightChange>
  )
}

/** A lease lasts for three heartbeat intervals, but at least 30 seconds. */
const MIN_LEASE_S = 30
const leaseLengthOf = (installation: Installation): number =>
  Math.max(MIN_LEASE_S, 3 * installation.heartbeat_interval) * 1000
const LEASE_BAR_WIDTH = 72

/** Shows the remaining time of a lease as a countdown and a bar. */
export function Lease({ installation }: { installation: Installation }) {
  const remaining = Date.parse(installation.lease_expires_at) - useServerNow()
  if (!isOperative(installation)) return <span class="muted">none</span>
  if (installation.health === 'stopped') return <span class="muted">does not expire</span>
  if (installation.health === 'offline')
    return (
      <span class="lease over">
        expired <Time at={installation.lease_expires_at} />
      </span>
    )
  const share = Math.min(1, remaining / leaseLengthOf(installation))
  return (
    <span class={share < 1 / 3 ? 'lease late' : 'lease'}>
      <svg
        viewBox={`0 0 ${LEASE_BAR_WIDTH} 6`}
        width={LEASE_BAR_WIDTH}
        height="6"
        aria-hidden="true"
      >
        <rect class="all" width={LEASE_BAR_WIDTH} height="6" rx="3" />
        <rect class="remaining" width={Math.max(3, LEASE_BAR_WIDTH * share)} height="6" rx="3" />
      </svg>
      <time
        dateTime={installation.lease_expires_at}
        title={formatUtc(installation.lease_expires_at)}
        role="timer"
        aria-live="off"
      >
        {formatDuration(remaining)}
      </time>
    </span>
  )
}

/** Returns the name of an installation: the name and version of its agent, or the identifier of an unknown agent. */
export const installationName = ({
  agent_name,
  agent_version = '',
  agent_id,
}: Installation): string =>
  agent_name === undefined
    ? shorten(agent_id)
    : visibleName(`${agent_name} ${agent_version}`.trim())

/** Formats a number of installations: `1 installation`, `1,200 installations`. */
export const installationCount = (count: number): string =>
  count === 1 ? '1 installation' : `${formatNumber(count)} installations`

/** Shows an agent by name and identifier. */
export function AgentName({ svc_id }: { svc_id: string }) {
  const { data } = useCachedAgent(svc_id)
  return (
    <span class="two-lines">
      <a href={pageUrl('agent', { svc_id })}>{data ? agentTitle(data) : 'Agent'}</a>
      <Id value={svc_id} label="agent id" />
    </span>
  )
}

/** Shows the labels of an installation. */
export const InstallationLabels = ({ labels = [] }: Pick<Installation, 'labels'>) =>
  labels.length === 0 ? (
    <span class="muted">none</span>
  ) : (
    <ul class="labels" aria-label="Labels">
      {labels.map((label) => (
        <li key={label}>
          <code>{label}</code>
        </li>
      ))}
    </ul>
  )
