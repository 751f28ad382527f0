import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { sameText } from './crypto/hash.ts'

export const MASTER_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'
const FORMAT = 'v1.'

/** Derives one key per purpose (HKDF, RFC 5869), so that a text that is sealed for one purpose cannot be opened for another. */
function subkey(masterKey: Uint8Array, purpose: string): Buffer {
  if (masterKey.length !== MASTER_KEY_BYTES) {
    throw new RangeError(`master key: expected ${MASTER_KEY_BYTES} bytes, got ${masterKey.length}`)
  }
  return Buffer.from(hkdfSync('sha256', masterKey, '', `svc-registry:${purpose}`, 32))
}

/**
 * Encrypts a secret with AES-256-GCM, under a key that is derived from the master key (docs/specification/storage.md#master-key).
 * @param purpose names the use; if it contains the id of a row, the result can be opened only for that row
 * @param nonce twelve random bytes that are never reused for the same purpose
 * @returns `v1.` and the base64url of nonce, ciphertext and tag
 */
export function seal(
  masterKey: Uint8Array,
  purpose: string,
  plaintext: string | Uint8Array,
  nonce: Uint8Array,
): string {
  if (nonce.length !== NONCE_BYTES)
    throw new RangeError(`seal: expected ${NONCE_BYTES} nonce bytes, got ${nonce.length}`)
  const cipher = createCipheriv(CIPHER, subkey(masterKey, purpose), nonce)
  const bytes = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return FORMAT + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts what `seal` encrypted; returns `undefined` under another master key or purpose, or if the text was changed. */
export function open(masterKey: Uint8Array, purpose: string, sealed: string): Buffer | undefined {
  const bytes = sealed.startsWith(FORMAT)
    ? Buffer.from(sealed.slice(FORMAT.length), 'base64url')
    : Buffer.alloc(0)
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv(
    CIPHER,
    subkey(masterKey, purpose),
    bytes.subarray(0, NONCE_BYTES),
    { authTagLength: TAG_BYTES },
  )
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ])
  } catch {
    return undefined
  }
}

/** Returns the hex HMAC-SHA-256 of a text, which distinguishes texts and reveals nothing without the master key. */
export const fingerprint = (masterKey: Uint8Array, purpose: string, text: string): string =>
  createHmac('sha256', subkey(masterKey, purpose)).update(text, 'utf8').digest('hex')

const PIN_DIGITS = 8

/**
 * Returns the PIN of a sign-in challenge: eight digits of an HMAC of its id, so that the PIN is computed when it is needed and stored
 * nowhere (docs/specification/organizations.md#sign-in). Reducing 64 bits modulo 10^8 favours no PIN by more than one part in 10^11.
 */
export function pin(masterKey: Uint8Array, challengeId: string): string {
  const mac = createHmac('sha256', subkey(masterKey, 'admin-pin'))
    .update(challengeId, 'utf8')
    .digest()
  return (mac.readBigUInt64BE(0) % 10n ** BigInt(PIN_DIGITS)).toString().padStart(PIN_DIGITS, '0')
}

/** Returns whether a text is the PIN of a challenge, by a comparison in constant time. The caller has to count the attempts. */
export function pinMatches(masterKey: Uint8Array, challengeId: string, text: string): boolean {
  return sameText(pin(masterKey, challengeId), text)
}
