import { decodeSha256 } from '../../domain/crypto/encoding.ts'
import { sha256Hex } from '../../domain/crypto/hash.ts'

/** Whether a header spells the SHA-256 of these bytes, in any encoding that is read. */
export function isHashOf(text: string | null | undefined, bytes: Uint8Array): boolean {
  const hash = typeof text === 'string' ? decodeSha256(text) : undefined
  return hash !== undefined && Buffer.from(hash).toString('hex') === sha256Hex(bytes)
}
