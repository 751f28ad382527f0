import { svcId } from '../crypto/messages.ts'
import type { RegistrationFields } from '../crypto/messages.ts'
import { parsePublicKey } from '../crypto/public-key.ts'
import { PROOF_WINDOW_MS } from '../limits.ts'
import { judgeClaims } from '../signatures/signature.ts'
import { ms, parseTimestamp, type Timestamp } from '../time.ts'

export { svcId } from '../crypto/messages.ts'
export type { IdentityFields, RegistrationFields } from '../crypto/messages.ts'

/**
 * Matches the identifiers that may be registered: those of this registry, and those of other implementations that are safe in paths
 * (docs/specification/agents.md#svc-id). Names of organizations, API keys and people are excluded, because policies list them beside agents
 * (docs/specification/trust.md#identifiers).
 */
export const SVC_ID_PATTERN =
  /^(?!register$)(?!(org|key|usr)_)(?!.*@[A-Za-z0-9.-]*\.[A-Za-z][A-Za-z0-9-]*$)(?!.*\.\.)(?!.*\/\.(\/|$))[A-Za-z0-9][A-Za-z0-9._:~+/=@-]{0,255}$/

/** What an id looks like that is the hash of a registration. */
const HASH_PATTERN = /^[0-9a-f]{64}$/

/**
 * Returns whether a registered key can be that of the id. A party that relies on an id that is a hash relies on the key that it binds. A
 * key that a stranger registered under the hash of fields that are private, or not registered yet, therefore verifies nothing
 * (docs/specification/trust.md#opaque-ids).
 */
export const isKeyOfId = ({
  svc_id,
  content_addressed,
}: {
  readonly svc_id: string
  readonly content_addressed: boolean
}): boolean => content_addressed || !HASH_PATTERN.test(svc_id)

const DID_PREFIX = 'did:svc:'

/** Returns the decentralized identifier of an agent, `did:svc:<svc_id>` (docs/specification/agents.md#did). */
export function did(svc_id: string): string {
  return DID_PREFIX + svc_id
}

/** The `svc_id` inside a DID; `undefined` when the text is no DID of this method. */
export function svcIdOfDid(text: string): string | undefined {
  const svc_id = text.startsWith(DID_PREFIX) ? text.slice(DID_PREFIX.length) : ''
  return SVC_ID_PATTERN.test(svc_id) ? svc_id : undefined
}

/** A signature of the agent's key that makes an organization the owner of its registration, and when it was made. */
export interface RegistrationProof {
  readonly issued_at: string
  readonly signature: string
}

/** For whom a proof has to be: the organization that registers, and the platform that it registers at. */
export interface ProofReceiver {
  readonly organization_id: string
  readonly issuer: string
}

/**
 * Whether the agent's key signed this registration for this organization and this platform, within ten minutes of now
 * (docs/specification/trust.md#registration). The key is signed either as it was sent or in its canonical spelling, since a client cannot
 * know which one is kept. A weak or undecodable key proves nothing.
 */
export function registrationProven(
  fields: RegistrationFields,
  { issued_at, signature }: RegistrationProof,
  receiver: ProofReceiver,
  now: Timestamp,
): boolean {
  const parsed = parsePublicKey(fields.public_key)
  const moment = parseTimestamp(issued_at)
  if (!parsed || moment === undefined || Math.abs(ms(now) - moment) > PROOF_WINDOW_MS) return false
  const { svc_id, name, version, manifest_hash } = fields
  const { organization_id, issuer } = receiver
  return [...new Set([fields.public_key, parsed.canonical])].some(
    (public_key) =>
      judgeClaims(
        parsed.key,
        'register',
        { svc_id, name, version, public_key, manifest_hash, organization_id, issuer, issued_at },
        signature,
      ) === 'verified',
  )
}

export type VerificationStatus = 'unverified' | 'pending' | 'verified' | 'suspended' | 'revoked'

/** What decides an agent's standing. */
export interface VerificationFacts extends RegistrationFields {
  /** The key is a sound Ed25519 key: see `soundPublicKey`. */
  key_sound: boolean
  /** The private key signed the registration. */
  proven: boolean
  suspended: boolean
  revoked: boolean
  /** A dispute about a security concern was upheld. */
  upheld_security_dispute: boolean
}

/**
 * The verification status: `verified` when the id recomputes, the key is sound, the registration is proved and no security dispute was
 * upheld; `pending` when only the proof is missing; otherwise `unverified`.
 * An operator's suspension hides that, and a revocation hides both.
 */
export function verificationStatus(agent: VerificationFacts): VerificationStatus {
  if (agent.revoked) return 'revoked'
  if (agent.suspended) return 'suspended'
  if (!agent.key_sound || agent.upheld_security_dispute || !idRecomputes(agent)) return 'unverified'
  return agent.proven ? 'verified' : 'pending'
}

/** One of the checks that a verified agent has passed, with a sentence for people. */
export interface VerificationCheck {
  readonly name: string
  readonly passed: boolean
  readonly detail: string
}

/** What the verification status follows from: an agent is verified when it passes all of these. */
export function verificationChecks(agent: VerificationFacts): readonly VerificationCheck[] {
  const { key_sound, proven, suspended, revoked, upheld_security_dispute } = agent
  const recomputes = idRecomputes(agent)
  const operator = revoked ? 'revoked' : suspended ? 'suspended' : 'neither suspended nor revoked'
  return [
    {
      name: 'id_recomputes',
      passed: recomputes,
      detail: `The identifier is ${recomputes ? '' : 'not '}the hash of name, version, key and manifest hash.`,
    },
    {
      name: 'key_sound',
      passed: key_sound,
      detail: `The public key is ${key_sound ? 'a' : 'no'} sound Ed25519 key.`,
    },
    {
      name: 'possession_proved',
      passed: proven,
      detail: proven
        ? 'The private key signed this registration.'
        : 'No signature of the private key proves this registration.',
    },
    {
      name: 'no_upheld_security_dispute',
      passed: !upheld_security_dispute,
      detail: `${upheld_security_dispute ? 'A' : 'No'} dispute about security was decided against the agent.`,
    },
    {
      name: 'in_good_standing',
      passed: !suspended && !revoked,
      detail: `The operator has ${operator} the agent.`,
    },
  ]
}

/** `valid` of the verification result: registered, sound key, neither suspended nor revoked; how the id was made does not matter. */
export function isValid({
  key_sound,
  suspended,
  revoked,
}: Pick<VerificationFacts, 'key_sound' | 'suspended' | 'revoked'>): boolean {
  return key_sound && !suspended && !revoked
}

/** Whether the id is the hash of the other fields. */
export function idRecomputes(fields: RegistrationFields): boolean {
  try {
    return svcId(fields) === fields.svc_id
  } catch {
    return false // A name with a lone surrogate has no content address.
  }
}
