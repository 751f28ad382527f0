import { svcId, type RegistrationFields } from '../crypto/svc-id.ts'
import { parsePublicKey } from '../crypto/public-key.ts'
import { PROOF_WINDOW_MS } from '../limits.ts'
import { verifyClaims } from '../signatures/signature.ts'
import { ms, parseTimestamp, type Timestamp } from '../time.ts'

/**
 * Matches the identifiers that may be registered: those of this registry, and those of other implementations that are safe in paths
 * (docs/specification/agents.md#svc-id). Names of organizations, API keys and people are excluded, because policies list them alongside
 * agents (docs/specification/trust.md#identifiers).
 */
export const SVC_ID_PATTERN =
  /^(?!register$)(?!(org|key|usr)_)(?!.*@[A-Za-z0-9.-]*\.[A-Za-z][A-Za-z0-9-]*$)(?!.*\.\.)(?!.*\/\.(\/|$))[A-Za-z0-9][A-Za-z0-9._:~+/=@-]{0,255}$/

/**
 * Returns whether a text, as it is or in upper case, could be registered as an identifier. The e-mail address of a new person must not be
 * one, because policies list people alongside agents; the contract also allows addresses whose last label begins with a digit, such as
 * `ada@corp.3m` (docs/specification/trust.md#identifiers). Addresses are compared without regard to case, but identifiers are not.
 */
export const canBeSvcId = (text: string): boolean =>
  [text, text.toUpperCase()].some((each) => SVC_ID_PATTERN.test(each))

const DID_PREFIX = 'did:svc:'

/** Returns the decentralized identifier of an agent, `did:svc:<svc_id>` (docs/specification/agents.md#did). */
export function did(svc_id: string): string {
  return DID_PREFIX + svc_id
}

/** Returns the `svc_id` of a DID, or `undefined` if the text is not a DID of this method. */
export function svcIdOfDid(text: string): string | undefined {
  const svc_id = text.startsWith(DID_PREFIX) ? text.slice(DID_PREFIX.length) : ''
  return SVC_ID_PATTERN.test(svc_id) ? svc_id : undefined
}

/** A signature by the agent's key that makes an organization the owner of the registration. */
export interface RegistrationProof {
  readonly issued_at: string
  readonly signature: string
}

/** The organization that registers the agent and the platform that receives the registration; a proof names both. */
export interface ProofReceiver {
  readonly organization_id: string
  readonly issuer: string
}

/**
 * Returns whether the agent's key signed this registration for this organization and this platform, within ten minutes of now
 * (docs/specification/trust.md#registration). The signature may cover the key as sent or in its canonical encoding, because a client cannot
 * know which of them is stored. A weak or undecodable key proves nothing.
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
      verifyClaims(
        parsed.key,
        'register',
        { svc_id, name, version, public_key, manifest_hash, organization_id, issuer, issued_at },
        signature,
      ) === 'verified',
  )
}

export type VerificationStatus = 'unverified' | 'pending' | 'verified' | 'suspended' | 'revoked'

/** The facts from which the verification status follows. */
export interface VerificationFacts extends RegistrationFields {
  /** Whether the key is valid and not weak (see `isSoundPublicKey`). */
  key_sound: boolean
  /** Whether the private key signed the registration. */
  proven: boolean
  suspended: boolean
  revoked: boolean
  /** Whether a dispute about a security concern was upheld. */
  upheld_security_dispute: boolean
}

/**
 * Returns the verification status: `verified` if the identifier is the hash of the registration, the key is valid and not weak, possession
 * of the key is proven and no security dispute was upheld; `pending` if only the proof is missing; otherwise `unverified`. A suspension
 * takes precedence over these, and a revocation over a suspension.
 */
export function verificationStatus(agent: VerificationFacts): VerificationStatus {
  if (agent.revoked) return 'revoked'
  if (agent.suspended) return 'suspended'
  if (!agent.key_sound || agent.upheld_security_dispute || !idMatchesContent(agent))
    return 'unverified'
  return agent.proven ? 'verified' : 'pending'
}

/** One of the checks that a verified agent passes, with a human-readable explanation. */
export interface VerificationCheck {
  readonly name: string
  readonly passed: boolean
  readonly detail: string
}

/** Returns the checks behind the verification status. An agent is verified if it passes all of them. */
export function verificationChecks(agent: VerificationFacts): readonly VerificationCheck[] {
  const { key_sound, proven, suspended, revoked, upheld_security_dispute } = agent
  const matches = idMatchesContent(agent)
  const operator = revoked ? 'revoked' : suspended ? 'suspended' : 'neither suspended nor revoked'
  return [
    {
      name: 'id_recomputes',
      passed: matches,
      detail: `The identifier is ${matches ? '' : 'not '}the hash of name, version, key and manifest hash.`,
    },
    {
      name: 'key_sound',
      passed: key_sound,
      detail: `The public key is ${key_sound ? '' : 'not '}a sound Ed25519 key.`,
    },
    {
      name: 'possession_proved',
      passed: proven,
      detail: proven
        ? 'The private key signed this registration.'
        : 'No signature made with the private key proves this registration.',
    },
    {
      name: 'no_upheld_security_dispute',
      passed: !upheld_security_dispute,
      detail: `${upheld_security_dispute ? 'A' : 'No'} security dispute was upheld against the agent.`,
    },
    {
      name: 'in_good_standing',
      passed: !suspended && !revoked,
      detail: `The operator has ${operator} the agent.`,
    },
  ]
}

/**
 * Returns whether a registered agent is `valid` in a verification result: its key is valid and not weak, and it is neither suspended nor
 * revoked. The form of its identifier does not matter.
 */
export function isValid({
  key_sound,
  suspended,
  revoked,
}: Pick<VerificationFacts, 'key_sound' | 'suspended' | 'revoked'>): boolean {
  return key_sound && !suspended && !revoked
}

/** Returns whether the identifier is the hash of the other fields. */
export function idMatchesContent(fields: RegistrationFields): boolean {
  try {
    return svcId(fields) === fields.svc_id
  } catch {
    return false // A name with a lone surrogate has no canonical form and therefore no hash.
  }
}
