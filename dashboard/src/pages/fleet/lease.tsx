import type { Installation } from '../../api/fleet.ts'
import { duration, inUtc, useNow } from '../../parts/moments.ts'
import { Time } from '../../parts/time.tsx'
import { isLive } from './health.tsx'

/** A lease lasts three heartbeats, and thirty seconds at least. */
const LEAST_S = 30
const lengthOf = (installation: Installation): number =>
  Math.max(LEAST_S, 3 * installation.heartbeat_interval) * 1000
const WIDTH = 72

/** What is left of the lease, second by second, as a time and as a bar that empties. */
export function Lease({ of: installation }: { of: Installation }) {
  const left = Date.parse(installation.lease_expires_at) - useNow()
  if (!isLive(installation)) return <span class="muted">none</span>
  if (installation.health === 'stopped') return <span class="muted">given back</span>
  if (left <= 0)
    return (
      <span class="lease over">
        ran out <Time at={installation.lease_expires_at} />
      </span>
    )
  const share = Math.min(1, left / lengthOf(installation))
  return (
    <span class={share < 1 / 3 ? 'lease late' : 'lease'}>
      <svg viewBox={`0 0 ${WIDTH} 6`} width={WIDTH} height="6" aria-hidden="true">
        <rect class="all" width={WIDTH} height="6" rx="3" />
        <rect class="left" width={Math.max(3, WIDTH * share)} height="6" rx="3" />
      </svg>
      <time
        dateTime={installation.lease_expires_at}
        title={inUtc(installation.lease_expires_at)}
        role="timer"
        aria-live="off"
      >
        {duration(left)}
      </time>
    </span>
  )
}
