import { createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { SIGNATURE_BYTES } from './encoding.ts'
import { SPKI_PREFIX, weakPublicKey } from './public-key.ts'

export { parsePublicKey, soundPublicKey, weakPublicKey } from './public-key.ts'
export type { PublicKey } from './public-key.ts'

export const SEED_BYTES = 32

/** DER of a PKCS #8 private key before the 32-byte seed (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Key objects kept ready: making one costs a quarter of a verification. About 1 KiB each. */
const CACHED_KEYS = 10_000
const keyObjects = new Map<string, KeyObject>()

/** The key object of a raw key, from a cache that forgets the least recently used (a Map iterates in order of insertion). */
function keyObject(raw: Uint8Array): KeyObject {
  const name = Buffer.from(raw).toString('latin1')
  const key =
    keyObjects.get(name) ??
    createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' })
  keyObjects.delete(name)
  keyObjects.set(name, key)
  if (keyObjects.size > CACHED_KEYS) keyObjects.delete(keyObjects.keys().next().value!)
  return key
}

/**
 * Verifies an Ed25519 signature strictly (RFC 8032, section 5.1.7, without the cofactor): accepts only what every conforming verifier
 * accepts. Refused are S >= L, encodings of R or the key that are not canonical, and an R or a key of small order.
 * For a sound key this equals `@noble/ed25519` with `zip215: false`, except that noble, which multiplies by the cofactor,
 * lets an R with a small-order part pass; only the owner of the key can make such a signature.
 * @returns false for every other length too; never throws.
 */
export function verifySignature(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (signature.length !== SIGNATURE_BYTES || weakPublicKey(publicKey)) return false
  // OpenSSL before 3.5 lets the neutral element pass as R; no verdict may depend on its version.
  if (weakPublicKey(signature.subarray(0, 32))) return false
  // OpenSSL refuses S >= L and compares R byte by byte with the canonical encoding it computes.
  return verify(null, message, keyObject(publicKey), signature)
}

/** A signing key and the raw 32 bytes of its public half. */
export interface KeyPair {
  publicKey: Uint8Array
  privateKey: KeyObject
}

/**
 * The key pair that a 32-byte random seed stands for (RFC 8032, section 5.1.5).
 * @throws RangeError when the seed has another length.
 */
export function keyPairOfSeed(seed: Uint8Array): KeyPair {
  if (seed.length !== SEED_BYTES)
    throw new RangeError(`Ed25519 seed: expected ${SEED_BYTES} bytes, got ${seed.length}`)
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { publicKey: new Uint8Array(spki.subarray(SPKI_PREFIX.length)), privateKey }
}

/** The 64-byte signature of a message; the same message always gets the same one. */
export function signMessage(privateKey: KeyObject, message: Uint8Array): Uint8Array {
  return new Uint8Array(sign(null, message, privateKey))
}

/** A public key as the members of a JWKS (RFC 8037). */
export interface PublicJwk {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  /** RFC 7638 thumbprint: base64url of the SHA-256 of the key's required members. */
  kid: string
  use: 'sig'
  alg: 'EdDSA'
}

/** Publishes a public key; `kid` follows from the key, so the same key has the same name everywhere. */
export function publicJwk(publicKey: Uint8Array): PublicJwk {
  const x = Buffer.from(publicKey).toString('base64url')
  const kid = hash('sha256', `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`, 'base64url')
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' }
}
