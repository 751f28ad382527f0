/** Every text that is signed, or hashed into an identity. Agents and platform build them with the same code. */
import { verifySignature } from './ed25519.ts'
import { decodeSignature } from './encoding.ts'
import { sha256Hex } from './hash.ts'
import { canonicalize, domainMessage } from './jcs.ts'
import { parsePublicKey } from './public-key.ts'

/** What an agent's content-addressed identifier is made of. */
export interface IdentityFields {
  name: string
  version: string
  public_key: string
  manifest_hash: string
}

/** The five named fields of a registration (Interface, Agent). */
export interface RegistrationFields extends IdentityFields {
  svc_id: string
}

const canonicalKey = (text: string): string => parsePublicKey(text)?.canonical ?? text

/**
 * The content-addressed identifier: hex SHA-256 over the JCS form of four fields, whatever else the value carries.
 * The key may come in any accepted spelling.
 * @throws when a text holds a lone surrogate, since JCS has no form for it
 */
export function svcId({ name, version, public_key, manifest_hash }: IdentityFields): string {
  return sha256Hex(canonicalize({ name, version, public_key: canonicalKey(public_key), manifest_hash }))
}

/**
 * What a registration's `proof` signs: `svc-register-v1`, LF, the JCS form of the five fields as they are sent.
 * @throws like `canonicalize`
 */
export function registrationMessage({ svc_id, name, version, public_key, manifest_hash }: RegistrationFields): Uint8Array {
  return domainMessage('svc-register-v1', { svc_id, name, version, public_key, manifest_hash })
}

export type SignatureFinding = 'verified' | 'signature_undecodable' | 'message_not_canonical' | 'signature_invalid'

/**
 * Judges a signature that a stranger sent as text. Nothing it could contain is an error (decisions, "encodings").
 * @param build makes the message; when it throws, the message has no canonical form
 */
export function judgeSignature(publicKey: Uint8Array, build: () => Uint8Array, text: string): SignatureFinding {
  const signature = decodeSignature(text)
  if (!signature) return 'signature_undecodable'
  try {
    return verifySignature(publicKey, build(), signature) ? 'verified' : 'signature_invalid'
  } catch {
    return 'message_not_canonical'
  }
}
