import { effectiveInterval, healthOf, leaseEnd, nextLeaseCheck } from './installation.ts'
import type { Installation, JsonObject } from '../records.ts'
import { dayOf, later, plus, type Timestamp } from '../time.ts'

/** The members of a heartbeat's body that the rules use. */
export interface Heartbeat {
  readonly status?: string | undefined
  readonly heartbeat_interval_seconds?: number | undefined
  readonly health_payload?: JsonObject | undefined
}

export type Renewal =
  /** The installation has ended: 403. */
  | { kind: 'refused'; lifecycle: 'revoked' | 'terminated' }
  /** Revoked, but still shutting down: the response carries `terminate` and never a token. */
  | { kind: 'terminating'; deadline: Timestamp }
  | { kind: 'renewed'; changes: LeaseChanges; restored: boolean }
/** The fields that a heartbeat changes. */
type LeaseChanges = Pick<
  Installation,
  | 'heartbeat_interval'
  | 'health'
  | 'status'
  | 'health_payload'
  | 'last_seen_at'
  | 'last_seen_date'
  | 'lease_expires_at'
  | 'lease_check_at'
>

/**
 * Decides how a heartbeat changes its installation. It changes health and lease but never the lifecycle
 * (docs/specification/installations.md#lifecycle), and a late or repeated one never moves a timestamp backwards
 * (docs/specification/installations.md#heartbeat-order).
 */
export function renew(
  installation: LeaseChanges & Pick<Installation, 'lifecycle' | 'shutdown_deadline'>,
  heartbeat: Heartbeat,
  now: Timestamp,
): Renewal {
  const { lifecycle, shutdown_deadline } = installation
  if (lifecycle === 'terminated') return { kind: 'refused', lifecycle }
  if (lifecycle === 'revoked')
    return shutdown_deadline !== null && now < shutdown_deadline
      ? { kind: 'terminating', deadline: shutdown_deadline }
      : { kind: 'refused', lifecycle }

  const heartbeat_interval =
    heartbeat.heartbeat_interval_seconds === undefined
      ? installation.heartbeat_interval
      : effectiveInterval(heartbeat.heartbeat_interval_seconds)
  const last_seen_at = later(installation.last_seen_at, now)
  const lease_expires_at = later(installation.lease_expires_at, leaseEnd(heartbeat_interval, now))
  const changes: LeaseChanges = {
    heartbeat_interval,
    health: healthOf(heartbeat.status),
    // A member that a heartbeat omits keeps its value. A heartbeat without a status after `stopped` means that the agent runs again.
    status: heartbeat.status ?? (installation.status === 'stopped' ? null : installation.status),
    health_payload: heartbeat.health_payload ?? installation.health_payload,
    last_seen_at,
    last_seen_date: dayOf(last_seen_at),
    lease_expires_at,
    lease_check_at: nextLeaseCheck(
      installation.lease_check_at,
      heartbeat_interval,
      now,
      lease_expires_at,
    ),
  }
  return {
    kind: 'renewed',
    changes,
    restored: installation.health === 'offline' && changes.health !== 'stopped',
  }
}

/**
 * Returns when the next heartbeat is due: after one interval, up to 10 % earlier so that the heartbeats of a fleet are spread over time,
 * and always before the lease ends.
 * @param jitter in [0, 1)
 */
export function nextHeartbeat(
  intervalSeconds: number,
  leaseExpiresAt: Timestamp,
  now: Timestamp,
  jitter: number,
): Timestamp {
  const due = plus(now, Math.round(intervalSeconds * 1000 * (1 - 0.1 * jitter)))
  return due < leaseExpiresAt ? due : plus(leaseExpiresAt, -1)
}
