import { decodeSha256 } from '../crypto/encoding.ts'
import { sha256Hex } from '../crypto/hash.ts'
import type { VerificationStatus } from '../agents/identity.ts'
import { VOUCH_LIFETIME_MS } from '../limits.ts'
import type { Claims } from '../signatures/signature.ts'
import { plus, type Timestamp } from '../time.ts'

/** Names the header that carries the platform's signed statement about an agent. */
export const VOUCH_HEADER = 'X-Svc-Vouch'

export interface TrustHeaderValues {
  readonly svc_id: string
  /** 0 to 100. */
  readonly reputation_score: number
  readonly verification_status: VerificationStatus
  readonly task_id: string
  readonly trace_id: string
}

/**
 * Returns the five trust headers. They state what the platform knows and are not a signature of the agent
 * (docs/specification/agents.md#trust-headers).
 */
export const trustHeaders = ({
  svc_id,
  reputation_score,
  verification_status,
  task_id,
  trace_id,
}: TrustHeaderValues) => ({
  'X-Svc-Agent-ID': svc_id,
  'X-Svc-Reputation': String(reputation_score),
  'X-Svc-Verification': verification_status,
  'X-Svc-Task-ID': task_id,
  'X-Svc-Trace-ID': trace_id,
})

export interface VouchRequest {
  readonly issuer: string
  readonly svc_id: string
  readonly issued_to: Claims['vouch']['issued_to']
  /**
   * Despite its name, the SHA-256 of the body of the agent's answer (docs/specification/trust.md#vouch), in any accepted encoding. If it is
   * absent, the hash of an empty body is signed.
   */
  readonly request_body_hash?: string | undefined
}

/** Returns the claims that the platform signs: that this organization runs this agent. They are valid for one body and for a short time. */
export function vouchClaims(
  { issuer, svc_id, issued_to, request_body_hash }: VouchRequest,
  now: Timestamp,
): Claims['vouch'] {
  const bytes = request_body_hash === undefined ? undefined : decodeSha256(request_body_hash)
  const hash = bytes ? Buffer.from(bytes).toString('hex') : sha256Hex('')
  return {
    issuer,
    svc_id,
    issued_to,
    request_body_hash: hash,
    issued_at: now,
    expires_at: plus(now, VOUCH_LIFETIME_MS),
  }
}
