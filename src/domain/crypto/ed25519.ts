import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { SIGNATURE_BYTES } from './encoding.ts'
import { sha256Base64Url } from './hash.ts'
import { SPKI_PREFIX, isWeakPublicKey } from './public-key.ts'

export const SEED_BYTES = 32

/** DER of a PKCS #8 private key before the 32-byte seed (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Limits the cached key objects, about 1 KiB each. Creating one costs a quarter of a verification. */
const CACHED_KEYS = 10_000
const keyObjects = new Map<string, KeyObject>()

/** Returns the key object of a raw key from a least-recently-used cache (a Map iterates in order of insertion). */
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
 * Verifies an Ed25519 signature strictly (RFC 8032, section 5.1.7, without the cofactor): it accepts only signatures that every conforming
 * verifier accepts. It refuses S >= L, non-canonical encodings of R or the key, and an R or a key of small order. For a valid key that is
 * not weak, this behaves like `@noble/ed25519` with `zip215: false`, except that noble multiplies by the cofactor and so accepts an R with
 * a small-order component. Only the owner of the key can create such a signature.
 * @returns false also for inputs of other lengths; never throws
 */
export function verifySignature(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (signature.length !== SIGNATURE_BYTES || isWeakPublicKey(publicKey)) return false
  // OpenSSL before 3.5 accepts the neutral element as R; the result must not depend on its version.
  if (isWeakPublicKey(signature.subarray(0, 32))) return false
  // OpenSSL refuses S >= L and compares R byte by byte with the canonical encoding it computes.
  return verify(null, message, keyObject(publicKey), signature)
}

/** A signing key and the raw 32 bytes of its public half. */
export interface KeyPair {
  publicKey: Uint8Array
  privateKey: KeyObject
}

/**
 * Derives the key pair of a random 32-byte seed (RFC 8032, section 5.1.5).
 * @throws RangeError if the seed has a different length
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

/** Returns the 64-byte signature of a message. Ed25519 signatures are deterministic. */
export function signMessage(privateKey: KeyObject, message: Uint8Array): Uint8Array {
  return new Uint8Array(sign(null, message, privateKey))
}

/** A public key in a JWKS (RFC 8037). */
export interface PublicJwk {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  /** RFC 7638 thumbprint: base64url of the SHA-256 of the key's required members. */
  kid: string
  use: 'sig'
  alg: 'EdDSA'
}

/** Returns the JWK of a public key. Its `kid` is computed from the key, so a key has the same identifier everywhere. */
export function publicJwk(publicKey: Uint8Array): PublicJwk {
  const x = Buffer.from(publicKey).toString('base64url')
  const kid = sha256Base64Url(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' }
}
