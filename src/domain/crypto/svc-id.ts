/** The identifier of an agent. Agents and the platform compute it with this code. */
import { sha256Hex, canonicalize } from './hash.ts'
import { parsePublicKey } from './public-key.ts'

/** The fields from which a content-addressed identifier is computed. */
export interface IdentityFields {
  name: string
  version: string
  public_key: string
  manifest_hash: string
}

/** The five fields of a registration (docs/specification/agents.md#registration). */
export interface RegistrationFields extends IdentityFields {
  svc_id: string
}

const canonicalKey = (text: string): string => parsePublicKey(text)?.canonical ?? text

/**
 * Returns the content-addressed identifier: hex SHA-256 over the JCS form of four fields; other members are ignored. The key may be in any
 * accepted encoding.
 * @throws if a string contains a lone surrogate, because JCS has no form for it
 */
export function svcId({ name, version, public_key, manifest_hash }: IdentityFields): string {
  return sha256Hex(
    canonicalize({ name, version, public_key: canonicalKey(public_key), manifest_hash }),
  )
}
