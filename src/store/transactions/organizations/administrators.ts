import { reaches, type Reach } from '../../../domain/organizations/reach.ts'
import type { Organization, Role } from '../../../domain/records.ts'
import { ACTING_ROLES } from '../../../domain/organizations/scopes.ts'
import type { ReadTx, Tx } from '../../database.ts'

/** The organization that a caller administers; who is bound to one workspace administers none. */
export interface Own {
  readonly reach: Reach
  readonly organization_id: string
}
/** Who acts, by the e-mail address of the session. */
export interface ByPerson extends Own {
  readonly by: string
}

/** That organization, if it is one that the caller administers. */
export async function own(
  tx: ReadTx,
  { reach, organization_id }: Own,
): Promise<Organization | undefined> {
  return reach.workspace_id === null && reaches(reach, { organization_id })
    ? tx.organizations.get({ organization_id })
    : undefined
}

/** What judges a change: the actor's role as it is in this moment, and how many owners there are. The organization is held, so of two last owners one stays. */
export async function standingOf(
  tx: Tx,
  { reach, organization_id, by }: ByPerson,
): Promise<{ actor: Role; owners: number } | undefined> {
  const organization = await own(tx, { reach, organization_id })
  const actor = organization && (await tx.members.first({ where: { organization_id, email: by } }))
  return actor && ACTING_ROLES.includes(actor.role)
    ? { actor: actor.role, owners: await tx.members.count({ organization_id, role: 'owner' }, 2) }
    : undefined
}
