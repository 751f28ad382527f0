import { OPERATIVE, type Health, type Installation } from '../../api/installations.ts'
import { Badge, type Tone } from '../../parts/badges/badge.tsx'
import { useServerNow } from '../../parts/time/moments.ts'
import { HighlightChange } from '../../parts/feedback/highlight-change.tsx'

const HEALTH_TONES: Readonly<Record<Health, Tone>> = {
  online: 'good',
  unhealthy: 'warn',
  offline: 'bad',
  stopped: 'idle',
}

/** Whether people have not ended it; what is live can be told and revoked. */
export const isOperative = ({ lifecycle }: Pick<Installation, 'lifecycle'>): boolean =>
  OPERATIVE.includes(lifecycle)

/** As the registry shows it: offline from the end of the lease on, without waiting for the next answer. */
export const healthAt = (
  { health, lease_expires_at }: Pick<Installation, 'health' | 'lease_expires_at'>,
  moment: number,
): Health => (health !== 'stopped' && Date.parse(lease_expires_at) <= moment ? 'offline' : health)

/** What people decided, and what heartbeats and time say. */
export function InstallationState({ installation }: { installation: Installation }) {
  const health = healthAt(installation, useServerNow())
  const { lifecycle } = installation
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
