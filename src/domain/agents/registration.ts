import { idRecomputes } from './identity.ts'
import { compareRanks, type Rank } from '../order.ts'
import type { Agent } from '../records.ts'

/** Who may install an agent (docs/specification/trust.md#installers). Its owner always may. */
export type InstallableBy = 'anyone' | 'listed' | 'owner'

/** What its owner says about who sees an agent and who installs it. */
export interface Access {
  readonly private: boolean
  readonly installable_by: InstallableBy
  /** Organizations that may install the agent, and see it where it is private; they count only with `listed`. */
  readonly installers: readonly string[]
}

/** Whether something is kept from somebody, which takes a proved registration of a content-addressed id (docs/specification/trust.md#ownership). */
export const isRestricted = ({ private: hidden, installable_by }: Access): boolean =>
  hidden || installable_by !== 'anyone'

type Owned = Pick<Agent, 'organization_id' | 'private' | 'installable_by' | 'installers'>

/** Public agents are visible to everybody, private ones to their owner and to the organizations that it lets install them. */
export const isVisible = (agent: Owned, organizations: readonly string[]): boolean =>
  !agent.private ||
  organizations.some(
    (organization_id) =>
      organization_id === agent.organization_id || isListed(agent, organization_id),
  )

/** Whether this organization may install the agent (docs/specification/trust.md#installers). */
export const mayInstall = (agent: Owned, organization_id: string): boolean =>
  organization_id === agent.organization_id ||
  (agent.installable_by === 'anyone' && !agent.private) ||
  isListed(agent, organization_id)

const isListed = ({ installable_by, installers }: Owned, organization_id: string): boolean =>
  installable_by === 'listed' && installers.includes(organization_id)

/** Whether the agent's key has signed for this organization, and the id names that key. */
export const isProvedOwner = ({
  proven_at,
  content_addressed,
}: Pick<Agent, 'proven_at' | 'content_addressed'>): boolean =>
  proven_at !== null && content_addressed

/** What tells the registrations of one id apart. */
export type Registration = Owned & Pick<Agent, 'proven_at' | 'content_addressed' | 'registered_at'>

/**
 * The registration that an id means to somebody (docs/specification/trust.md#resolution): their own proved one, then a proved one of others that
 * they see, then their own claim, then the earliest public claim. Undefined where they see none.
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

function rankOf(registration: Registration, organizations: readonly string[]): Rank {
  const own = organizations.includes(registration.organization_id)
  const proved = isProvedOwner(registration)
  const kind = proved ? (own ? 0 : registration.private ? 2 : 1) : own ? 3 : 4
  return [
    kind,
    (proved ? registration.proven_at : null) ?? registration.registered_at,
    registration.organization_id,
  ]
}

/** The four fields that the id of an agent is the hash of. */
type Content = Pick<Agent, 'name' | 'version' | 'public_key' | 'manifest_hash'>
export const sameContent = (a: Content, b: Content): boolean =>
  a.name === b.name &&
  a.version === b.version &&
  a.public_key === b.public_key &&
  a.manifest_hash === b.manifest_hash

/** What a registration is judged by: itself, what its organization has registered under the id, and what the public sees there. */
export interface RegistrationCase {
  readonly requested: Content &
    Access & { readonly svc_id: string; readonly organization_id: string; readonly proven: boolean }
  readonly own: Agent | undefined
  readonly resolved: Agent | undefined
}

/** Whether a registration may restrict what it restricts. */
export const mayRestrict = (requested: RegistrationCase['requested']): boolean =>
  !isRestricted(requested) || (requested.proven && idRecomputes(requested))

/** The organization has registered the id itself, another one owns it, or it is opaque and was somebody else's first. */
export type Conflict = 'own' | 'owned' | 'opaque'

export type RegistrationDecision =
  | { readonly kind: 'exists'; readonly because: Conflict }
  | { readonly kind: 'unchanged'; readonly agent: Agent }
  /** A claim of one's own becomes a proved registration. */
  | { readonly kind: 'prove'; readonly agent: Agent }
  /** A new registration, in place of another one where `displaced` names it. */
  | { readonly kind: 'register'; readonly displaced: Agent | undefined }

/**
 * Decides over a registration (docs/specification/trust.md#claims). It depends on nothing that the organization does not see: private
 * registrations of others make no difference.
 */
export function decideRegistration({
  requested,
  own,
  resolved,
}: RegistrationCase): RegistrationDecision {
  const addressed = idRecomputes(requested)
  const other =
    resolved && resolved.organization_id !== requested.organization_id ? resolved : undefined
  const taken = other !== undefined && isProvedOwner(other) && !requested.private
  if (own) return decideRepeat(requested, own, addressed, taken)
  if (!addressed) return decideOpaque(requested, other)
  if (taken) return { kind: 'exists', because: 'owned' }
  // What is registered under the hash of something else gives way to what the hash is made of.
  return {
    kind: 'register',
    displaced: other && !other.content_addressed && !requested.private ? other : undefined,
  }
}

function decideRepeat(
  requested: RegistrationCase['requested'],
  own: Agent,
  addressed: boolean,
  taken: boolean,
): RegistrationDecision {
  if (addressed && !own.content_addressed) return { kind: 'register', displaced: own }
  if (!requested.proven || !sameContent(requested, own)) return { kind: 'exists', because: 'own' }
  if (own.proven_at !== null) return { kind: 'unchanged', agent: own }
  return taken ? { kind: 'exists', because: 'owned' } : { kind: 'prove', agent: own }
}

/** An opaque id is the first comer's, and keeps its key; whoever proves to hold that key takes it from a claim. */
function decideOpaque(
  requested: RegistrationCase['requested'],
  other: Agent | undefined,
): RegistrationDecision {
  if (!other) return { kind: 'register', displaced: undefined }
  const isItsKey =
    requested.proven &&
    !other.content_addressed &&
    other.proven_at === null &&
    requested.public_key === other.public_key
  return isItsKey
    ? { kind: 'register', displaced: other }
    : { kind: 'exists', because: other.content_addressed ? 'owned' : 'opaque' }
}
