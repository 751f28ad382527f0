import { Point } from '@noble/ed25519'
import { decodeBase64, encodeBase64 } from './encoding.ts'

export const PUBLIC_KEY_BYTES = 32

/**
 * DER of SubjectPublicKeyInfo before the 32 raw bytes of an Ed25519 key (RFC 8410). Its 12 bytes are a multiple of three, so it is also a
 * prefix in base64.
 */
export const SPKI_PREFIX: Uint8Array = Buffer.from('302a300506032b6570032100', 'hex')

export interface PublicKey {
  /** The raw 32 bytes. */
  key: Uint8Array
  /** Padded standard base64 of the raw bytes: the encoding that is stored, shown and hashed into a `svc_id`. */
  canonical: string
}

/**
 * Normalizes a public key: base64 or base64url of the raw 32 bytes, or of the 44 bytes of their SPKI DER
 * (docs/specification/agents.md#public-key). The result says nothing about the quality of the key; see `isWeakPublicKey` and
 * `isSoundPublicKey`.
 * @returns `undefined` when the text is neither
 */
export function parsePublicKey(text: string): PublicKey | undefined {
  const key = decodeBase64(text, PUBLIC_KEY_BYTES) ?? spkiKey(text)
  return key && { key, canonical: encodeBase64(key) }
}

function spkiKey(text: string): Uint8Array | undefined {
  const der = decodeBase64(text, SPKI_PREFIX.length + PUBLIC_KEY_BYTES)
  if (!der || Buffer.compare(der.subarray(0, SPKI_PREFIX.length), SPKI_PREFIX) !== 0)
    return undefined
  return der.slice(SPKI_PREFIX.length)
}

/** The y coordinates of the eight points of small order, little-endian with the sign bit cleared: orders 4, 1, 2, 8 and 8. */
export const SMALL_ORDER_Y: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])

/**
 * The last 31 bytes, in hex, of every y that is not reduced modulo p = 2^255 - 19. The 19 such values, from p to 2^255 - 1, differ only in
 * their first byte.
 */
const Y_TAIL = 'f'.repeat(60) + '7f'

/**
 * Returns whether 32 bytes are one of the 48 encodings that are refused as keys: a point of small order, for which one signature would be
 * valid for every message, or a y that is not reduced modulo p, which is a second encoding of another key. Other lengths count as weak.
 */
export function isWeakPublicKey(bytes: Uint8Array): boolean {
  if (bytes.length !== PUBLIC_KEY_BYTES) return true
  const y = Buffer.from(bytes)
  y[31]! &= 0x7f
  const hex = y.toString('hex')
  return SMALL_ORDER_Y.has(hex) || (y[0]! >= 0xed && hex.endsWith(Y_TAIL))
}

/**
 * Returns whether a key is fit to identify an agent: not weak, on the curve, and in the subgroup of prime order. The last condition goes
 * beyond RFC 8032: for a key with a small-order component, verifiers with and without the cofactor disagree about the same signature, and
 * no correct key generator produces such a key. The check takes about 1.5 ms, so it is done once, at registration.
 */
export function isSoundPublicKey(bytes: Uint8Array): boolean {
  if (isWeakPublicKey(bytes)) return false
  try {
    return Point.fromBytes(bytes).isTorsionFree()
  } catch {
    return false
  }
}
