import { encodeBase64 } from '../../../src/domain/crypto/encoding.ts'
import { SPKI_PREFIX } from '../../../src/domain/crypto/public-key.ts'
import { P, torsionPoints } from './curve.ts'

/** Returns the base64 and base64url encodings of bytes, with and without padding; the first one is the platform's own. */
export function base64Encodings(bytes: Uint8Array): string[] {
  const padded = encodeBase64(bytes)
  const urlSafe = padded.replaceAll('+', '-').replaceAll('/', '_')
  return [...new Set([padded, urlSafe].flatMap((text) => [text, text.replace(/=+$/, '')]))]
}

/** Returns the usual encodings of a key: raw and SPKI, in either alphabet, with and without padding. None mixes the alphabets. */
export const publicKeyEncodings = (key: Uint8Array): string[] => [
  ...base64Encodings(key),
  ...base64Encodings(Buffer.concat([SPKI_PREFIX, key])),
]

/** Encodes a y coordinate as a key with the sign bit cleared. */
export const littleEndian = (y: bigint): Uint8Array =>
  new Uint8Array(Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse())

/** Returns a key with the sign bit set. */
export const signed = (key: Uint8Array): Uint8Array => key.with(31, key[31]! | 0x80)

/** Returns all 48 weak keys, computed on the curve: points of small order, and values of y that are not reduced modulo p. */
export function weakPublicKeys(): Uint8Array[] {
  const smallOrder = torsionPoints().map((point) => point.toBytes())
  const negativeZero = [1n, P - 1n].map((y) => signed(littleEndian(y)))
  const unreduced = Array.from({ length: 19 }, (_, above) => littleEndian(P + BigInt(above)))
  return [...smallOrder, ...negativeZero, ...unreduced, ...unreduced.map(signed)]
}
