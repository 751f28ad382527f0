import { createPrivateKey } from 'node:crypto'
import { keyPairOfSeed, SEED_BYTES } from '../../domain/crypto/ed25519.ts'
import { encodeBase64 } from '../../domain/crypto/encoding.ts'

/** An agent's key pair. */
export interface AgentKey {
  /** The private key: 32 bytes (RFC 8032, 5.1.5). */
  readonly seed: Uint8Array
  /** Padded standard base64 of the raw 32 bytes. */
  readonly public_key: string
}

/** Returns the text of a key file: PKCS #8 in PEM (RFC 8410), as `openssl pkey` reads and writes it. */
export const keyFileOf = (seed: Uint8Array): string =>
  keyPairOfSeed(seed).privateKey.export({ format: 'pem', type: 'pkcs8' }) as string

/** Reads the text of a key file. @throws Error if it is not an Ed25519 private key in PEM */
export function readKeyFile(text: string): AgentKey {
  const key = privateKeyOf(text)
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(
      `it contains a key of type ${key.asymmetricKeyType ?? 'unknown'}, but agents need an Ed25519 key`,
    )
  const { d } = key.export({ format: 'jwk' })
  return keyOfSeed(new Uint8Array(Buffer.from(d!, 'base64url')))
}

/** Returns the key pair of a seed. @throws RangeError unless it is 32 bytes long */
export function keyOfSeed(seed: Uint8Array): AgentKey {
  if (seed.length !== SEED_BYTES)
    throw new RangeError(`seed: expected ${SEED_BYTES} bytes, got ${seed.length}`)
  return { seed, public_key: encodeBase64(keyPairOfSeed(seed).publicKey) }
}

function privateKeyOf(text: string) {
  try {
    return createPrivateKey(text)
  } catch {
    throw new Error('it contains no private key in PEM')
  }
}
