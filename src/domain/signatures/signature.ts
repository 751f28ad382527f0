import type { KeyObject } from 'node:crypto'
import { signMessage, verifySignature } from '../crypto/ed25519.ts'
import { decodeSignature, encodeBase64, decodeHex, SHA256_BYTES } from '../crypto/encoding.ts'
import { canonicalize } from '../crypto/hash.ts'
import type { Claims } from './claims.ts'
import { parseTimestamp } from '../time.ts'

export type * from './claims.ts'

/** Thrown if claims do not match the purpose for which they are signed. */
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
export function verifyClaims<P extends Purpose>(
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

/** Claims and the signature over them, as carried in a header. */
export interface Statement<P extends Purpose> {
  readonly claims: Claims[P]
  /** Padded base64. */
  readonly signature: string
}

/** Limits the length of a string that is parsed; valid statements are shorter. */
const MAX_STATEMENT_CHARACTERS = 8192

/**
 * Writes a statement for a header: base64url of the JCS form of the claims, a full stop, base64url of the signature; both without padding
 * (docs/specification/trust.md#statements).
 */
export function writeStatement<P extends Purpose>({ claims, signature }: Statement<P>): string {
  return `${Buffer.from(canonicalize(claims), 'utf8').toString('base64url')}.${Buffer.from(signature, 'base64').toString('base64url')}`
}

/** Parses a statement from a header without verifying it; returns undefined if it cannot be parsed. */
export function readStatement<P extends Purpose>(text: string): Statement<P> | undefined {
  const [claims, signature, ...rest] =
    text.length <= MAX_STATEMENT_CHARACTERS ? text.split('.') : []
  const bytes = signature === undefined || rest.length > 0 ? undefined : decodeSignature(signature)
  const value = bytes && parseObject(claims!)
  return (
    value && {
      claims: value as Claims[P],
      signature: Buffer.from(bytes!).toString('base64'),
    }
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

// ---- Purposes -------------------------------------------------------------------------------------------------------

/** Returns whether the value of a claim is valid. */
type ClaimCheck = (value: unknown) => boolean
/** The claims of a statement, or of an object within one, by name. */
interface ClaimShape {
  readonly required: { readonly [claim: string]: ClaimCheck }
  readonly optional?: { readonly [claim: string]: ClaimCheck }
}

const MAX_CLAIM_CHARACTERS = 2048
const text: ClaimCheck = (value) =>
  typeof value === 'string' && value !== '' && value.length <= MAX_CLAIM_CHARACTERS
const wholeNumber: ClaimCheck = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const timestamp: ClaimCheck = (value) =>
  typeof value === 'string' && parseTimestamp(value) !== undefined
/** Accepts only lower-case hexadecimal, because the text of a statement must be unambiguous. */
const sha256: ClaimCheck = (value) =>
  typeof value === 'string' &&
  value === value.toLowerCase() &&
  decodeHex(value, SHA256_BYTES) !== undefined
const object =
  (shape: ClaimShape): ClaimCheck =>
  (value) =>
    faultOf(shape, value) === undefined

const INSTALLATION = object({ required: { svc_id: text, installation_id: text } })
/** The requester of a task, as the platform authenticated it; `acting_for` is present if the requester acts on behalf of someone else. */
const REQUESTER = object({
  required: { organization_id: text },
  optional: { key_id: text, member: text, installation_id: text, acting_for: text },
})

/**
 * Lists the claims of each purpose (docs/specification/trust.md#purposes). The signed text begins with the name of the purpose, so a
 * signature is valid for exactly one purpose.
 */
export const PURPOSES = {
  register: {
    required: {
      svc_id: text,
      name: text,
      version: text,
      public_key: text,
      manifest_hash: text,
      organization_id: text,
      issuer: text,
      issued_at: timestamp,
    },
  },
  // The interface defines no members of the context. Each receiver constructs it, so it is not checked here.
  trust: { required: { svc_id: text, context: isObject } },
  task: {
    required: {
      issuer: text,
      audience: INSTALLATION,
      upstream_url: text,
      organization_id: text,
      workspace_id: text,
      requester: REQUESTER,
      task_id: text,
      skill: text,
      request_body_hash: sha256,
      issued_at: timestamp,
      expires_at: timestamp,
    },
  },
  answer: {
    required: {
      issuer: text,
      svc_id: text,
      audience: text,
      request_nonce: text,
      request_body_hash: sha256,
      response_body_hash: sha256,
      status: wholeNumber,
      issued_at: timestamp,
    },
  },
  vouch: {
    required: {
      issuer: text,
      svc_id: text,
      issued_to: object({
        required: { organization_id: text },
        optional: { installation_id: text },
      }),
      request_body_hash: sha256,
      issued_at: timestamp,
      expires_at: timestamp,
    },
  },
  'compliance-report': {
    required: { issuer: text, svc_id: text, workspace_id: text, generated_at: timestamp },
    optional: { hash: sha256, markdown_sha256: sha256 },
  },
  policy: {
    required: {
      issuer: text,
      policy_id: text,
      workspace_id: text,
      version: wholeNumber,
      content: isObject,
    },
  },
  'audit-checkpoint': {
    required: {
      issuer: text,
      chain: text,
      sequence: wholeNumber,
      hash: sha256,
      occurred_at: timestamp,
      retention_days: wholeNumber,
      purged_at: timestamp,
    },
  },
} as const satisfies { readonly [purpose: string]: ClaimShape }

export type Purpose = keyof typeof PURPOSES

/** Describes the first claim that does not match the shape; returns undefined if all do. */
export function faultOf(
  { required, optional = {} }: ClaimShape,
  claims: unknown,
): string | undefined {
  if (!isObject(claims)) return 'not an object'
  for (const [name, check] of Object.entries(required)) {
    if (claims[name] === undefined) return `${name} is missing`
    if (!check(claims[name])) return `${name} has an invalid value`
  }
  for (const [name, value] of Object.entries(claims)) {
    if (value === undefined || Object.hasOwn(required, name)) continue
    const check = Object.hasOwn(optional, name) ? optional[name] : undefined
    if (!check?.(value))
      return check ? `${name} has an invalid value` : `${name} is not a claim of this purpose`
  }
  return undefined
}
