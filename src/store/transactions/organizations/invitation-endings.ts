import { mayInvite } from '../../../domain/organizations/membership.ts'
import { ACTING_ROLES } from '../../../domain/organizations/roles.ts'
import type { Invitation, Member, Organization, Role } from '../../../domain/records.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { appendAudit, appendAudits } from '../audit/records.ts'
import type { Membership } from '../credentials.ts'
import { readAuthority, type AdministratorInput } from './administrators.ts'
import { endedEvent, INVITATION_ORDER, isOpen } from './invitations.ts'

type NoSuchInvitation = { kind: 'no_such_invitation' }

/** Withdraws an open invitation, on behalf of an owner or admin. */
export async function withdrawInvitation(
  tx: Tx,
  context: CallContext,
  { invitation_id, ...input }: AdministratorInput & { invitation_id: string },
): Promise<NoSuchInvitation | { kind: 'not_found' | 'owner_required' } | { kind: 'withdrawn' }> {
  const authority = await readAuthority(tx, input)
  if (!authority) return { kind: 'not_found' }
  const invitation = await tx.invitations.get({ invitation_id })
  if (invitation?.organization_id !== input.organization_id || !isOpen(invitation, context.now))
    return { kind: 'no_such_invitation' }
  if (!mayInvite(authority.actor, invitation.role)) return { kind: 'owner_required' }
  await withdraw(tx, context, [invitation])
  return { kind: 'withdrawn' }
}

/** Withdraws the open invitation of an address on behalf of the operator. */
export async function withdrawInvitationAsOperator(
  tx: Tx,
  context: CallContext,
  input: { organization_id: string; email: string },
): Promise<Invitation | undefined> {
  const { organization_id } = input
  if (!(await tx.organizations.get({ organization_id }))) return undefined
  const invitation = await tx.invitations.first({
    where: { organization_id, email: input.email.toLowerCase() },
  })
  if (!invitation || !isOpen(invitation, context.now)) return undefined
  await withdraw(tx, context, [invitation])
  return invitation
}

async function withdraw(
  tx: Tx,
  context: CallContext,
  invitations: readonly Invitation[],
): Promise<void> {
  for (const { invitation_id } of invitations) await tx.invitations.delete({ invitation_id })
  await appendAudits(
    tx,
    context,
    invitations.map((invitation) => endedEvent(invitation, 'invitation.withdrawn')),
  )
}

/**
 * Withdraws the invitations that a member would no longer be allowed to create, because a person who loses a role must not regain it
 * through their own invitation. The caller must have locked the organization.
 * @param role the new role of the member; null for a former member
 */
export async function withdrawDisallowed(
  tx: Tx,
  context: CallContext,
  { organization_id, email, role }: { organization_id: string; email: string; role: Role | null },
): Promise<void> {
  if (role === 'owner') return
  const invitations = await tx.invitations.find({
    where: { organization_id },
    orderBy: INVITATION_ORDER,
  })
  const isAllowed = (invitation: Invitation) =>
    role !== null && ACTING_ROLES.includes(role) && mayInvite(role, invitation.role)
  await withdraw(
    tx,
    context,
    invitations.filter((invitation) => invitation.invited_by === email && !isAllowed(invitation)),
  )
}

/** Withdraws the invitation of a person who has become a member in another way. The caller must have locked the organization. */
export async function withdrawInvitationsFor(
  tx: Tx,
  context: CallContext,
  { organization_id, email }: { organization_id: string; email: string },
): Promise<void> {
  await withdraw(tx, context, await tx.invitations.find({ where: { organization_id, email } }))
}

const BATCH = 500

/** Deletes expired invitations, a bounded number at a time. They cannot be accepted once they have expired, even before this runs. */
export async function expireInvitations(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ expired: number }> {
  const due = await tx.invitations.find({
    where: { expires_at: { lte: context.now } },
    orderBy: ['expires_at'],
    limit: BATCH,
  })
  for (const { invitation_id } of due) await tx.invitations.delete({ invitation_id })
  await appendAudits(
    tx,
    context,
    due.map((invitation) => endedEvent(invitation, 'invitation.expired')),
  )
  return { expired: due.length }
}

/** The response to an invitation by the person who is signed in with this e-mail address. */
interface InvitationResponse {
  readonly invitation_id: string
  readonly email: string
}

/** Accepts an invitation, which makes the invited person a member. */
export async function acceptInvitation(
  tx: Tx,
  context: CallContext,
  response: InvitationResponse,
): Promise<NoSuchInvitation | { kind: 'joined'; member: Member; membership: Membership }> {
  const found = await lockInvitation(tx, context, response)
  if (!found) return { kind: 'no_such_invitation' }
  const {
    invitation: { invitation_id, organization_id, email, role },
    organization: { name, plan },
  } = found
  const member: Member = {
    user_id: `usr_${newId(context)}`,
    organization_id,
    email,
    role,
    joined_at: context.now,
  }
  await tx.invitations.delete({ invitation_id })
  await tx.members.insert(member)
  await appendAudit(tx, context, {
    event_type: 'member.joined',
    organization_id,
    target: { type: 'member', id: member.user_id },
    metadata: { role, invitation_id },
  })
  return { kind: 'joined', member, membership: { organization_id, name, plan, role } }
}

/**
 * Declines an invitation. The organization's audit log does not name the person, who does not belong to it; the actor is recorded in the
 * platform's log.
 */
export async function declineInvitation(
  tx: Tx,
  context: CallContext,
  response: InvitationResponse,
): Promise<NoSuchInvitation | { kind: 'declined' }> {
  const found = await lockInvitation(tx, context, response)
  if (!found) return { kind: 'no_such_invitation' }
  const { invitation } = found
  await tx.invitations.delete({ invitation_id: invitation.invitation_id })
  const declined = endedEvent(invitation, 'invitation.declined')
  await appendAudit(tx, context, { ...declined, disclosed_actor: { type: 'invitee', id: null } })
  await appendAudit(tx, context, { ...declined, organization_id: null })
  return { kind: 'declined' }
}

/** Locks an open invitation for this address, after its organization, as every change to members does. */
async function lockInvitation(
  tx: Tx,
  { now }: CallContext,
  { invitation_id, email }: InvitationResponse,
): Promise<{ invitation: Invitation; organization: Organization } | undefined> {
  const found = await tx.invitations.first({ where: { invitation_id }, lock: false })
  if (found?.email !== email) return undefined
  const organization = await tx.organizations.get({ organization_id: found.organization_id })
  const invitation = await tx.invitations.get({ invitation_id })
  return organization && invitation && isOpen(invitation, now)
    ? { invitation, organization }
    : undefined
}
