import { decideMembership } from '../../../domain/organizations/membership.ts'
import type { Member, Role } from '../../../domain/records.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'
import { pageOf, type Page, type Paging } from '../page.ts'
import {
  findAdministered,
  isPermittedNow,
  readAuthority,
  type AdministratorInput,
  type AdministrationScope,
} from './administrators.ts'
import { withdrawDisallowed, withdrawInvitationsFor } from './invitation-endings.ts'

type NotFound = { kind: 'not_found' }
type Position = readonly [time: string, id: string]

/** `by` is the e-mail address of the session; undefined for an API key. */
type ListingInput = AdministrationScope & { readonly by?: string | undefined }

/**
 * Lists the members of an organization, earliest first. A session (`by`) sees them only if the role of the person still permits it.
 */
export async function listMembers(
  tx: ReadTx,
  { reach, organization_id, by, ...paging }: ListingInput & Paging<Position>,
): Promise<NotFound | Page<Member, Position>> {
  if (!(await findAdministered(tx, { reach, organization_id }))) return { kind: 'not_found' }
  if (by !== undefined && !(await isPermittedNow(tx, { organization_id, by }, 'organization:read')))
    return { kind: 'not_found' }
  return pageOf<Member, Position>(
    tx.members,
    { where: { organization_id }, orderBy: ['joined_at', 'user_id'] },
    paging,
  )
}

/**
 * Adds a person to an organization without an invitation, or changes the role of a member. The caller has checked the permission. The case
 * of e-mail addresses is ignored.
 */
export async function addMember(
  tx: Tx,
  context: CallContext,
  input: { organization_id: string; email: string; role: Role },
): Promise<Member | undefined> {
  const { organization_id, role } = input
  const email = input.email.toLowerCase()
  if (!(await tx.organizations.get({ organization_id }))) return undefined
  const existing = await tx.members.first({ where: { organization_id, email } })
  const member: Member = existing
    ? { ...existing, role }
    : { user_id: `usr_${newId(context)}`, organization_id, email, role, joined_at: context.now }
  await tx.members.put(member)
  await appendAudit(tx, context, {
    event_type: existing ? 'member.role_changed' : 'member.added',
    organization_id,
    target: { type: 'member', id: member.user_id },
    metadata: { role },
  })
  await withdrawInvitationsFor(tx, context, { organization_id, email })
  if (existing) await withdrawDisallowed(tx, context, { organization_id, email, role })
  return member
}

/** Removes a member. Their sessions lose access to the organization at once, because roles are read with every request. */
export async function removeMember(
  tx: Tx,
  context: CallContext,
  input: { organization_id: string; email: string },
): Promise<Member | undefined> {
  const { organization_id } = input
  if (!(await tx.organizations.get({ organization_id }))) return undefined
  const member = await tx.members.first({
    where: { organization_id, email: input.email.toLowerCase() },
  })
  if (!member) return undefined
  await tx.members.delete({ user_id: member.user_id })
  await appendAudit(tx, context, {
    event_type: 'member.removed',
    organization_id,
    target: { type: 'member', id: member.user_id },
  })
  await withdrawDisallowed(tx, context, { organization_id, email: member.email, role: null })
  return member
}

/** Lists the members of an organization for the operator, earliest first. */
export const listMembersAsOperator = (
  tx: ReadTx,
  { organization_id }: { organization_id: string },
) => tx.members.find({ where: { organization_id }, orderBy: ['joined_at', 'user_id'] })

export type LeavingOutcome = { kind: 'not_found' | 'last_owner' } | { kind: 'left' }

/** Ends the membership of the person who is signed in with this e-mail address. */
export async function leaveOrganization(
  tx: Tx,
  context: CallContext,
  { organization_id, email }: { organization_id: string; email: string },
): Promise<LeavingOutcome> {
  if (!(await tx.organizations.get({ organization_id }))) return { kind: 'not_found' }
  const member = await tx.members.first({ where: { organization_id, email } })
  if (!member) return { kind: 'not_found' }
  const owners = await tx.members.count({ organization_id, role: 'owner' }, 2)
  if (
    decideMembership({ actor: member.role, from: member.role, to: null, owners }) === 'last_owner'
  )
    return { kind: 'last_owner' }
  await tx.members.delete({ user_id: member.user_id })
  await appendAudit(tx, context, {
    event_type: 'member.left',
    organization_id,
    target: { type: 'member', id: member.user_id },
  })
  await withdrawDisallowed(tx, context, { organization_id, email, role: null })
  return { kind: 'left' }
}

export type MembershipOutcome =
  | { kind: 'not_found' | 'no_such_member' | 'owner_required' | 'last_owner' }
  | { kind: 'done'; member: Member }

/** Changes the role of a member, on behalf of an owner or admin. */
export async function setMemberRole(
  tx: Tx,
  context: CallContext,
  input: AdministratorInput & { user_id: string; role: Role },
): Promise<MembershipOutcome> {
  const authorized = await authorizeChange(tx, input, input.role)
  if (authorized.kind !== 'allowed') return authorized
  if (authorized.member.role === input.role) return { kind: 'done', member: authorized.member }
  return outcomeOf(
    await addMember(tx, context, {
      organization_id: input.organization_id,
      email: authorized.member.email,
      role: input.role,
    }),
  )
}

/** Removes a member, on behalf of an owner or admin. */
export async function deleteMember(
  tx: Tx,
  context: CallContext,
  input: AdministratorInput & { user_id: string },
): Promise<MembershipOutcome> {
  const authorized = await authorizeChange(tx, input, null)
  if (authorized.kind !== 'allowed') return authorized
  return outcomeOf(
    await removeMember(tx, context, {
      organization_id: input.organization_id,
      email: authorized.member.email,
    }),
  )
}

const outcomeOf = (member: Member | undefined): MembershipOutcome =>
  member ? { kind: 'done', member } : { kind: 'no_such_member' }

/** Returns the member if the actor may change the role to `to`; null means removing the member. */
async function authorizeChange(
  tx: Tx,
  input: AdministratorInput & { user_id: string },
  to: Role | null,
): Promise<Exclude<MembershipOutcome, { kind: 'done' }> | { kind: 'allowed'; member: Member }> {
  const authority = await readAuthority(tx, input)
  if (!authority) return { kind: 'not_found' }
  const member = await tx.members.get({ user_id: input.user_id })
  if (member?.organization_id !== input.organization_id) return { kind: 'no_such_member' }
  const decision = decideMembership({ ...authority, from: member.role, to })
  return decision === 'allowed' ? { kind: 'allowed', member } : { kind: decision }
}
