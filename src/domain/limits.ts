/** Numbers of the specification, each defined once, in milliseconds unless the name says otherwise. */
const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

// Set by the interface: docs/specification/installations.md#replay-window, docs/specification/installations.md#runtime-token-lifetime,
// docs/specification/installations.md#token-renewal, docs/specification/organizations.md#sign-in and
// docs/specification/audit.md#retention-period.
export const BOOTSTRAP_REPLAY_WINDOW_MS = 60 * SECOND
export const RUNTIME_TOKEN_LIFETIME_MS = 90 * DAY
export const RUNTIME_TOKEN_REFRESH_WINDOW_MS = 7 * DAY
export const PIN_LIFETIME_MS = 5 * MINUTE
export const RETENTION_DAYS = { default: 365, above: 365, most: 3650 }

// Installations: docs/specification/installations.md#runtime-token-overlap, docs/specification/installations.md#heartbeat-interval,
// docs/specification/installations.md#lease-duration, docs/specification/installations.md#revoke-leases and
// docs/specification/installations.md#commands.
export const RUNTIME_TOKEN_OVERLAP_MS = 5 * MINUTE
export const UNUSED_RUNTIME_TOKENS_KEPT = 16
export const HEARTBEAT_SECONDS = { default: 60, least: 5, most: 3600 }
export const LEASE_INTERVALS = 3
export const LEASE_LEAST_MS = 30 * SECOND
export const SHUTDOWN_DEFAULT_MS = 30 * SECOND
export const SHUTDOWN_MOST_MS = 10 * MINUTE
export const COMMAND_LIFETIME_MS = DAY
/**
 * Limits how many replaced commands of one installation are kept that the agent never acknowledged
 * (docs/specification/installations.md#send-command).
 */
export const UNHEARD_COMMANDS_MOST = 20
/** Limits how many of an agent's installations in a workspace a recovery examines (docs/specification/installations.md#recovery-choice). */
export const RECOVERY_EXAMINED_MOST = 200
/**
 * Limits the time for which an installation that is no longer seen counts against the quota (docs/specification/organizations.md#quotas).
 */
export const INSTALLATION_QUOTA_WINDOW_MS = 7 * DAY

// Signatures
/** Limits how far the clock of an agent that signs may be off in either direction (docs/specification/agents.md#replay-protection). */
export const FRESHNESS_WINDOW_MS = 300 * SECOND
/** Limits how long after its issue the statement of a forwarded task is accepted (docs/specification/trust.md#task). */
export const TASK_LIFETIME_MS = 60 * SECOND
/** Limits how long a statement that vouches for an agent is valid (docs/specification/trust.md#vouch). */
export const VOUCH_LIFETIME_MS = 300 * SECOND
/** Limits how far the time in the proof of a registration may be off in either direction (docs/specification/trust.md#registration). */
export const PROOF_WINDOW_MS = 10 * MINUTE

// Policies
/** Limits how many versions of a workspace's policy are kept; the newest are (docs/specification/policies.md#version-retention). */
export const POLICY_VERSIONS_KEPT = 100

// Retention of audit records
/** Delays a shorter retention, because records that are removed cannot be restored (docs/specification/audit.md#retention-change). */
export const RETENTION_SHORTENING_MS = 7 * DAY
/**
 * Limits how many audit records one transaction removes, and how often a chain without a backlog is looked at
 * (docs/specification/audit.md#purge).
 */
export const PURGE = { records: 200, chains: 20, pause_ms: 60 * MINUTE }

// People, reputation and pages: docs/specification/organizations.md#sessions, docs/specification/organizations.md#sign-in,
// docs/specification/trust.md#reputation and docs/specification/http.md#pages.
export const ADMIN_SESSION_MS = 8 * 60 * MINUTE
export const PIN_ATTEMPTS = 5
export const REPUTATION_HALF_LIFE_MS = 30 * DAY
/** The most that all outcomes of one organization weigh: they lift an agent from 50 to 55, or lower it to 45. */
export const ORGANIZATION_WEIGHT = 0.44
/** The part of the way to that bound which one outcome goes. */
export const ORGANIZATION_STEP = 1 / 4
/** Limits how many days the history of a reputation goes back (docs/specification/agents.md#reputation-history). */
export const REPUTATION_DAYS_MOST = 365
export const PAGE_MOST = 200
/** How far rows are counted of which no number is kept, so that counting does not cost more the more there are. */
export const COUNTED_MOST = 100_000

/** How long an invitation can be accepted. */
export const INVITATION_LIFETIME_MS = 14 * DAY
/** Open invitations of one organization, and those of one address of which it is told. */
export const INVITATIONS_OPEN_MOST = { organization: 100, address: 20 }

/** How many API keys one transaction revokes at most. */
export const API_KEYS_REVOKED_AT_ONCE = 200
/** Generations of API keys that are followed at most when one asks to revoke another. */
export const API_KEY_GENERATIONS_MOST = 1000

/** Requests of one organization that one process runs at once, and that wait for their turn. */
export const ORGANIZATION_AT_ONCE = { running: 8, waiting: 256 }

// Tasks
/** Limits the time after the timeout of a task within which its end must have been recorded (docs/specification/tasks.md#abandoned). */
export const TASK_GRACE_MS = 10 * SECOND
/**
 * Limits the depth of an agent's answer, because writing deeper JSON could exhaust the stack (docs/specification/tasks.md#failure-codes).
 */
export const TASK_ANSWER_DEPTH = 64

/**
 * Limits how many verifications one process runs at a time for one organization, because hashing occupies the processor
 * (docs/specification/audit.md#verification-steps).
 */
export const VERIFICATIONS_AT_ONCE = 2

// Exports: docs/specification/audit.md#export-selection
export const EXPORT_LIMIT_DEFAULT = 1000
/** Limits how many exports of one organization may be unfinished; a further one ends at once (docs/specification/audit.md#export-order). */
export const EXPORTS_OPEN_MOST = 1000
/**
 * Limits how many destinations one process serves at a time, for one organization and in all (docs/specification/audit.md#export-order).
 */
export const EXPORTS_AT_ONCE = { organization: 4, process: 64 }
