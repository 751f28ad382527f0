import type { JsonObject } from '../json.ts'
import type { Timestamp } from '../time.ts'

/** The lifecycle states of an installation, which only people and commands change (docs/specification/installations.md#lifecycle). */
export const LIFECYCLES = ['active', 'paused', 'revoked', 'terminated'] as const
export type Lifecycle = (typeof LIFECYCLES)[number]
/**
 * The health of an installation, which heartbeats, the passage of time and undeliverable tasks change
 * (docs/specification/installations.md#lifecycle).
 */
export type Health = 'online' | 'unhealthy' | 'offline' | 'stopped'

/** The lifecycle states of installations that have not ended. */
export const OPERATIVE_LIFECYCLES = ['active', 'paused'] as const satisfies readonly Lifecycle[]

/** The health of installations whose heartbeats arrive in time. */
export const RESPONSIVE_HEALTH = ['online', 'unhealthy'] as const satisfies readonly Health[]

/** The query condition for installations that can be given a task: active and responsive. */
export const AVAILABLE = { lifecycle: 'active', health: { in: RESPONSIVE_HEALTH } } as const

export interface Installation {
  installation_id: string
  organization_id: string
  workspace_id: string
  agent_id: string
  /** The organization whose registration of the agent was installed. */
  agent_organization_id: string
  install_token_id: string
  upstream_url: string | null
  capabilities: readonly string[]
  /** Seconds between heartbeats, within the effective range. */
  heartbeat_interval: number
  lifecycle: Lifecycle
  health: Health
  /** The status in the latest heartbeat that contained one; null if there was none, or if the agent has run again since `stopped`. */
  status: string | null
  health_payload: JsonObject | null
  lease_expires_at: Timestamp
  /**
   * When a sweep next checks the lease. It is never later than the end of the lease, and updated less often. Null in rows of earlier
   * versions.
   */
  lease_check_at: Timestamp | null
  last_seen_at: Timestamp
  /** The day of `last_seen_at`, for example `2026-03-01`. Null in rows of earlier versions. */
  last_seen_date: string | null
  /** The highest version of a runtime token that was issued. */
  token_version: number
  refresh_hash: string
  beacon: Beacon | null
  /** Counts recoveries; tokens that were issued before the latest one are invalid. */
  epoch: number
  created_at: Timestamp
  recovered_at: Timestamp | null
  revoked_at: Timestamp | null
  revoke_reason: string | null
  /**
   * Until this time, heartbeats of a revoked installation receive `terminate`. Afterwards, or once it has stopped (null), they are refused.
   */
  shutdown_deadline: Timestamp | null
  /** The number of its `working` tasks, stored so that routing does not have to count them. */
  in_flight: number
  /** When it first signed an answer with the agent's key; null before that (docs/specification/trust.md#attestation). */
  attested_at: Timestamp | null
  /** When the platform last failed to reach it with a task; null if that never happened (docs/specification/trust.md#reached). */
  unreached_at: Timestamp | null
  /** Its labels, such as `env=prod`, sorted. Null in rows of earlier versions, and if it never had any. */
  labels: readonly string[] | null
}

/** The environment in which an installation reports that it runs. */
export interface Beacon {
  platform?: string
  metadata?: JsonObject
  registered_at: Timestamp
}

/** Returns whether the installation has not ended. */
export const isOperative = ({ lifecycle }: Pick<Installation, 'lifecycle'>): boolean =>
  (OPERATIVE_LIFECYCLES as readonly Lifecycle[]).includes(lifecycle)

/** Returns whether the heartbeats of the installation arrive in time. */
export const isResponsive = ({ health }: Pick<Installation, 'health'>): boolean =>
  (RESPONSIVE_HEALTH as readonly Health[]).includes(health)
