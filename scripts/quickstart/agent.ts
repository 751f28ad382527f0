import { randomBytes } from 'node:crypto'
import { keyPairOfSeed, verifySignature } from '../../src/domain/crypto/ed25519.ts'
import { encodeBase64 } from '../../src/domain/crypto/encoding.ts'
import { sha256Hex } from '../../src/domain/crypto/hash.ts'
import { svcId } from '../../src/domain/crypto/svc-id.ts'
import { signClaims, type Claims } from '../../src/domain/signatures/signature.ts'

/** Creates an agent: the five fields of its registration, and a private key that never leaves this process. */
export function newAgent() {
  const { publicKey, privateKey } = keyPairOfSeed(randomBytes(32))
  const identity = {
    name: 'Invoice Reader',
    version: '1.0.0',
    public_key: encodeBase64(publicKey),
    manifest_hash: sha256Hex('capabilities:\n  provides: [read_invoice]\n  requires: []\n'),
  }
  const registration = { svc_id: svcId(identity), ...identity }
  return {
    registration,
    /** Signs a proof that makes an organization the owner of the agent on one platform only. */
    proofFor: (owner: Pick<Claims['register'], 'organization_id' | 'issuer'>) => {
      const issued_at = new Date().toISOString()
      return {
        issued_at,
        signature: signClaims(privateKey, 'register', { ...registration, ...owner, issued_at }),
      }
    },
    /** Signs a context as this agent. */
    signContext: (context: object) =>
      signClaims(privateKey, 'trust', { svc_id: registration.svc_id, context }),
  }
}

export type NewAgent = ReturnType<typeof newAgent>

/** The members of a JWKS that a verification needs. */
export type PlatformKeys = readonly { readonly x: string }[]

/** Verifies a signature with the keys that the platform publishes. */
export const signedByPlatform = (
  keys: PlatformKeys,
  message: Uint8Array,
  signature: string,
): boolean =>
  keys.some(({ x }) =>
    verifySignature(Buffer.from(x, 'base64url'), message, Buffer.from(signature, 'base64')),
  )
