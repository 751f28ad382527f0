import { keyPairOfSeed, signMessage } from '../../domain/crypto/ed25519.ts'
import { encodeBase64 } from '../../domain/crypto/encoding.ts'
import { sha256Hex } from '../../domain/crypto/hash.ts'
import { trustMessage } from '../../domain/crypto/messages.ts'
import type { TrustContext } from '../../domain/trust.ts'

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
  /** Padded base64 over `svc-trust-v1` and `{svc_id, context}`. */
  sign(context: TrustContext): string
}

/** @throws RangeError when the seed is not 32 bytes long */
export function signerOf({ svc_id, seed }: Identity): Signer {
  const { publicKey, privateKey } = keyPairOfSeed(seed)
  return { svc_id, public_key: publicKey, sign: (context) => encodeBase64(signMessage(privateKey, trustMessage({ svc_id, context }))) }
}

/** What both signatures cover (contract, Signatures). Members without a value are not part of the text. */
export interface SignedRequest {
  /** Of the request's body, as its header spells it, or in lower-case hexadecimal. */
  readonly request_body_hash: string
  readonly workspace_id: string | undefined
  readonly skill: string | undefined
}
export interface SignedMoment {
  readonly timestamp: string
  readonly nonce: string
}

/** What an agent, or the platform for it, signs of a request. */
export const requestContext = ({ request_body_hash, workspace_id, skill }: SignedRequest, { timestamp, nonce }: SignedMoment): TrustContext => ({
  timestamp, nonce, request_body_hash, ...(workspace_id !== undefined && { workspace_id }), ...(skill !== undefined && { skill }),
})

/** What an agent signs of its answer: that of the request, and the answer's own body. */
export const answerContext = (request: SignedRequest, moment: SignedMoment, response_body_hash: string): TrustContext =>
  ({ ...requestContext(request, moment), response_body_hash })

/** The headers that a signature adds to a request; that of the workspace belongs to the request itself. */
export function signedRequestHeaders(signer: Signer, request: SignedRequest, moment: SignedMoment): Record<string, string> {
  return {
    'X-Svc-Agent-ID': signer.svc_id,
    ...signatureHeaders(moment, request.request_body_hash, signer.sign(requestContext(request, moment))),
  }
}

/** The headers that a signature adds to an answer. */
export function signedAnswerHeaders(signer: Signer, request: SignedRequest, moment: SignedMoment, body: string | Uint8Array): Record<string, string> {
  const hash = sha256Hex(body)
  return signatureHeaders(moment, hash, signer.sign(answerContext(request, moment, hash)))
}

const signatureHeaders = ({ timestamp, nonce }: SignedMoment, body_hash: string, signature: string): Record<string, string> => ({
  'X-Svc-Timestamp': timestamp, 'X-Svc-Nonce': nonce, 'X-Svc-Body-Hash': body_hash, 'X-Svc-Signed-By': 'agent', 'X-Svc-Signature': signature,
})
