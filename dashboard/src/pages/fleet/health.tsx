import type { Health, Installation } from '../../api/fleet.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { useNow } from '../../parts/moments.ts'
import { Changed } from './changed.tsx'

const HEALTH: Readonly<Record<Health, Tone>> = {
  online: 'good',
  unhealthy: 'warn',
  offline: 'bad',
  stopped: 'idle',
}

/** Whether people have not ended it; what is live can be told and revoked. */
export const isLive = ({ lifecycle }: Pick<Installation, 'lifecycle'>): boolean =>
  lifecycle === 'active' || lifecycle === 'paused'

/** As the registry shows it: offline from the end of the lease on, without waiting for the next answer. */
export const healthAt = (
  { health, lease_expires_at }: Pick<Installation, 'health' | 'lease_expires_at'>,
  moment: number,
): Health => (health !== 'stopped' && Date.parse(lease_expires_at) <= moment ? 'offline' : health)

/** What people decided, and what heartbeats and time say. */
export function State({ of: installation }: { of: Installation }) {
  const health = healthAt(installation, useNow())
  const { lifecycle } = installation
  return (
    <Changed of={`${lifecycle} ${health}`}>
      {lifecycle === 'paused' && <Badge tone="info">paused</Badge>}
      {isLive(installation) ? (
        <Badge tone={HEALTH[health]}>{health}</Badge>
      ) : (
        <Badge>{lifecycle}</Badge>
      )}
    </Changed>
  )
}
