/** What an agent's identity is hashed from. Agents and platform build it with the same code. */
import { sha256Hex } from './hash.ts'
import { canonicalize } from './jcs.ts'
import { parsePublicKey } from './public-key.ts'

/** What an agent's content-addressed identifier is made of. */
export interface IdentityFields {
  name: string
  version: string
  public_key: string
  manifest_hash: string
}

/** Holds the five fields of a registration (docs/specification/agents.md#registration). */
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
  return sha256Hex(
    canonicalize({ name, version, public_key: canonicalKey(public_key), manifest_hash }),
  )
}
