import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

/** Limits of the specification, each defined once, in milliseconds unless the name states another unit. */

// Installations

/** Limits how long a bootstrap can be repeated with the same install token (docs/specification/installations.md#replay-window). */
export const BOOTSTRAP_REPLAY_WINDOW_MS = 60 * SECOND_MS
/** Limits how long a runtime token is valid (docs/specification/installations.md#runtime-token-lifetime). */
export const RUNTIME_TOKEN_LIFETIME_MS = 90 * DAY_MS
/** Sets how long before its expiry a runtime token is replaced (docs/specification/installations.md#token-renewal). */
export const RUNTIME_TOKEN_REFRESH_WINDOW_MS = 7 * DAY_MS
/** Sets how long a replaced runtime token stays valid (docs/specification/installations.md#runtime-token-overlap). */
export const RUNTIME_TOKEN_OVERLAP_MS = 5 * MINUTE_MS
/** Limits how many unused runtime tokens of an installation are kept (docs/specification/installations.md#runtime-token-overlap). */
export const UNUSED_RUNTIME_TOKENS_KEPT = 16
/** Limits the time between heartbeats, in seconds (docs/specification/installations.md#heartbeat-interval). */
export const HEARTBEAT_INTERVAL_SECONDS = { default: 60, min: 5, max: 3600 }
/** The largest fraction of the interval by which a heartbeat is requested early (docs/specification/installations.md#lease-duration). */
export const HEARTBEAT_JITTER = 0.1
/** Sets the length of a lease in heartbeat intervals (docs/specification/installations.md#lease-duration). */
export const LEASE_INTERVALS = 3
export const MIN_LEASE_MS = 30 * SECOND_MS
/**
 * Sets how long a revoked installation may take to shut down, by default from its next heartbeat on
 * (docs/specification/installations.md#revoke-leases).
 */
export const DEFAULT_SHUTDOWN_MS = 30 * SECOND_MS
export const MAX_SHUTDOWN_MS = 10 * MINUTE_MS
/** Limits how long a command waits for its acknowledgement (docs/specification/installations.md#commands). */
export const COMMAND_LIFETIME_MS = DAY_MS
/**
 * Limits how many replaced commands that the agent never acknowledged are kept for one installation
 * (docs/specification/installations.md#send-command).
 */
export const MAX_UNACKNOWLEDGED_COMMANDS = 20
/** Limits how many of an agent's installations in a workspace a recovery examines (docs/specification/installations.md#recovery-choice). */
export const MAX_RECOVERY_CANDIDATES = 200
/** Limits how many installations one action is applied to (docs/specification/installations.md#actions). */
export const MAX_ACTION_TARGETS = 100
/**
 * Limits how many installations one page of a search examines where the store cannot decide which match, and how many if their beacons
 * have to be read (docs/specification/installations.md#search).
 */
export const MAX_EXAMINED_INSTALLATIONS = { rows: 2000, beacons: 500 }
/** Limits each count of a search (docs/specification/installations.md#search). */
export const MAX_COUNTED_INSTALLATIONS = 10_000
/**
 * Limits the time for which an installation that is no longer seen counts against the quota (docs/specification/organizations.md#quotas).
 */
export const INSTALLATION_QUOTA_WINDOW_MS = 7 * DAY_MS

// Signatures

/** Limits the rotation of signing keys (docs/specification/trust.md#key-rotation). */
export const SIGNING_KEY = {
  /** How old the keys in a process may become before it reads them again. */
  refresh_ms: 5 * SECOND_MS,
  /** The age that a cached response of `/trust/jwks` may have, in seconds. */
  cache_seconds: 20,
  /** The minimum overlap. It exceeds the refresh, the age in caches and the pause between two fetches of an agent, taken together. */
  min_overlap_ms: MINUTE_MS,
  max_overlap_ms: 30 * DAY_MS,
  /** A key that is retired by hand signs this much longer, until every process has read the change. */
  notice_ms: 10 * SECOND_MS,
  /** Re-signing begins this long after a key was retired or compromised, so that transactions in which it signed have completed. */
  settle_ms: 15 * SECOND_MS,
  /** The maximum number of workspaces or chains that one transaction of re-signing examines. */
  batch: 100,
}

/** Limits how far the clock of an agent that signs may be off in either direction (docs/specification/agents.md#replay-protection). */
export const FRESHNESS_WINDOW_MS = 300 * SECOND_MS
/** Limits how long the statement of a forwarded task is accepted after it was issued (docs/specification/trust.md#task). */
export const TASK_LIFETIME_MS = 60 * SECOND_MS
/** Limits how long a statement that vouches for an agent is valid (docs/specification/trust.md#vouch). */
export const VOUCH_LIFETIME_MS = 300 * SECOND_MS
/** Limits how far the time in the proof of a registration may be off in either direction (docs/specification/trust.md#registration). */
export const PROOF_WINDOW_MS = 10 * MINUTE_MS

// Policies

/** Limits how many versions of a workspace's policy are kept; the newest ones remain (docs/specification/policies.md#version-retention). */
export const POLICY_VERSIONS_KEPT = 100

// Audit records

/** Sets how long audit records are kept if the organization has not chosen otherwise (docs/specification/audit.md#retention-period). */
export const DEFAULT_RETENTION_DAYS = 365
/** The longest retention that can be set, in days. */
export const MAX_RETENTION_DAYS = 3650
/** Delays a shorter retention, because records that are removed cannot be restored (docs/specification/audit.md#retention-change). */
export const RETENTION_SHORTENING_MS = 7 * DAY_MS
/**
 * Limits how many audit records and chains one transaction purges, and how often a chain without a backlog is checked
 * (docs/specification/audit.md#purge).
 */
export const PURGE = { records: 200, chains: 20, pause_ms: HOUR_MS }
/**
 * Limits how many verifications one process runs at a time for one organization, because hashing occupies the processor
 * (docs/specification/audit.md#verification-steps).
 */
export const MAX_CONCURRENT_VERIFICATIONS = 2
/** Sets how many records an export selects if the request does not state a limit (docs/specification/audit.md#export-selection). */
export const DEFAULT_EXPORT_LIMIT = 1000
/** Limits how many exports of one organization may be unfinished; a further one ends at once (docs/specification/audit.md#export-order). */
export const MAX_UNFINISHED_EXPORTS = 1000
/**
 * Limits how many destinations one process serves at a time, for one organization and in all (docs/specification/audit.md#export-order).
 */
export const MAX_CONCURRENT_EXPORTS = { organization: 4, process: 64 }

// Organizations and people

/** Limits how long a sign-in PIN is valid, and how many times one can be tried (docs/specification/organizations.md#sign-in). */
export const PIN_LIFETIME_MS = 5 * MINUTE_MS
export const PIN_ATTEMPTS = 5
/** Limits how long a session lasts (docs/specification/organizations.md#sessions). */
export const ADMIN_SESSION_MS = 8 * HOUR_MS
/** Limits how long an invitation can be accepted. */
export const INVITATION_LIFETIME_MS = 14 * DAY_MS
/** Limits the open invitations of one organization, and the open invitations for one address beyond which no mail is sent to it. */
export const MAX_OPEN_INVITATIONS = { organization: 100, address: 20 }
/** Limits how many API keys one transaction revokes. */
export const API_KEY_REVOCATION_BATCH = 200
/** Limits how many generations of API keys are followed to decide whether one key may revoke another. */
export const MAX_API_KEY_GENERATIONS = 1000
/** Limits how many requests from one organization one process handles at a time, and how many may wait. */
export const ORGANIZATION_CONCURRENCY = { running: 8, waiting: 256 }

// Reputation

/** Sets the time after which an outcome counts half as much (docs/specification/trust.md#reputation). */
export const REPUTATION_HALF_LIFE_MS = 30 * DAY_MS
/** Limits the weight of all outcomes of one organization: they raise the score of an agent from 50 to 55, or lower it to 45. */
export const MAX_ORGANIZATION_WEIGHT = 0.44
/** Sets the fraction of the remaining distance to that limit that one outcome covers. */
export const ORGANIZATION_STEP = 1 / 4
/** Limits how many days the history of a reputation goes back (docs/specification/agents.md#reputation-history). */
export const MAX_REPUTATION_DAYS = 365

// Lists

/** Limits how many items a page holds (docs/specification/http.md#pages). */
export const MAX_PAGE_SIZE = 200
/** Limits how many rows are counted where no count is maintained, so that the cost of counting is bounded. */
export const MAX_COUNTED_ROWS = 100_000

// Tasks

/** Limits how long after the timeout of a task its end must be recorded (docs/specification/tasks.md#abandoned). */
export const TASK_GRACE_MS = 10 * SECOND_MS
/**
 * Limits the depth of an agent's answer, because writing deeper JSON could exhaust the stack (docs/specification/tasks.md#failure-codes).
 */
export const MAX_ANSWER_DEPTH = 64
/**
 * Limits the bytes of memory for agents' answers in one process: of all answers, and of those to the tasks of one organization
 * (docs/specification/tasks.md#answer-memory).
 */
export const ANSWER_BOUNDS = { total_bytes: 256 * 1024 * 1024, owner_bytes: 64 * 1024 * 1024 }

/**
 * Returns how many slots one party may occupy: half of them, but at least one. One party therefore cannot occupy all slots, unless
 * there is only one.
 */
export const fairShare = (slots: number): number => Math.max(1, Math.floor(slots / 2))
