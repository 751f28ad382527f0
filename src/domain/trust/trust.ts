import { decodeSha256 } from '../crypto/encoding.ts'
import { parsePublicKey } from '../crypto/public-key.ts'
import { FRESHNESS_WINDOW_MS } from '../limits.ts'
import type { PolicyDecision } from '../policies/policy.ts'
import { verifyClaims, type AgentAudience } from '../signatures/signature.ts'
import { iso, ms, parseTimestamp } from '../time.ts'
import type { Timestamp } from '../time.ts'
import { finding } from './findings.ts'
import type { TrustCheckName, TrustFailure, TrustFinding, TrustReason } from './findings.ts'

/** A nonce is kept for twice as long as its timestamp is accepted, so that replicas agree even if their clocks are five minutes apart. */
const NONCE_KEPT_MS = 2 * FRESHNESS_WINDOW_MS

/** A nonce that was used, kept until its timestamp can no longer be accepted. */
export interface Nonce {
  svc_id: string
  /** The verifying workspace, or the organization if the request named no workspace. */
  workspace_id: string
  nonce: string
  expires_at: Timestamp
}

/** One check in a verdict. Checks are listed in the order in which they are made, and the first failure is the reason for the verdict. */
interface TrustCheck {
  name: TrustCheckName
  passed: boolean
  /** The result as a human-readable sentence. */
  detail: string
}

/** The result of the protection against replay; `not_provided` without a timestamp. */
type Freshness = 'fresh' | 'stale' | 'replayed' | 'not_provided'

/**
 * Whether the signature was made for the caller. A caller with an API key or a session is not a receiver of requests
 * (docs/specification/trust.md#audience).
 */
type AudienceFinding = 'matched' | 'mismatched' | 'not_provided' | 'not_checked'

/** The platform that verifies, and the installation that it verifies for, if any. */
export interface TrustVerifier {
  readonly issuer: string
  readonly installation?: Required<AgentAudience> | undefined
}

/** The registered agent whose signature is verified. */
export interface TrustSubject {
  svc_id: string
  /** Padded standard base64 of the raw 32 bytes. */
  public_key: string
  key_sound: boolean
  suspended_at: Timestamp | null
  revoked_at: Timestamp | null
}

/** The signed context. Members that are not listed here are signed too. */
export interface TrustContext {
  /** The workspace that verifies. */
  workspace_id?: string
  /** The platform that both sides rely on. */
  issuer?: string
  /** The receiver. */
  audience?: AgentAudience
  nonce?: string
  /** RFC 3339. */
  timestamp?: string
  skill?: string
  /** SHA-256 of the request body, as base64, base64url or hex. The receiver compares it with the body, which the platform never sees. */
  request_body_hash?: string
  readonly [member: string]: unknown
}

/** The findings of the checks that do not need the store. The lookup of the nonce needs the store and follows later. */
export interface TrustExamination {
  svc_id: string
  examined_at: Timestamp
  findings: readonly TrustFinding[]
  audience: AudienceFinding
  freshness: Freshness
  /**
   * The nonce that the transaction around `conclude` records, unless it is already recorded. Present only if the signature is valid and the
   * timestamp is fresh.
   */
  nonce?: { nonce: string; expires_at: Timestamp }
}

export interface TrustVerdict {
  /** Whether all checks passed, including the policy, so that the receiver may execute the request. */
  valid: boolean
  svc_id: string
  /** `verified`, or the failure of the first check that failed. */
  reason: TrustReason
  audience: AudienceFinding
  freshness: Freshness
  checks: readonly TrustCheck[]
  policy: PolicyDecision
  verified_at: Timestamp
}

/**
 * Examines a signed context outside of a transaction, because verifying a signature is expensive. `conclude` adds the decision of the
 * policy and whether the nonce was used before.
 */
export function examine(
  agent: TrustSubject,
  signature: string,
  context: TrustContext,
  verifier: TrustVerifier,
  now: Timestamp,
): TrustExamination {
  const audience = audienceOf(context, verifier)
  const failures: SignedFailures = {
    signature: signatureFailure(agent, signature, context),
    issuer: issuerFailure(context, verifier),
    audience: audience === 'mismatched' ? 'audience_mismatch' : undefined,
    freshness: freshnessFailure(context, now),
  }
  // The nonce of a context that was signed for another receiver is not recorded, so that nobody can block another receiver's requests.
  const hasFailed = Object.values(failures).some((failure) => failure !== undefined)
  const nonce = hasFailed ? undefined : nonceToRecord(context)
  return {
    svc_id: agent.svc_id,
    examined_at: now,
    findings: findingsOf(agent, context, audience, failures),
    audience,
    freshness: freshnessOf(context, failures.freshness),
    ...(nonce && { nonce }),
  }
}

/** The failures of the checks that decide whether a nonce is recorded. */
interface SignedFailures {
  readonly signature: TrustFailure | undefined
  readonly issuer: TrustFailure | undefined
  readonly audience: TrustFailure | undefined
  readonly freshness: TrustFailure | undefined
}

/** Returns the findings of all checks except the policy, in the order of the response. */
const findingsOf = (
  agent: TrustSubject,
  context: TrustContext,
  audience: AudienceFinding,
  failures: SignedFailures,
): readonly TrustFinding[] => [
  finding('agent_registered', undefined, 'The agent is registered.'),
  finding('agent_active', activityFailure(agent), 'The agent is neither suspended nor revoked.'),
  finding(
    'key_sound',
    agent.key_sound ? undefined : 'key_unsound',
    'The registered key is a sound Ed25519 key.',
  ),
  finding('signature', failures.signature, 'The signature matches the registered key.'),
  finding(
    'issuer',
    failures.issuer,
    context.issuer === undefined
      ? 'The context does not name a platform.'
      : 'The context names this platform.',
  ),
  finding('audience', failures.audience, AUDIENCE_DETAIL[audience]),
  finding(
    'freshness',
    failures.freshness,
    context.timestamp === undefined
      ? 'The context has no timestamp, so its age is unknown.'
      : 'The timestamp is within 300 seconds of the current time.',
  ),
  nonceFinding(context),
  ...bodyHashFindings(context),
]

const issuerFailure = (
  { issuer }: TrustContext,
  verifier: TrustVerifier,
): TrustFailure | undefined =>
  issuer === undefined || issuer === verifier.issuer ? undefined : 'issuer_mismatch'

function freshnessOf({ timestamp }: TrustContext, failure: TrustFailure | undefined): Freshness {
  if (timestamp === undefined) return 'not_provided'
  return failure ? 'stale' : 'fresh'
}

const nonceToRecord = ({ nonce, timestamp }: TrustContext): TrustExamination['nonce'] =>
  nonce === undefined || timestamp === undefined
    ? undefined
    : { nonce, expires_at: iso(parseTimestamp(timestamp)! + NONCE_KEPT_MS) }

/**
 * Concludes an examination within a transaction.
 * @param nonceSeen whether the nonce was recorded before, for this agent and verifying workspace
 */
export function conclude(
  examination: TrustExamination,
  nonceSeen: boolean,
  policy: PolicyDecision,
): TrustVerdict {
  const { svc_id, examined_at, audience, freshness, nonce } = examination
  const replayed = nonce !== undefined && nonceSeen
  const nonceCheck = finding(
    'nonce',
    replayed ? 'nonce_reused' : undefined,
    'The nonce was not used before.',
  )
  const policyCheck = finding(
    'policy',
    policy.allowed ? undefined : 'policy_denied',
    policy.rule === 'none'
      ? 'No workspace was named, so no policy applies.'
      : 'The policy of the workspace allows the agent to call.',
  )
  const findings = [
    ...examination.findings.map((each) => (nonce && each.name === 'nonce' ? nonceCheck : each)),
    policyCheck,
  ]
  const reason = findings.find(({ failure }) => failure)?.failure ?? 'verified'
  return {
    valid: reason === 'verified',
    svc_id,
    reason,
    audience,
    freshness: replayed ? 'replayed' : freshness,
    checks: findings.map(({ name, failure, detail }) => ({ name, passed: !failure, detail })),
    policy,
    verified_at: examined_at,
  }
}

const AUDIENCE_DETAIL: Readonly<Record<AudienceFinding, string>> = {
  matched: 'The context is for the installation that sent this request.',
  mismatched: '',
  not_provided: 'The context does not name a receiver, so it could have been sent to anyone.',
  not_checked: 'The context names a receiver, but the caller is not an installation.',
}

function audienceOf({ audience }: TrustContext, { installation }: TrustVerifier): AudienceFinding {
  if (audience === undefined) return 'not_provided'
  if (!installation) return 'not_checked'
  const { svc_id, installation_id = installation.installation_id } = audience
  return svc_id === installation.svc_id && installation_id === installation.installation_id
    ? 'matched'
    : 'mismatched'
}

function activityFailure({ revoked_at, suspended_at }: TrustSubject): TrustFailure | undefined {
  if (revoked_at) return 'agent_revoked'
  return suspended_at ? 'agent_suspended' : undefined
}

function signatureFailure(
  agent: TrustSubject,
  signature: string,
  context: TrustContext,
): TrustFailure | undefined {
  const { svc_id, public_key, key_sound } = agent
  const key = parsePublicKey(public_key)?.key
  if (!key || !key_sound) return 'not_checked'
  const result = verifyClaims(key, 'trust', { svc_id, context }, signature)
  if (result === 'verified') return undefined
  return result === 'claims_invalid' ? 'message_not_canonical' : result
}

function freshnessFailure({ timestamp }: TrustContext, now: Timestamp): TrustFailure | undefined {
  if (timestamp === undefined) return undefined
  const moment = parseTimestamp(timestamp)
  if (moment === undefined) return 'timestamp_unreadable'
  if (moment < ms(now) - FRESHNESS_WINDOW_MS) return 'timestamp_stale'
  return moment > ms(now) + FRESHNESS_WINDOW_MS ? 'timestamp_in_future' : undefined
}

/**
 * Requires a timestamp with a nonce, because a nonce without a timestamp would have to be kept forever. `conclude` checks whether the nonce
 * was used.
 */
function nonceFinding({ nonce, timestamp }: TrustContext): TrustFinding {
  if (nonce === undefined) return finding('nonce', undefined, 'The context has no nonce.')
  return finding('nonce', timestamp === undefined ? 'nonce_without_timestamp' : 'not_checked', '')
}

function bodyHashFindings({ request_body_hash }: TrustContext): TrustFinding[] {
  if (request_body_hash === undefined) return []
  const failure = decodeSha256(request_body_hash) ? undefined : 'body_hash_undecodable'
  return [
    finding(
      'body_hash',
      failure,
      'The body hash is signed; compare it with the body you received.',
    ),
  ]
}
