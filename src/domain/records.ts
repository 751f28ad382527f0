/**
 * The records the platform keeps. Field names are the interface's own, so what is stored is what is shown;
 * secrets appear only as `hash` (SHA-256, hex) or sealed under the master key.
 */
import type { AuditRecord } from './audit/record.ts'
import type { AuditCheckpoint } from './audit/checkpoint.ts'
import type { Health, Lifecycle } from './installations/installation.ts'
import type { Plan } from './organizations/plans.ts'
import type { RetentionShortening } from './audit/retention.ts'
import type { TaskRequester } from './signatures/claims.ts'
import type { Timestamp } from './time.ts'

export type { Agent, AgentDetails, AgentId } from './agents/agent.ts'
export type { Dispute } from './agents/dispute.ts'
export type { ExportJob } from './audit/export-job.ts'
export type { Invitation } from './organizations/invitation.ts'
export type { Json, JsonObject } from './crypto/jcs.ts'
import type { Json, JsonObject } from './crypto/jcs.ts'
export type { OutboxEnd, OutboxItem, OutboxKind } from './outbox.ts'
export type { Policy } from './policies/policy.ts'
export type { ReputationDay } from './agents/reputation-history.ts'
export type { Ticket } from './support/ticket.ts'

export interface Organization {
  organization_id: string
  name: string
  plan: Plan
  audit_log_retention_days: number | null
  retention_shortening: RetentionShortening | null
  created_at: Timestamp
}

export interface ApiKey {
  key_id: string
  hash: string
  organization_id: string
  /** A key bound to one workspace reaches nothing outside it. */
  workspace_id: string | null
  name: string
  /** First characters of the key, enough to tell keys apart in a list. */
  preview: string
  /** null: every scope but those that have to be named. */
  scopes: readonly string[] | null
  /** E-mail address of the person who made it; null where a key or the operator did. */
  created_by: string | null
  /** The key that made it, with which it is revoked. */
  created_by_key: string | null
  created_at: Timestamp
  /** From when on it is refused; null where it does not expire. */
  expires_at: Timestamp | null
  last_used_at: Timestamp | null
  revoked_at: Timestamp | null
  /** Whether some of the keys that this revoked key made are still to be revoked. */
  revoking: boolean
}

export interface Member {
  user_id: string
  organization_id: string
  email: string
  role: Role
  joined_at: Timestamp
}
export type Role = 'owner' | 'admin' | 'developer' | 'auditor' | 'viewer'

/** The sums over the shares of all organizations, decayed up to `as_of`; the score follows from them. */
export interface Reputation {
  successes: number
  failures: number
  /** How many outcomes count. */
  samples: number
  /** How many organizations have a share. */
  organizations: number
  /** Outcomes that the agent's own organization asked for: shown, never counted. Absent: none. */
  own_outcomes?: number
  /** Outcomes that count, of installations that had never answered with the agent's key. Absent: none. */
  unattested_outcomes?: number
  as_of: Timestamp
}

/** What the outcomes that one organization asked for make: it never weighs more than `ORGANIZATION_WEIGHT`. */
export type Share = Pick<Reputation, 'successes' | 'failures' | 'samples' | 'as_of'>

/** What one organization says of an agent, as one organization registered it (docs/specification/trust.md#reputation). */
export interface ReputationShare {
  svc_id: string
  /** The organization of the registration. */
  organization_id: string
  /** The organization whose credentials asked for the tasks. */
  rater_id: string
  share: Share
  /** What the outcomes made whose tasks are forgotten; null where none is. */
  forgotten: Share | null
}

export interface Workspace {
  workspace_id: string
  organization_id: string
  name: string
  description: string
  created_at: Timestamp
  updated_at: Timestamp
}

export interface InstallToken {
  token_id: string
  hash: string
  organization_id: string
  workspace_id: string
  agent_id: string
  created_at: Timestamp
  expires_at: Timestamp
  consumed_at: Timestamp | null
  /** When somebody took the unused token back. From then on its hash is nobody's, so it is as unknown as any other text. */
  revoked_at: Timestamp | null
  expiry_audited: boolean
  installation_id: string | null
  /** SHA-256 of the first bootstrap body without its token: a replay that differs is audited, never applied. */
  body_hash: string | null
  callers: readonly Origin[]
}

/** Where a request came from, as far as the platform can tell. */
export interface Origin {
  ip: string
  user_agent: string
  at: Timestamp
}

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
  /** Seconds between heartbeats, already brought into the effective range. */
  heartbeat_interval: number
  lifecycle: Lifecycle
  health: Health
  /** The last status a heartbeat named. */
  status: string | null
  health_payload: JsonObject | null
  lease_expires_at: Timestamp
  /** When a sweep looks whether the lease has run out: never later than that, and moved less often. Null where an earlier version wrote the row. */
  watch_at: Timestamp | null
  last_seen_at: Timestamp
  /** The day of `last_seen_at`, as `2026-03-01`. Null where an earlier version wrote the row. */
  seen_on: string | null
  /** The highest runtime-token version ever issued. */
  token_version: number
  refresh_hash: string
  beacon: Beacon | null
  /** Counts recoveries: a token issued before the newest one is dead. */
  epoch: number
  created_at: Timestamp
  recovered_at: Timestamp | null
  revoked_at: Timestamp | null
  revoke_reason: string | null
  /** Until then a revoked installation is told to terminate; later, and once it has obeyed (null), its leases are refused. */
  shutdown_deadline: Timestamp | null
  /** Tasks under way: always the number of its `working` tasks, kept here so that choosing needs no count. */
  in_flight: number
  /** When it first answered with the agent's key; null until then (docs/specification/trust.md#attestation). */
  attested_at: Timestamp | null
  /** When the platform last failed to reach it with a task; null: never (docs/specification/trust.md#reached). */
  unreached_at: Timestamp | null
}

/** Where an installation says it runs. */
export interface Beacon {
  platform?: string
  metadata?: JsonObject
  registered_at: Timestamp
}

export interface RuntimeToken {
  hash: string
  installation_id: string
  version: number
  issued_at: Timestamp
  expires_at: Timestamp
  first_used_at: Timestamp | null
  /** The moment from which this version is refused: expiry, or earlier once a higher version is in use. */
  dies_at: Timestamp
}

export interface Command {
  command_id: string
  installation_id: string
  sequence: number
  type: 'pause' | 'resume' | 'terminate' | 'rotate_token' | 'reload_policy' | 'set_interval'
  reason: string
  params: JsonObject
  issued_at: Timestamp
  expires_at: Timestamp
  /** The token version handed out for a rotate_token; its first use acknowledges the command. */
  token_version: number | null
  acknowledged_at: Timestamp | null
  acknowledgement: { status: string; message: string } | null
}

export interface Nonce {
  svc_id: string
  workspace_id: string
  nonce: string
  expires_at: Timestamp
}

export interface PinChallenge {
  challenge_id: string
  email: string
  created_at: Timestamp
  expires_at: Timestamp
  attempts: number
  /** Whether somebody was given its PIN, in a mail or by the operator; else none is right, since whoever sends one guesses. */
  handed_out: boolean
  consumed_at: Timestamp | null
}

export interface AdminSession {
  session_id: string
  hash: string
  email: string
  created_at: Timestamp
  expires_at: Timestamp
}

export interface Task {
  task_id: string
  organization_id: string
  workspace_id: string
  skill: string
  /** Whom the task is for, as it was named. */
  requester_id: string
  /** Who was authenticated, and whom that acted for. */
  requester: TaskRequester
  agent: { svc_id: string; installation_id: string }
  /** The `svc_id` of `agent`, kept as a column because reputations are recounted by it. */
  agent_id: string
  /** The agent's organization, for whose agent the outcome counts; null when it counts for nobody. */
  counts_for: string | null
  /** The moment at which the outcome was counted; null until then, and for ever where it does not count. */
  counted_at: Timestamp | null
  /** Whether its installation had answered with the agent's key by the time it ended (docs/specification/trust.md#attestation). */
  attested: boolean
  status: 'submitted' | 'working' | 'completed' | 'failed' | 'canceled' | 'rejected'
  execution_time_ms: number | null
  error: { code: string; message: string } | null
  created_at: Timestamp
  /** A task that still works then has been left alone by a platform that stopped. */
  deadline: Timestamp
  finished_at: Timestamp | null
}

/** Stored form of an audit record: `chain` is the organization, or `platform` for what belongs to none. */
export interface AuditRow extends AuditRecord {
  chain: string
}

/** The newest record of each chain. */
export interface AuditHead {
  chain: string
  sequence: number
  hash: string
  /** When to look for records to purge; null: at the next opportunity. */
  purge_at: Timestamp | null
}

/** Where a chain begins that was purged: one for each chain, replaced with every purge. */
export type AuditCheckpointRow = AuditCheckpoint

/** Facts of the platform itself: when it was last alive, and since when it has been up. */
export interface PlatformFact {
  name: string
  value: Json
}

/** How many rows of a table share some values: one number of those that are kept, so that nothing has to be counted for it. */
export interface Counter {
  /** Which count of `src/store/counts.ts`. */
  name: string
  /** All shared values but the last, as JSON; empty where there is one at most. */
  grouping: string
  /** The last shared value as text; empty where there is none. */
  value: string
  /** A number that many works move at once is kept in shares, whose sum it is. */
  share: number
  rows: number
}

/** What a public agent is found by, in the order of names: `s:` and a skill, or a term of `src/domain/search/words.ts`. */
export interface AgentTerm {
  term: string
  name_key: string
  svc_id: string
}
