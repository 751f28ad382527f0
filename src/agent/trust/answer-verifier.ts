import { parsePublicKey } from '../../domain/crypto/public-key.ts'
import { sha256Hex } from '../../domain/crypto/hash.ts'
import { did } from '../../domain/agents/identity.ts'
import { isKeyOfId } from '../../domain/agents/registration.ts'
import { FRESHNESS_WINDOW_MS } from '../../domain/limits.ts'
import {
  verifyClaims,
  type TrustContextClaims,
  type VouchClaims,
  readStatement,
} from '../../domain/signatures/signature.ts'
import { ms, parseTimestamp } from '../../domain/time.ts'
import type { PlatformLink } from '../platform/link.ts'
import { CLOCK_TOLERANCE_MS } from './admission.ts'
import type { PlatformKeys } from './platform-keys.ts'
import { answerClaims } from './signing.ts'

/**
 * The result of verifying the signature of an answer, unless the signature is wrong: `verified` if the expected agent's registered key
 * signed the answer for this request, `unverified` if that could not be checked, `absent` if there is none.
 */
export type AnswerSignatureStatus = 'verified' | 'unverified' | 'absent'

/** The organization that runs the agent, according to the platform. This is not the agent's signature and does not verify the answer. */
export interface VouchedFor {
  readonly organization_id: string
  readonly installation_id?: string
}

/** An answer to a request from this agent. */
interface ReceivedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

/** A request that this agent signed. */
export interface SentRequest {
  readonly signer: string
  readonly context: TrustContextClaims
}

/** Verifies answers against the caller's own data, never against what an answer states about itself. */
export interface AnswerVerifier {
  /** Verifies the signature of an answer. @param request undefined if the request was not signed */
  verifySignature(
    answer: ReceivedAnswer,
    request: SentRequest | undefined,
  ): Promise<AnswerSignatureStatus | 'wrong'>
  /** Returns the organization that the platform vouches for, or undefined if the answer has no valid vouching statement. */
  vouchedFor(answer: ReceivedAnswer, svc_id: string | undefined): Promise<VouchedFor | undefined>
}

export interface AnswerVerifierOptions {
  readonly platform: Pick<PlatformLink, 'profile' | 'issuer'>
  readonly keys: PlatformKeys
  readonly now_ms: () => number
}

/**
 * Creates the verifier with which a caller verifies answers: their signatures (docs/specification/trust.md#verified-answers) and the
 * vouching statements of the platform (docs/specification/trust.md#vouch).
 */
export const createAnswerVerifier = (options: AnswerVerifierOptions): AnswerVerifier => ({
  verifySignature: (answer, request) => verifySignature(options, answer, request),
  vouchedFor: (answer, svc_id) => vouchedFor(options, answer, svc_id),
})

async function verifySignature(
  { platform, now_ms }: AnswerVerifierOptions,
  { status, headers, bytes }: ReceivedAnswer,
  request: SentRequest | undefined,
): Promise<AnswerSignatureStatus | 'wrong'> {
  const signature = headers.get('X-Svc-Signature')
  if (signature === null) return 'absent'
  // The signature is not bound to a nonce of this request, so it may belong to another answer.
  if (!request) return 'unverified'
  const {
    signer: audience,
    context: {
      issuer,
      nonce: request_nonce,
      request_body_hash,
      audience: { svc_id },
    },
  } = request
  const issued_at = headers.get('X-Svc-Timestamp') ?? ''
  const age = Math.abs(now_ms() - (parseTimestamp(issued_at) ?? -Infinity))
  if (headers.get('X-Svc-Agent-ID') !== svc_id || age > FRESHNESS_WINDOW_MS) return 'wrong'
  const profile = await platform.profile(did(svc_id)).catch(() => undefined)
  const key =
    profile?.svc_id === svc_id && isKeyOfId(profile)
      ? parsePublicKey(profile.public_key)?.key
      : undefined
  if (!key) return 'unverified'
  const claims = answerClaims(
    { issuer, audience, request_nonce, request_body_hash },
    { svc_id, status, body: bytes, issued_at },
  )
  return verifyClaims(key, 'answer', claims, signature) === 'verified' ? 'verified' : 'wrong'
}

async function vouchedFor(
  { platform, keys, now_ms }: AnswerVerifierOptions,
  { headers, bytes }: ReceivedAnswer,
  svc_id: string | undefined,
): Promise<VouchedFor | undefined> {
  const header = headers.get('X-Svc-Vouch')
  const statement = header === null ? undefined : readStatement<'vouch'>(header)
  if (!statement || svc_id === undefined || (await keys.verify('vouch', statement)) !== 'verified')
    return undefined
  const {
    issuer,
    svc_id: vouched,
    issued_to,
    request_body_hash,
    issued_at,
    expires_at,
  }: VouchClaims = statement.claims
  const isCurrent =
    ms(issued_at) - CLOCK_TOLERANCE_MS <= now_ms() &&
    now_ms() <= ms(expires_at) + CLOCK_TOLERANCE_MS
  return issuer === platform.issuer &&
    vouched === svc_id &&
    request_body_hash === sha256Hex(bytes) &&
    isCurrent
    ? issued_to
    : undefined
}
