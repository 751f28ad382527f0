import type { IdentityFields, RegistrationFields } from '../crypto/svc-id.ts'
import { idMatchesContent, type VerificationFacts } from './identity.ts'
import { compareRanks, type Rank } from '../order.ts'
import type { Agent } from '../records.ts'

/** Matches identifiers that are the hash of a registration. */
const HASH_PATTERN = /^[0-9a-f]{64}$/

/**
 * Returns whether a registered key can belong to the identifier. An identifier that is a hash commits to a key, and others rely on that. If
 * the registration does not match the hash, its key is not used to verify anything, because another organization may have registered the
 * hash of fields that are private or not registered yet (docs/specification/trust.md#opaque-ids).
 */
export const isKeyOfId = ({
  svc_id,
  content_addressed,
}: {
  readonly svc_id: string
  readonly content_addressed: boolean
}): boolean => content_addressed || !HASH_PATTERN.test(svc_id)

/**
 * Returns whether signatures by the registered key of an agent can be verified: the key is valid and not weak, and it can belong to the
 * identifier. Every verification on the platform asks this first.
 */
export const isKeyUsable = ({
  key_sound,
  ...agent
}: Parameters<typeof isKeyOfId>[0] & { readonly key_sound: boolean }): boolean =>
  key_sound && isKeyOfId(agent)

/** Returns an agent with the facts that determine its verification status. */
export const verificationFactsOf = <
  A extends RegistrationFields &
    Pick<
      Agent,
      'key_sound' | 'proven_at' | 'suspended_at' | 'revoked_at' | 'security_disputes_upheld'
    >,
>(
  agent: A,
): A & VerificationFacts => ({
  ...agent,
  proven: agent.proven_at !== null,
  suspended: agent.suspended_at !== null,
  revoked: agent.revoked_at !== null,
  upheld_security_dispute: (agent.security_disputes_upheld ?? 0) > 0,
})

/** Who may install an agent (docs/specification/trust.md#installers). Its owner always may. */
export type InstallableBy = 'anyone' | 'listed' | 'owner'

/** The owner's settings for who can see an agent and who can install it. */
export interface Access {
  readonly private: boolean
  readonly installable_by: InstallableBy
  /** Organizations that may install the agent, and see it if it is private; used only with `listed`. */
  readonly installers: readonly string[]
}

/**
 * Returns whether any setting differs from its default, which requires a proven registration of a content-addressed identifier
 * (docs/specification/trust.md#ownership). A list of installers counts even where it has no effect, so that no claimant believes that it
 * restricts who installs the agent.
 */
export const isRestricted = ({ private: isPrivate, installable_by, installers }: Access): boolean =>
  isPrivate || installable_by !== 'anyone' || installers.length > 0

type AccessFields = Pick<Agent, 'organization_id' | 'private' | 'installable_by' | 'installers'>

/**
 * Returns whether an agent is visible to one of these organizations. A private agent is visible only to its owner and to the organizations
 * that may install it.
 */
const isVisible = (agent: AccessFields, organizations: readonly string[]): boolean =>
  !agent.private ||
  organizations.some(
    (organization_id) =>
      organization_id === agent.organization_id || isListed(agent, organization_id),
  )

/** Returns whether this organization may install the agent (docs/specification/trust.md#installers). */
export const mayInstall = (agent: AccessFields, organization_id: string): boolean =>
  organization_id === agent.organization_id ||
  (agent.installable_by === 'anyone' && !agent.private) ||
  isListed(agent, organization_id)

/** Returns whether an agent may get credentials: it exists, and the operator has neither suspended nor revoked it. */
export const mayBeInstalled = (
  agent: Pick<Agent, 'suspended_at' | 'revoked_at'> | undefined,
): boolean => agent !== undefined && agent.suspended_at === null && agent.revoked_at === null

const isListed = ({ installable_by, installers }: AccessFields, organization_id: string): boolean =>
  installable_by === 'listed' && installers.includes(organization_id)

/** Returns whether the agent's key signed for the organization and the identifier is derived from that key. */
export const isProvenOwner = ({
  proven_at,
  content_addressed,
}: Pick<Agent, 'proven_at' | 'content_addressed'>): boolean =>
  proven_at !== null && content_addressed

/** The fields by which the registrations of one identifier are ranked. */
export type Registration = AccessFields &
  Pick<Agent, 'proven_at' | 'content_addressed' | 'registered_at'>

/**
 * Returns the registration to which an identifier resolves for these organizations (docs/specification/trust.md#resolution): their own
 * proven registration, then another organization's proven registration that is visible to them, a public one before a private one, then
 * their own claim, then the earliest public claim. Returns undefined if none is visible.
 */
export function resolveFor<R extends Registration>(
  registrations: readonly R[],
  organizations: readonly string[],
): R | undefined {
  const visible = registrations.filter((each) => isVisible(each, organizations))
  return visible.toSorted((a, b) =>
    compareRanks(rankOf(a, organizations), rankOf(b, organizations)),
  )[0]
}

/**
 * Returns the registration that an installation uses if none is visible to its organization: the one that it was made from or, if a proven
 * owner has replaced that, the earliest proven one, of the public ones if there are any (docs/specification/trust.md#resolution).
 */
export const sourceOf = <R extends Registration>(
  registrations: readonly R[],
  installed_from: string,
): R | undefined =>
  registrations.find(({ organization_id }) => organization_id === installed_from) ??
  registrations
    .filter(isProvenOwner)
    .toSorted((a, b) => compareRanks(rankOf(a, []), rankOf(b, [])))[0]

function rankOf(registration: Registration, organizations: readonly string[]): Rank {
  const isOwn = organizations.includes(registration.organization_id)
  const isProven = isProvenOwner(registration)
  const precedence = isProven ? (isOwn ? 0 : registration.private ? 2 : 1) : isOwn ? 3 : 4
  return [
    precedence,
    (isProven ? registration.proven_at : null) ?? registration.registered_at,
    registration.organization_id,
  ]
}

const sameContent = (a: IdentityFields, b: IdentityFields): boolean =>
  a.name === b.name &&
  a.version === b.version &&
  a.public_key === b.public_key &&
  a.manifest_hash === b.manifest_hash

/** A requested registration, the organization's own registration of the identifier, and the registration to which it resolves publicly. */
export interface RegistrationCase {
  readonly requested: IdentityFields &
    Access & { readonly svc_id: string; readonly organization_id: string; readonly proven: boolean }
  readonly own: Agent | undefined
  readonly resolved: Agent | undefined
}

/** Returns whether a requested registration may restrict access in the way that it requests. */
export const mayRestrict = (requested: RegistrationCase['requested']): boolean =>
  !isRestricted(requested) || (requested.proven && idMatchesContent(requested))

/**
 * Why a registration conflicts with an existing one: the organization has already registered the identifier, another organization owns it,
 * it is the hash of another organization's registration and not of this one, or it is opaque and another organization registered it first.
 */
export type Conflict = 'own' | 'owned' | 'mismatch' | 'opaque'

export type RegistrationDecision =
  | { readonly kind: 'exists'; readonly conflict: Conflict }
  | { readonly kind: 'unchanged'; readonly agent: Agent }
  /** The organization's own claim becomes a proven registration. */
  | { readonly kind: 'prove'; readonly agent: Agent }
  /** A new registration, which replaces `displaced` if there is one. */
  | { readonly kind: 'register'; readonly displaced: Agent | undefined }

/**
 * Decides on a registration (docs/specification/trust.md#claims). The decision depends only on registrations that the organization can see,
 * so private registrations of other organizations have no effect on it.
 */
export function decideRegistration({
  requested,
  own,
  resolved,
}: RegistrationCase): RegistrationDecision {
  const isContentAddressed = idMatchesContent(requested)
  const other =
    resolved && resolved.organization_id !== requested.organization_id ? resolved : undefined
  const isOwnedByOther = other !== undefined && isProvenOwner(other) && !requested.private
  if (own) return decideReregistration(requested, own, isContentAddressed, isOwnedByOther)
  if (!isContentAddressed) return decideOpaque(requested, other)
  if (isOwnedByOther) return { kind: 'exists', conflict: 'owned' }
  // A registration that does not match its hash is replaced by one that does.
  return {
    kind: 'register',
    displaced: other && !other.content_addressed && !requested.private ? other : undefined,
  }
}

function decideReregistration(
  requested: RegistrationCase['requested'],
  own: Agent,
  isContentAddressed: boolean,
  isOwnedByOther: boolean,
): RegistrationDecision {
  if (isContentAddressed && !own.content_addressed) return { kind: 'register', displaced: own }
  if (!requested.proven || !sameContent(requested, own)) return { kind: 'exists', conflict: 'own' }
  if (own.proven_at !== null) return { kind: 'unchanged', agent: own }
  return isOwnedByOther ? { kind: 'exists', conflict: 'owned' } : { kind: 'prove', agent: own }
}

/**
 * Decides on an opaque identifier: it belongs to the first organization that registers it, unless another organization proves possession of
 * the claimed key.
 */
function decideOpaque(
  requested: RegistrationCase['requested'],
  other: Agent | undefined,
): RegistrationDecision {
  if (!other) return { kind: 'register', displaced: undefined }
  const provesClaimedKey =
    requested.proven &&
    !other.content_addressed &&
    other.proven_at === null &&
    requested.public_key === other.public_key
  return provesClaimedKey
    ? { kind: 'register', displaced: other }
    : { kind: 'exists', conflict: other.content_addressed ? 'mismatch' : 'opaque' }
}
