import { HEARTBEAT_SECONDS, LEASE_INTERVALS, LEASE_LEAST_MS } from '../limits.ts'
import type { Agent, Installation } from '../records.ts'
import { plus, type Timestamp } from '../time.ts'

/** Is changed by people and commands only (docs/specification/installations.md#lifecycle). */
export type Lifecycle = 'active' | 'paused' | 'revoked' | 'terminated'
/** Is changed by heartbeats, by time, and by tasks that cannot be delivered (docs/specification/installations.md#lifecycle). */
export type Health = 'online' | 'unhealthy' | 'offline' | 'stopped'

/** The lifecycles of installations that have not ended. */
export const LIVE = ['active', 'paused'] as const satisfies readonly Lifecycle[]

/** The health of active installations that still send heartbeats. */
export const RESPONSIVE_HEALTH = ['online', 'unhealthy'] as const satisfies readonly Health[]

/** Whether the installation may act at all. */
export const isLive = ({ lifecycle }: Pick<Installation, 'lifecycle'>): boolean =>
  (LIVE as readonly Lifecycle[]).includes(lifecycle)

/** Whether an agent may get credentials: known, and neither suspended nor revoked by the operator. */
export const mayBeInstalled = (
  agent: Pick<Agent, 'suspended_at' | 'revoked_at'> | undefined,
): boolean => agent !== undefined && agent.suspended_at === null && agent.revoked_at === null

/** Brings an asked interval into the effective range, in seconds; the default where none was asked. */
export const effectiveInterval = (asked = HEARTBEAT_SECONDS.default): number =>
  Math.min(HEARTBEAT_SECONDS.most, Math.max(HEARTBEAT_SECONDS.least, asked))

/** When a lease granted now runs out: three intervals, at least 30 s. */
export const leaseEnd = (intervalSeconds: number, now: Timestamp): Timestamp =>
  plus(now, Math.max(LEASE_LEAST_MS, LEASE_INTERVALS * intervalSeconds * 1000))

/**
 * When a sweep looks whether a lease has run out. Every heartbeat moves the end of a lease; this only moves when it would come before
 * the next heartbeat, so that an index by it is written once in about three heartbeats.
 */
export const watchedAt = (
  watch_at: Timestamp | null,
  intervalSeconds: number,
  now: Timestamp,
  lease_expires_at: Timestamp,
): Timestamp =>
  watch_at !== null && watch_at > plus(now, intervalSeconds * 1000) ? watch_at : lease_expires_at

/** Health as a heartbeat's status tells it; an unknown status is a sign of life. */
export function healthOf(status: string | undefined): Health {
  if (status === 'stopped') return 'stopped'
  return status === 'degraded' || status === 'error' ? 'unhealthy' : 'online'
}
