import { keyPairOfSeed } from '../../domain/crypto/ed25519.ts'
import { sha256Hex } from '../../domain/crypto/hash.ts'
import {
  signClaims,
  type AnswerClaims,
  type Claims,
  type Purpose,
  type TrustContextClaims,
} from '../../domain/signatures/signature.ts'

/** An agent's identifier, and the 32-byte seed of the key it is registered with. */
export interface Identity {
  readonly svc_id: string
  readonly seed: Uint8Array
}

/** Signs for one agent. */
export interface Signer {
  readonly svc_id: string
  /** Signs claims for one purpose and returns padded base64. @throws ClaimError */
  sign<P extends Purpose>(purpose: P, claims: Claims[P]): string
}

/** Creates the signer of an identity. @throws RangeError if the seed is not 32 bytes long */
export function signerOf({ svc_id, seed }: Identity): Signer {
  const { privateKey } = keyPairOfSeed(seed)
  return {
    svc_id,
    sign: (purpose, claims) => signClaims(privateKey, purpose, claims),
  }
}

/** The audience and the skill that a request is signed for. */
export type Destination = Pick<TrustContextClaims, 'issuer' | 'workspace_id' | 'audience' | 'skill'>

/** The time of a request, and the random value that makes it unique. */
export interface TimestampAndNonce {
  readonly timestamp: string
  readonly nonce: string
}

/** Returns the context of a request that one agent signs for another (docs/specification/trust.md#trust). */
export function requestContext(
  { issuer, workspace_id, audience, skill }: Destination,
  body: string | Uint8Array,
  { timestamp, nonce }: TimestampAndNonce,
): TrustContextClaims {
  const { svc_id, installation_id } = audience
  return {
    issuer,
    workspace_id,
    skill,
    timestamp,
    nonce,
    request_body_hash: sha256Hex(body),
    audience: { svc_id, ...(installation_id !== undefined && { installation_id }) },
  }
}

/** Returns the headers with an agent's signature. The receiver supplies the other values that were signed. */
export function signedRequestHeaders(
  { svc_id, sign }: Signer,
  context: TrustContextClaims,
): Record<string, string> {
  const { installation_id } = context.audience
  return {
    'X-Svc-Agent-ID': svc_id,
    'X-Svc-Timestamp': context.timestamp,
    'X-Svc-Nonce': context.nonce,
    'X-Svc-Signature': sign('trust', { svc_id, context }),
    ...(installation_id !== undefined && { 'X-Svc-Audience-Installation': installation_id }),
  }
}

/** The values of the request that the signature of its answer is bound to (docs/specification/trust.md#answer). */
export type AnswerBinding = Pick<
  AnswerClaims,
  'issuer' | 'audience' | 'request_nonce' | 'request_body_hash'
>

/** Returns the claims that an agent signs for its answer. */
export const answerClaims = (
  binding: AnswerBinding,
  {
    svc_id,
    status,
    body,
    issued_at,
  }: { svc_id: string; status: number; body: string | Uint8Array; issued_at: string },
): AnswerClaims => ({
  issuer: binding.issuer,
  svc_id,
  audience: binding.audience,
  request_nonce: binding.request_nonce,
  request_body_hash: binding.request_body_hash,
  response_body_hash: sha256Hex(body),
  status,
  issued_at,
})

/** Returns the headers with the signature of an answer. `X-Svc-Agent-ID` is already among the trust headers. */
export function signedAnswerHeaders(
  { svc_id, sign }: Signer,
  binding: AnswerBinding,
  answer: { status: number; body: string | Uint8Array; issued_at: string },
): Record<string, string> {
  return {
    'X-Svc-Timestamp': answer.issued_at,
    'X-Svc-Signature': sign('answer', answerClaims(binding, { svc_id, ...answer })),
  }
}
