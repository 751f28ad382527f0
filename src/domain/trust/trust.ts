import { decodeSha256 } from '../crypto/encoding.ts'
import { parsePublicKey } from '../crypto/public-key.ts'
import { FRESHNESS_WINDOW_MS } from '../limits.ts'
import type { PolicyDecision } from '../policies/policy.ts'
import { judgeClaims, type AgentAudience } from '../signatures/signature.ts'
import { iso, ms, parseTimestamp } from '../time.ts'
import type { Timestamp } from '../time.ts'
import { finding } from './findings.ts'
import type { TrustCheckName, TrustFailure, TrustFinding, TrustReason } from './findings.ts'

export type { TrustCheckName, TrustFailure, TrustReason } from './findings.ts'

/** A nonce is remembered twice as long after its timestamp as that could pass, so nodes with clocks five minutes apart agree. */
const NONCE_KEPT_MS = 2 * FRESHNESS_WINDOW_MS

/** One check of the answer, in the order in which they are made; the first that fails gives the reason. */
export interface TrustCheck {
  name: TrustCheckName
  passed: boolean
  /** What was found, in a sentence for people. */
  detail: string
}

/** Protection against replay: `not_provided` without a timestamp. */
export type Freshness = 'fresh' | 'stale' | 'replayed' | 'not_provided'

/** Whether the signature was made for whoever asks; an API key or a session is no receiver (docs/specification/trust.md#audience). */
export type AudienceFinding = 'matched' | 'mismatched' | 'not_provided' | 'not_checked'

/** Who judges: this platform, for one of its installations or for nobody in particular. */
export interface TrustVerifier {
  readonly issuer: string
  readonly installation?: Required<AgentAudience> | undefined
}

/** What the registry knows of the agent whose signature is judged. */
export interface TrustSubject {
  svc_id: string
  /** Padded standard base64 of the raw 32 bytes. */
  public_key: string
  key_sound: boolean
  suspended_at: Timestamp | null
  revoked_at: Timestamp | null
}

/** The signed context; members beyond the named ones are signed too. */
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
  /** SHA-256 of the request body, as base64, base64url or hex; the receiver compares it with the body, which the platform never sees. */
  request_body_hash?: string
  readonly [member: string]: unknown
}

/** What can be said before the store is asked about the nonce. */
export interface TrustExamination {
  svc_id: string
  examined_at: Timestamp
  findings: readonly TrustFinding[]
  audience: AudienceFinding
  freshness: Freshness
  /** To be recorded, unless it already is, in the same transaction that concludes. Only fresh nonces under a good signature. */
  nonce?: { nonce: string; expires_at: Timestamp }
}

export interface TrustVerdict {
  /** All checks passed, policy included: the receiver may execute. */
  valid: boolean
  svc_id: string
  /** `verified`, or what the first check that failed found. */
  reason: TrustReason
  audience: AudienceFinding
  freshness: Freshness
  checks: readonly TrustCheck[]
  policy: PolicyDecision
  verified_at: Timestamp
}

/** The expensive half of a trust verification, for outside the transaction: everything but the nonce's history and the policy. */
export function examine(
  agent: TrustSubject,
  signature: string,
  context: TrustContext,
  verifier: TrustVerifier,
  now: Timestamp,
): TrustExamination {
  const { nonce, timestamp } = context
  const signatureFault = signatureFailure(agent, signature, context)
  const issuerFault =
    context.issuer === undefined || context.issuer === verifier.issuer
      ? undefined
      : 'issuer_mismatch'
  const audience = audienceOf(context, verifier)
  const audienceFault = audience === 'mismatched' ? 'audience_mismatch' : undefined
  const freshnessFault = freshnessFailure(timestamp, now)
  const findings = [
    finding('agent_registered', undefined, 'The agent is registered.'),
    finding('agent_active', activityFailure(agent), 'The agent is neither suspended nor revoked.'),
    finding(
      'key_sound',
      agent.key_sound ? undefined : 'key_unsound',
      'The registered key is a sound Ed25519 key.',
    ),
    finding('signature', signatureFault, 'The signature fits the registered key.'),
    finding(
      'issuer',
      issuerFault,
      context.issuer === undefined
        ? 'The context names no platform.'
        : 'The context names this platform.',
    ),
    finding('audience', audienceFault, AUDIENCE_DETAIL[audience]),
    finding(
      'freshness',
      freshnessFault,
      timestamp === undefined
        ? 'The context has no timestamp, so its age is unknown.'
        : 'The timestamp is within 300 seconds of now.',
    ),
    nonceFinding(context),
    ...bodyHashFindings(context),
  ]
  const age = freshnessFault ? 'stale' : 'fresh'
  const freshness = timestamp === undefined ? 'not_provided' : age
  const examination = {
    svc_id: agent.svc_id,
    examined_at: now,
    findings,
    audience,
    freshness,
  } as const
  // What was signed for somebody else spends no nonce: nobody can use up another receiver's requests.
  if (
    signatureFault ||
    issuerFault ||
    audienceFault ||
    freshnessFault ||
    nonce === undefined ||
    timestamp === undefined
  )
    return examination
  return {
    ...examination,
    nonce: { nonce, expires_at: iso(parseTimestamp(timestamp)! + NONCE_KEPT_MS) },
  }
}

/**
 * The other half, cheap enough for a transaction.
 * @param nonceSeen whether the examination's nonce was recorded before, for this agent and verifying workspace
 */
export function conclude(
  examination: TrustExamination,
  nonceSeen: boolean,
  policy: PolicyDecision,
): TrustVerdict {
  const { svc_id, examined_at, audience, freshness, nonce } = examination
  const replayed = nonce !== undefined && nonceSeen
  const used = finding(
    'nonce',
    replayed ? 'nonce_reused' : undefined,
    'The nonce was not used before.',
  )
  const judged = finding(
    'policy',
    policy.allowed ? undefined : 'policy_denied',
    'The policy of the workspace lets the agent in.',
  )
  const findings = [
    ...examination.findings.map((found) => (nonce && found.name === 'nonce' ? used : found)),
    judged,
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
  matched: 'The context is for the installation that asks.',
  mismatched: '',
  not_provided: 'The context names no receiver, so anybody could have been sent it.',
  not_checked: 'Only an installation can be compared with the receiver that the context names.',
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
  const found = judgeClaims(key, 'trust', { svc_id, context }, signature)
  if (found === 'verified') return undefined
  return found === 'claims_invalid' ? 'message_not_canonical' : found
}

function freshnessFailure(timestamp: string | undefined, now: Timestamp): TrustFailure | undefined {
  if (timestamp === undefined) return undefined
  const moment = parseTimestamp(timestamp)
  if (moment === undefined) return 'timestamp_unreadable'
  if (moment < ms(now) - FRESHNESS_WINDOW_MS) return 'timestamp_stale'
  return moment > ms(now) + FRESHNESS_WINDOW_MS ? 'timestamp_in_future' : undefined
}

/** A nonce needs a timestamp, else it would have to be remembered for ever. One that is in order is left for `conclude`. */
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
