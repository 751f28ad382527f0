import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { sameText } from './crypto/hash.ts'

export const MASTER_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'
const KEY_ID_BYTES = 4

/**
 * A master key. Its bytes can be reached only through keys that are derived from it, so that no log line, message or response that
 * contains the object shows them.
 */
export interface MasterKey {
  /** Eight hex digits that are derived from the key and reveal nothing about it. */
  readonly id: string
  /** Derives one key per purpose (HKDF, RFC 5869), so that a secret that is sealed for one purpose cannot be opened for another. */
  readonly derive: (purpose: string) => Buffer
}

/** The master keys that a process has, in the order of their source (docs/specification/storage.md#key-ring). */
export type KeyRing = readonly MasterKey[]

/** Returns the master key with these bytes. @throws RangeError if there are not exactly 32 */
export function masterKey(bytes: Uint8Array): MasterKey {
  if (bytes.length !== MASTER_KEY_BYTES)
    throw new RangeError(`master key: expected ${MASTER_KEY_BYTES} bytes, got ${bytes.length}`)
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', bytes, '', `svc-registry:${purpose}`, 32))
  return { id: derive('master-key-id').subarray(0, KEY_ID_BYTES).toString('hex'), derive }
}

/** Thrown if the process lacks a master key that it needs. The message is for the operator. */
export class MasterKeyMissing extends Error {
  readonly key_id: string
  /** @param where names what lacks the key, for the message */
  constructor(key_id: string, where = 'the key ring of this process') {
    super(
      `The master key does not open this store: it needs the master key ${key_id}, which is not in ${where}. Add that key to its source, or restore the source from a backup.`,
    )
    this.name = 'MasterKeyMissing'
    this.key_id = key_id
  }
}

/** Returns the key with this id. @throws MasterKeyMissing */
export function keyOf(keys: KeyRing, id: string): MasterKey {
  const key = keys.find((candidate) => candidate.id === id)
  if (!key) throw new MasterKeyMissing(id)
  return key
}

/**
 * Encrypts a secret with AES-256-GCM, under a key that is derived from the master key (docs/specification/storage.md#master-key).
 * @param purpose names the use; if it contains the id of a row, the result can be opened only for that row
 * @param nonce twelve random bytes that are never reused for the same purpose
 * @returns `v2.`, the id of the master key, a dot, and the base64url of nonce, ciphertext and tag
 */
export function seal(
  key: MasterKey,
  purpose: string,
  plaintext: string | Uint8Array,
  nonce: Uint8Array,
): string {
  if (nonce.length !== NONCE_BYTES)
    throw new RangeError(`seal: expected ${NONCE_BYTES} nonce bytes, got ${nonce.length}`)
  const cipher = createCipheriv(CIPHER, key.derive(purpose), nonce)
  const bytes = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return `v2.${key.id}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`
}

/** A sealed value. Those of version 1 do not name their key. */
const SEAL = /^(?:v1|v2\.([0-9a-f]{8}))\.([A-Za-z0-9_-]+)$/

/** Returns whether a seal is of version 1, which earlier versions wrote and which does not name its key. */
export const namesNoKey = (sealed: string): boolean => sealed.startsWith('v1.')

/** Returns the id of the master key that a seal names; `undefined` for a seal of version 1, which names none. */
export const sealKeyId = (sealed: string): string | undefined => SEAL.exec(sealed)?.[1]

/**
 * Decrypts what `seal` encrypted, with the key that the seal names, or with any key if it names none. Returns `undefined` if the ring lacks
 * that key, if the seal is for another purpose, or if it was changed.
 */
export function open(keys: KeyRing, purpose: string, sealed: string): Buffer | undefined {
  const [, id, text] = SEAL.exec(sealed) ?? []
  const bytes = Buffer.from(text ?? '', 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  for (const key of keys) {
    const plaintext = id === undefined || id === key.id ? decrypt(key, purpose, bytes) : undefined
    if (plaintext) return plaintext
  }
  return undefined
}

function decrypt(key: MasterKey, purpose: string, bytes: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(CIPHER, key.derive(purpose), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
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

/** Returns the hex HMAC-SHA-256 of a string, which distinguishes strings and reveals nothing without the master key. */
export const fingerprint = (key: MasterKey, purpose: string, text: string): string =>
  createHmac('sha256', key.derive(purpose)).update(text, 'utf8').digest('hex')

const PIN_DIGITS = 8

/**
 * Returns the PIN of a sign-in challenge: eight digits of an HMAC of its id, so that the PIN is computed when it is needed and stored
 * nowhere (docs/specification/organizations.md#sign-in). Reducing 64 bits modulo 10^8 favours no PIN by more than one part in 10^11.
 */
export function pin(key: MasterKey, challengeId: string): string {
  const mac = createHmac('sha256', key.derive('admin-pin')).update(challengeId, 'utf8').digest()
  return (mac.readBigUInt64BE(0) % 10n ** BigInt(PIN_DIGITS)).toString().padStart(PIN_DIGITS, '0')
}

/** Returns whether a string is the PIN of a challenge, by a comparison in constant time. The caller has to count the attempts. */
export function pinMatches(key: MasterKey, challengeId: string, text: string): boolean {
  return sameText(pin(key, challengeId), text)
}
