import { effectiveInterval, healthOf, leaseEnd, watchedAt } from './installation.ts'
import type { Installation, JsonObject } from '../records.ts'
import { dayOf, later, plus, type Timestamp } from '../time.ts'

/** The body of a heartbeat, as far as the rules look at it. */
export interface Heartbeat {
  readonly status?: string | undefined
  readonly heartbeat_interval_seconds?: number | undefined
  readonly health_payload?: JsonObject | undefined
}

export type Renewal =
  /** Over for good: 403. */
  | { kind: 'refused'; lifecycle: 'revoked' | 'terminated' }
  /** Revoked, and still to be told so: the answer carries `terminate` and never a token. */
  | { kind: 'terminating'; deadline: Timestamp }
  | { kind: 'renewed'; changes: Beaten; restored: boolean }
/** What a heartbeat moves. */
type Beaten = Pick<
  Installation,
  | 'heartbeat_interval'
  | 'health'
  | 'status'
  | 'health_payload'
  | 'last_seen_at'
  | 'seen_on'
  | 'lease_expires_at'
  | 'watch_at'
>

/**
 * Decides what a heartbeat does to its installation. It changes health and lease but never the lifecycle
 * (docs/specification/installations.md#lifecycle), and a late or repeated one never moves a timestamp backwards
 * (docs/specification/installations.md#heartbeat-order).
 */
export function renew(
  installation: Beaten & Pick<Installation, 'lifecycle' | 'shutdown_deadline'>,
  beat: Heartbeat,
  now: Timestamp,
): Renewal {
  const { lifecycle, shutdown_deadline } = installation
  if (lifecycle === 'terminated') return { kind: 'refused', lifecycle }
  if (lifecycle === 'revoked')
    return shutdown_deadline !== null && now < shutdown_deadline
      ? { kind: 'terminating', deadline: shutdown_deadline }
      : { kind: 'refused', lifecycle }

  const heartbeat_interval =
    beat.heartbeat_interval_seconds === undefined
      ? installation.heartbeat_interval
      : effectiveInterval(beat.heartbeat_interval_seconds)
  const last_seen_at = later(installation.last_seen_at, now)
  const lease_expires_at = later(installation.lease_expires_at, leaseEnd(heartbeat_interval, now))
  const changes: Beaten = {
    heartbeat_interval,
    health: healthOf(beat.status),
    // What a heartbeat leaves out stays as the latest one said; one without a status after `stopped` says that the agent runs again.
    status: beat.status ?? (installation.status === 'stopped' ? null : installation.status),
    health_payload: beat.health_payload ?? installation.health_payload,
    last_seen_at,
    seen_on: dayOf(last_seen_at),
    lease_expires_at,
    watch_at: watchedAt(installation.watch_at, heartbeat_interval, now, lease_expires_at),
  }
  return {
    kind: 'renewed',
    changes,
    restored: installation.health === 'offline' && changes.health !== 'stopped',
  }
}

/**
 * When the next heartbeat is due: one interval from now, up to 10 % earlier so that a fleet spreads out, and always
 * before the lease ends. `jitter` is in [0, 1).
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
