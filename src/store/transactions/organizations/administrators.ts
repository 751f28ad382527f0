import { reaches, type Reach, type Scope } from '../../../domain/organizations/access.ts'
import { ACTING_ROLES, permits } from '../../../domain/organizations/roles.ts'
import type { Organization, Role } from '../../../domain/records.ts'
import type { ReadTx, Tx } from '../../database.ts'

/** An organization and the caller's reach. A caller that is bound to one workspace may not administer the organization. */
export interface AdministrationScope {
  readonly reach: Reach
  readonly organization_id: string
}
/** `by` is the e-mail address of the session. */
export interface AdministratorInput extends AdministrationScope {
  readonly by: string
}

/** Returns the organization if the caller's reach permits administering it. */
export async function findAdministered(
  tx: ReadTx,
  { reach, organization_id }: AdministrationScope,
): Promise<Organization | undefined> {
  return reach.workspace_id === null && reaches(reach, { organization_id })
    ? tx.organizations.get({ organization_id })
    : undefined
}

/**
 * Returns the actor's current role, and how many owners there are (counted up to two); undefined if the actor may not administer the
 * organization. It locks the organization, so that the last two owners cannot remove each other.
 */
export async function readAuthority(
  tx: Tx,
  { reach, organization_id, by }: AdministratorInput,
): Promise<{ actor: Role; owners: number } | undefined> {
  const organization = await findAdministered(tx, { reach, organization_id })
  const actor = organization && (await findAdministratorRole(tx, { organization_id, by }))
  return actor && { actor, owners: await tx.members.count({ organization_id, role: 'owner' }, 2) }
}

interface PersonInput {
  readonly organization_id: string
  readonly by: string
}

/** Returns the role of a person who may administer the organization now; undefined for anybody else. */
async function findAdministratorRole(
  tx: ReadTx,
  { organization_id, by }: PersonInput,
): Promise<Role | undefined> {
  const member = await tx.members.first({ where: { organization_id, email: by } })
  return member && ACTING_ROLES.includes(member.role) ? member.role : undefined
}

/** Returns whether a person's current role in the organization permits operations that require this scope. */
export async function isPermittedNow(
  tx: ReadTx,
  { organization_id, by }: PersonInput,
  scope: Scope,
): Promise<boolean> {
  const member = await tx.members.first({ where: { organization_id, email: by } })
  return member !== undefined && permits(member.role, scope)
}
