import { keyPairOfSeed } from '../../domain/crypto/ed25519.ts'
import { sha256Hex } from '../../domain/crypto/hash.ts'
import {
  signClaims,
  type AnswerClaims,
  type Claims,
  type Purpose,
  type TrustContextClaims,
} from '../../domain/signatures/signature.ts'

/** Who an agent is: its identifier, and the 32-byte seed of the key it is registered with. */
export interface Identity {
  readonly svc_id: string
  readonly seed: Uint8Array
}

/** An identity, ready to sign. */
export interface Signer {
  readonly svc_id: string
  /** Raw 32 bytes. */
  readonly public_key: Uint8Array
  /** Signs claims for one purpose; returns padded base64. @throws ClaimError */
  sign<P extends Purpose>(purpose: P, claims: Claims[P]): string
}

/** @throws RangeError when the seed is not 32 bytes long */
export function signerOf({ svc_id, seed }: Identity): Signer {
  const { publicKey, privateKey } = keyPairOfSeed(seed)
  return {
    svc_id,
    public_key: publicKey,
    sign: (purpose, claims) => signClaims(privateKey, purpose, claims),
  }
}

/** For whom and for what a request is signed: everything but what its body and the moment add. */
export type Destination = Pick<TrustContextClaims, 'issuer' | 'workspace_id' | 'audience' | 'skill'>

/** The time and the number used once of a request. */
export interface SignedMoment {
  readonly timestamp: string
  readonly nonce: string
}

/** The context of a request that one agent signs for another (docs/specification/trust.md#trust). */
export function requestContext(
  { issuer, workspace_id, audience, skill }: Destination,
  body: string | Uint8Array,
  { timestamp, nonce }: SignedMoment,
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

/** The headers that an agent's signature adds to its request. What else was signed, the receiver knows by itself. */
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

/** What an answer is bound to (docs/specification/trust.md#answer). */
export type Answered = Pick<
  AnswerClaims,
  'issuer' | 'audience' | 'request_nonce' | 'request_body_hash'
>

/** What an agent signs of its answer. */
export const answerClaims = (
  answered: Answered,
  {
    svc_id,
    status,
    body,
    issued_at,
  }: { svc_id: string; status: number; body: string | Uint8Array; issued_at: string },
): AnswerClaims => ({
  issuer: answered.issuer,
  svc_id,
  audience: answered.audience,
  request_nonce: answered.request_nonce,
  request_body_hash: answered.request_body_hash,
  response_body_hash: sha256Hex(body),
  status,
  issued_at,
})

/** The headers that a signature adds to an answer; `X-Svc-Agent-ID` is on every answer. */
export function signedAnswerHeaders(
  { svc_id, sign }: Signer,
  answered: Answered,
  answer: { status: number; body: string | Uint8Array; issued_at: string },
): Record<string, string> {
  return {
    'X-Svc-Timestamp': answer.issued_at,
    'X-Svc-Signature': sign('answer', answerClaims(answered, { svc_id, ...answer })),
  }
}
