/** Numbers of the interface and of what it leaves open, each in one place. Milliseconds unless the name says otherwise. */
const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

// Interface, Limits
export const BOOTSTRAP_REPLAY_WINDOW_MS = 60 * SECOND
export const RUNTIME_TOKEN_LIFETIME_MS = 90 * DAY
export const RUNTIME_TOKEN_REFRESH_WINDOW_MS = 7 * DAY
export const PIN_LIFETIME_MS = 5 * MINUTE
export const RETENTION_DAYS = { default: 365, above: 365, most: 3650 }

// Decisions, install tokens and leases
export const RUNTIME_TOKEN_OVERLAP_MS = 5 * MINUTE
export const UNUSED_RUNTIME_TOKENS_KEPT = 16
export const HEARTBEAT_SECONDS = { default: 60, least: 5, most: 3600 }
export const LEASE_INTERVALS = 3
export const LEASE_LEAST_MS = 30 * SECOND
export const SHUTDOWN_DEFAULT_MS = 30 * SECOND
export const SHUTDOWN_MOST_MS = 10 * MINUTE
export const COMMAND_LIFETIME_MS = DAY
/** Commands of one installation that are kept though others took their place before the agent heard them. */
export const UNHEARD_COMMANDS_MOST = 20
/** Of an agent's live installations in a workspace a recovery examines so many. */
export const RECOVERY_EXAMINED_MOST = 200
/** An installation counts against the quota while it was seen within this time. */
export const INSTALLATION_QUOTA_WINDOW_MS = 7 * DAY

// docs/specification/trust.md
/** How far the clock of an agent that signs may be off, both sides included. */
export const FRESHNESS_WINDOW_MS = 300 * SECOND
/** How long a task may be delivered, and so how long its statement lives. */
export const TASK_LIFETIME_MS = 60 * SECOND
/** How long the platform vouches. */
export const VOUCH_LIFETIME_MS = 300 * SECOND
/** The proof of a registration is good for so long before and after the moment that it names. */
export const PROOF_WINDOW_MS = 10 * MINUTE

// Quotas
/** Versions of a workspace's policy that are kept, the newest. */
export const POLICY_VERSIONS_KEPT = 100

// Decisions, retention
/** A shorter retention waits this long before it purges anything. */
export const RETENTION_SHORTENING_MS = 7 * DAY
/** How many audit records one transaction purges at most, and how often a chain is looked at when nothing is overdue. */
export const PURGE = { records: 200, chains: 20, pause_ms: 60 * MINUTE }

// Decisions, identity and limits
export const ADMIN_SESSION_MS = 8 * 60 * MINUTE
export const PIN_ATTEMPTS = 5
export const REPUTATION_HALF_LIFE_MS = 30 * DAY
/** The most that all outcomes of one organization weigh: they lift an agent from 50 to 55, or lower it to 45. */
export const ORGANIZATION_WEIGHT = 0.44
/** The part of the way to that bound which one outcome goes. */
export const ORGANIZATION_STEP = 1 / 4
/** How many days the history of a reputation goes back. */
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

// Decisions, /a2a/route
/** How much longer than its agent a task may take until the platform must have written down how it ended. */
export const TASK_GRACE_MS = 10 * SECOND
/** Deeper JSON is not passed on: writing it could exhaust the stack. */
export const TASK_ANSWER_DEPTH = 64

/** Of the chain of one organization so many parts are verified at a time by one process: each takes the processor from everybody else. */
export const VERIFICATIONS_AT_ONCE = 2

// Decisions, export answer
export const EXPORT_LIMIT_DEFAULT = 1000
/** Exports of one organization that have not ended. More end at once. */
export const EXPORTS_OPEN_MOST = 1000
/** Of one organization so many destinations are served at a time by one process, and so many of all. */
export const EXPORTS_AT_ONCE = { organization: 4, process: 64 }
