import { OPERATIVE, type Health, type Installation } from '../../api/installations.ts'
import { Badge, type Tone } from '../../parts/badges/badge.tsx'
import { useServerNow } from '../../parts/time/server-now.ts'
import { HighlightChange } from '../../parts/feedback/highlight-change.tsx'

const HEALTH_TONES: Readonly<Record<Health, Tone>> = {
  online: 'good',
  unhealthy: 'warn',
  offline: 'bad',
  stopped: 'idle',
}

/** Returns whether an installation can still be commanded and revoked. */
export const isOperative = ({ lifecycle }: Pick<Installation, 'lifecycle'>): boolean =>
  OPERATIVE.includes(lifecycle)

/** Returns the health at a time in milliseconds: offline as soon as the lease has expired, even before the next response says so. */
export const healthAt = (
  { health, lease_expires_at }: Pick<Installation, 'health' | 'lease_expires_at'>,
  now: number,
): Health => (health !== 'stopped' && Date.parse(lease_expires_at) <= now ? 'offline' : health)

/** Shows the lifecycle and the health of an installation. */
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
