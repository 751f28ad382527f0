import type { Installation } from '../../api/installations.ts'
import { formatDuration, formatUtc } from '../../parts/time/format.ts'
import { useServerNow } from '../../parts/time/server-now.ts'
import { Time } from '../../parts/time/time.tsx'
import { isOperative } from './state.tsx'

/** A lease lasts for three heartbeat intervals, but at least 30 seconds. */
const MIN_LEASE_S = 30
const leaseLengthOf = (installation: Installation): number =>
  Math.max(MIN_LEASE_S, 3 * installation.heartbeat_interval) * 1000
const WIDTH = 72

/** Shows the remaining time of a lease as a countdown and a bar. */
export function Lease({ installation }: { installation: Installation }) {
  const left = Date.parse(installation.lease_expires_at) - useServerNow()
  if (!isOperative(installation)) return <span class="muted">none</span>
  if (installation.health === 'stopped') return <span class="muted">released</span>
  if (left <= 0)
    return (
      <span class="lease over">
        expired <Time at={installation.lease_expires_at} />
      </span>
    )
  const share = Math.min(1, left / leaseLengthOf(installation))
  return (
    <span class={share < 1 / 3 ? 'lease late' : 'lease'}>
      <svg viewBox={`0 0 ${WIDTH} 6`} width={WIDTH} height="6" aria-hidden="true">
        <rect class="all" width={WIDTH} height="6" rx="3" />
        <rect class="left" width={Math.max(3, WIDTH * share)} height="6" rx="3" />
      </svg>
      <time
        dateTime={installation.lease_expires_at}
        title={formatUtc(installation.lease_expires_at)}
        role="timer"
        aria-live="off"
      >
        {formatDuration(left)}
      </time>
    </span>
  )
}
