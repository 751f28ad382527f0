import type { KeyObject } from 'node:crypto'
import { signMessage, verifySignature } from '../crypto/ed25519.ts'
import { decodeSignature, encodeBase64 } from '../crypto/encoding.ts'
import { canonicalize } from '../crypto/jcs.ts'
import type { Claims } from './claims.ts'
import { faultOf, PURPOSES, type Purpose } from './purposes.ts'

export type * from './claims.ts'
export type { Purpose } from './purposes.ts'

/** Is thrown if claims do not fit the purpose for which they are signed. */
export class ClaimError extends Error {}

/**
 * Returns the bytes that are signed for a purpose: `svc-<purpose>-v1`, LF, the JCS form of the claims, in UTF-8
 * (docs/specification/trust.md#signed-text).
 * @throws ClaimError if a claim is missing, undeclared or invalid, and the errors of `canonicalize` if the claims have no canonical form
 */
export function signedText<P extends Purpose>(purpose: P, claims: Claims[P]): Uint8Array {
  const fault = faultOf(PURPOSES[purpose], claims)
  if (fault !== undefined) throw new ClaimError(`${purpose}: ${fault}`)
  return Buffer.from(`svc-${purpose}-v1\n${canonicalize(claims)}`, 'utf8')
}

/**
 * Signs claims for a purpose and returns the 64 bytes in padded base64.
 * @throws the errors of `signedText`
 */
export function signClaims<P extends Purpose>(
  privateKey: KeyObject,
  purpose: P,
  claims: Claims[P],
): string {
  return encodeBase64(signMessage(privateKey, signedText(purpose, claims)))
}

export type SignatureFinding =
  | 'verified'
  | 'signature_undecodable'
  | 'claims_invalid'
  | 'message_not_canonical'
  | 'signature_invalid'

/**
 * Verifies a signature over claims. It never throws, whatever the input.
 * @param publicKey the raw 32 bytes
 * @param signature as base64, base64url or hexadecimal
 */
export function judgeClaims<P extends Purpose>(
  publicKey: Uint8Array,
  purpose: P,
  claims: Claims[P],
  signature: string,
): SignatureFinding {
  const bytes = decodeSignature(signature)
  if (!bytes) return 'signature_undecodable'
  try {
    return verifySignature(publicKey, signedText(purpose, claims), bytes)
      ? 'verified'
      : 'signature_invalid'
  } catch (error) {
    return error instanceof ClaimError ? 'claims_invalid' : 'message_not_canonical'
  }
}

/** Returns whether one of the platform's own keys signed these claims for this purpose. */
export type IsOwnSignature = <P extends Purpose>(
  key_id: string,
  purpose: P,
  claims: Claims[P],
  signature: string,
) => boolean

/** Claims and the signature over them, as a header carries them. */
export interface Statement<P extends Purpose> {
  readonly claims: Claims[P]
  /** Padded base64. */
  readonly signature: string
}

/** Limits the text that is parsed; real statements are shorter. */
const MAX_CHARACTERS = 8192

/**
 * Writes a statement for a header: base64url of the JCS form of the claims, a full stop, base64url of the signature; both without padding
 * (docs/specification/trust.md#statements).
 */
export function writeStatement<P extends Purpose>({ claims, signature }: Statement<P>): string {
  return `${Buffer.from(canonicalize(claims), 'utf8').toString('base64url')}.${Buffer.from(signature, 'base64').toString('base64url')}`
}

/** Parses a statement from a header without verifying it; returns undefined if it cannot be parsed. */
export function readStatement<P extends Purpose>(text: string): Statement<P> | undefined {
  const [claims, signature, ...rest] = text.length <= MAX_CHARACTERS ? text.split('.') : []
  const bytes = signature === undefined || rest.length > 0 ? undefined : decodeSignature(signature)
  const value = bytes && parseObject(claims!)
  return (
    value && {
      claims: value as Claims[P],
      signature: Buffer.from(bytes!).toString('base64'),
    }
  )
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
