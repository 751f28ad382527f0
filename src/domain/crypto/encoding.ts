export const SIGNATURE_BYTES = 64
export const SHA256_BYTES = 32

/**
 * Decodes base64 or base64url (RFC 4648, sections 4 and 5), even mixed in one text, of exactly `length` bytes, with or without padding.
 * White space, partial padding and non-zero trailing bits are refused. The two alphabets differ in two characters each and are never
 * ambiguous.
 * @returns `undefined` if the text is anything else
 */
export function decodeBase64(text: string, length: number): Uint8Array | undefined {
  if (text.length > 4 * Math.ceil(length / 3)) return undefined // A long text is refused before it is decoded.
  const bytes = Buffer.from(text, 'base64')
  const padded = bytes.toString('base64')
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  if (bytes.length !== length || (standard !== padded && standard !== unpadded(padded)))
    return undefined
  return new Uint8Array(bytes)
}

/** Decodes padded standard base64 that is written exactly as `encodeBase64` writes it; returns `undefined` for any other text or length. */
export function decodeCanonicalBase64(text: string, length?: number): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  const isCanonical = bytes.toString('base64') === text
  return isCanonical && bytes.length === (length ?? bytes.length) ? bytes : undefined
}

/** Decodes hex digits, in either case, of exactly `length` bytes; returns `undefined` if the text is anything else. */
export function decodeHex(text: string, length: number): Uint8Array | undefined {
  if (text.length !== 2 * length || !/^[0-9a-f]*$/i.test(text)) return undefined
  return new Uint8Array(Buffer.from(text, 'hex'))
}

/**
 * Decodes a signature or hash in any accepted encoding: base64, base64url or hexadecimal (docs/specification/http.md#encodings). The length
 * of the text distinguishes hexadecimal from base64: 64 as opposed to 43 or 44 characters for 32 bytes, and 128 as opposed to 86 or 88 for
 * 64 bytes.
 * @returns `undefined` when the text cannot be decoded, which callers treat as a signature that does not verify
 */
export function decodeBytes(text: string, length: number): Uint8Array | undefined {
  return decodeHex(text, length) ?? decodeBase64(text, length)
}

/** Decodes a signature of 64 bytes, or returns `undefined`. */
export function decodeSignature(text: string): Uint8Array | undefined {
  return decodeBytes(text, SIGNATURE_BYTES)
}

/** Decodes a SHA-256 of 32 bytes, or returns `undefined`. */
export function decodeSha256(text: string): Uint8Array | undefined {
  return decodeBytes(text, SHA256_BYTES)
}

/** Encodes in padded standard base64, as the platform writes keys and signatures. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

const unpadded = (text: string): string => text.replace(/=+$/, '')
