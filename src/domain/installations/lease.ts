import type { JsonObject } from '../json.ts'
import {
  HEARTBEAT_INTERVAL_SECONDS,
  HEARTBEAT_JITTER,
  LEASE_INTERVALS,
  MIN_LEASE_MS,
} from '../limits.ts'
import { dayOf, later, plus, type Timestamp } from '../time.ts'
import type { Command } from './command.ts'
import type { Health, Installation } from './installation.ts'

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
 * Decides how a heartbeat changes the health and lease of its installation. This never changes the lifecycle, unlike the acknowledgement of
 * `terminate` (docs/specification/installations.md#lifecycle), and a late or repeated heartbeat never moves a timestamp backwards
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
    // A member that a heartbeat omits keeps its value.
    status: heartbeat.status ?? statusOnceRunning(installation),
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
  const due = plus(now, Math.round(intervalSeconds * 1000 * (1 - HEARTBEAT_JITTER * jitter)))
  return due < leaseExpiresAt ? due : plus(leaseExpiresAt, -1)
}

/**
 * Returns the command that the response to a heartbeat carries: `terminate` before all others, then the oldest pending one.
 * @param waiting in order of issue
 */
export function nextCommand(waiting: readonly Command[], now: Timestamp): Command | undefined {
  const pending = waiting.filter(
    (command) => command.acknowledged_at === null && command.expires_at > now,
  )
  return pending.find((command) => command.type === 'terminate') ?? pending[0]
}

/**
 * Returns the interval, in seconds, at which heartbeats are requested and accepted. It is the shortest one after a revocation, so that the
 * agent can report soon that it has stopped (docs/specification/installations.md#revoke-leases).
 */
export const currentInterval = ({
  lifecycle,
  heartbeat_interval,
}: Pick<Installation, 'lifecycle' | 'heartbeat_interval'>): number =>
  lifecycle === 'revoked' ? HEARTBEAT_INTERVAL_SECONDS.min : heartbeat_interval

/** Clamps a requested heartbeat interval, in seconds, to the effective range. Returns the default if none was requested. */
export const effectiveInterval = (requested = HEARTBEAT_INTERVAL_SECONDS.default): number =>
  Math.min(HEARTBEAT_INTERVAL_SECONDS.max, Math.max(HEARTBEAT_INTERVAL_SECONDS.min, requested))

/** Returns the end of a lease that is granted now: after three intervals, but at least 30 seconds. */
export const leaseEnd = (intervalSeconds: number, now: Timestamp): Timestamp =>
  plus(now, Math.max(MIN_LEASE_MS, LEASE_INTERVALS * intervalSeconds * 1000))

/**
 * Returns when a sweep next checks whether the lease has expired. Every heartbeat moves the end of the lease, but the time of the check
 * moves only if it would be reached before the next heartbeat. Its index is therefore written only about once in three heartbeats.
 */
export const nextLeaseCheck = (
  lease_check_at: Timestamp | null,
  intervalSeconds: number,
  now: Timestamp,
  lease_expires_at: Timestamp,
): Timestamp =>
  lease_check_at !== null && lease_check_at > plus(now, intervalSeconds * 1000)
    ? lease_check_at
    : lease_expires_at

/** Returns the status to keep for an agent that shows that it is running without stating a status: `stopped` no longer holds. */
export const statusOnceRunning = ({ status }: Pick<Installation, 'status'>): string | null =>
  status === 'stopped' ? null : status

/** Returns the health for the status in a heartbeat; an unknown or absent status means `online`. */
function healthOf(status: string | undefined): Health {
  if (status === 'stopped') return 'stopped'
  return status === 'degraded' || status === 'error' ? 'unhealthy' : 'online'
}

/** Returns the health to show: `offline` once the lease has expired, even before a sweep has recorded it, unless the agent has stopped. */
export const effectiveHealth = (
  { health, lease_expires_at }: Pick<Installation, 'health' | 'lease_expires_at'>,
  now: Timestamp,
): Health => (health !== 'stopped' && lease_expires_at <= now ? 'offline' : health)

/**
 * Returns the query condition for installations with this effective health, because a sweep records `offline` only some time after a lease
 * has expired.
 */
export function healthCondition(health: Health, now: Timestamp) {
  switch (health) {
    case 'stopped':
      return { health }
    case 'online':
    case 'unhealthy':
      return { health, lease_expires_at: { gt: now } }
    case 'offline':
      return { health: { not: 'stopped' as const }, lease_expires_at: { lte: now } }
  }
}

/**
 * Limits the share of a workspace that one pass marks offline, because a mass expiry is more often caused by the platform than by the
 * agents (docs/specification/installations.md#mass-expiry).
 */
const MAX_SHARE = 0.2

/**
 * Returns the number up to which responsive installations have to be counted if `due` of them are due. With that many, all due
 * installations may be marked, so a higher count would change nothing.
 */
export const maxCountNeeded = (due: number): number =>
  2 ** Math.ceil(Math.log2(Math.max(1, due) / MAX_SHARE))

/**
 * Returns which due installations of one workspace a sweep may mark offline now, the longest overdue first, and how many it has to leave
 * for later passes.
 * @param responsive the number of the workspace's installations that are online or unhealthy, including those that are due
 */
export function expiryBatch(
  due: readonly Installation[],
  responsive: number,
): { now: readonly Installation[]; held: number } {
  const allowed = Math.max(1, Math.floor(responsive * MAX_SHARE))
  return { now: due.slice(0, allowed), held: Math.max(0, due.length - allowed) }
}
