import { decideMembership } from '../../../domain/organizations/membership.ts'
import type { Plan } from '../../../domain/organizations/plans.ts'
import type { Member, Organization, Role } from '../../../domain/records.ts'
import { DEFAULT_RETENTION } from '../../../domain/audit/retention.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'
import { withdrawDisallowed, withdrawInvitationsFor } from './invitation-endings.ts'

/** Creates an organization. The sandbox and tests may specify its identifier. */
export async function createOrganization(
  tx: Tx,
  context: CallContext,
  input: { name: string; plan: Plan; organization_id?: string },
): Promise<Organization> {
  const organization: Organization = {
    organization_id: input.organization_id ?? `org_${newId(context)}`,
    name: input.name,
    plan: input.plan,
    ...DEFAULT_RETENTION,
    created_at: context.now,
  }
  await tx.organizations.insert(organization)
  return organization
}

/** Moves an organization to another plan. */
export async function setPlan(
  tx: Tx,
  context: CallContext,
  { organization_id, plan }: { organization_id: string; plan: Plan },
): Promise<Organization | undefined> {
  const organization = await tx.organizations.get({ organization_id })
  if (!organization) return undefined
  await tx.organizations.update({ organization_id }, { plan })
  await appendAudit(tx, context, {
    event_type: 'plan.changed',
    organization_id,
    target: { type: 'organization', id: organization_id },
    metadata: { from: organization.plan, to: plan },
  })
  return { ...organization, plan }
}

/** Lists all organizations, oldest first. */
export const listOrganizations = (tx: ReadTx, _: object) =>
  tx.organizations.find({ orderBy: ['created_at'] })

/**
 * Adds a person to an organization on behalf of the operator, without an invitation, or changes the role of a member. The case of e-mail
 * addresses is ignored.
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
