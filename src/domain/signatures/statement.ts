import { decodeSignature } from '../crypto/encoding.ts'
import { canonicalize } from '../crypto/jcs.ts'
import type { Claims, Purpose } from './signature.ts'

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
