import { INVITATION_LIFETIME_MS, INVITATIONS_OPEN_MOST } from '../../../domain/limits.ts'
import { judgeMembership, mayInvite } from '../../../domain/organizations/membership.ts'
import type { Invitation, Member, Organization, Role } from '../../../domain/records.ts'
import { ACTING_ROLES } from '../../../domain/organizations/scopes.ts'
import { plus, type Timestamp } from '../../../domain/time.ts'
import type { Verdict } from '../../../domain/rate.ts'
import { newId, type CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { own, standingOf, type ByPerson, type Own } from './administrators.ts'
import { appendAudit, appendAudits, type Happening } from '../audit/records.ts'
import type { Membership } from '../credentials.ts'
import { queueDelivery } from '../outbox.ts'
import { pageOf, type Page, type Paging } from '../page.ts'
import { countRequest, type Counted } from '../rates.ts'

type Position = readonly [at: string, id: string]
const ORDER = ['created_at', 'invitation_id'] as const
const isOpen = ({ expires_at }: Invitation, now: Timestamp): boolean => now < expires_at

/** Limits of the inviting organization, which refuse; and those of mail to the address, beyond which none is sent. */
export interface InvitationLimits {
  readonly limits: readonly Counted[]
  readonly mails: readonly Counted[]
}
interface Wanted {
  readonly organization_id: string
  readonly email: string
  readonly role: Role
  readonly invited_by: string | null
}
export type InvitingOutcome =
  | { kind: 'not_found' | 'owner_required' | 'exists' | 'invited' | 'too_many' }
  | { kind: 'limited'; rate: Verdict }
  | { kind: 'created'; invitation: Invitation }

/** Invites an e-mail address, by an owner or admin. Nothing that other organizations did changes the outcome (docs/specification/trust.md#invitations). */
export async function inviteMember(
  tx: Tx,
  context: CallContext,
  input: ByPerson & InvitationLimits & { email: string; role: Role },
): Promise<InvitingOutcome> {
  const standing = await standingOf(tx, input)
  if (!standing) return { kind: 'not_found' }
  const { organization_id, role, by } = input
  if (!mayInvite(standing.actor, role)) return { kind: 'owner_required' }
  return openInvitation(
    tx,
    context,
    { organization_id, email: input.email, role, invited_by: by },
    input,
  )
}

/** Invites an e-mail address in the name of the operator, to whom no limit of an organization applies. */
export async function inviteForOperator(
  tx: Tx,
  context: CallContext,
  input: { organization_id: string; email: string; role: Role },
): Promise<InvitingOutcome> {
  if (!(await tx.organizations.get({ organization_id: input.organization_id })))
    return { kind: 'not_found' }
  return openInvitation(tx, context, { ...input, invited_by: null }, { limits: [], mails: [] })
}

/** The organization is held, so nobody else invites, adds or removes people of it meanwhile. */
async function openInvitation(
  tx: Tx,
  context: CallContext,
  { email: typed, ...wanted }: Wanted,
  { limits, mails }: InvitationLimits,
): Promise<InvitingOutcome> {
  const { organization_id, role } = wanted
  const email = typed.toLowerCase()
  if (await tx.members.first({ where: { organization_id, email } })) return { kind: 'exists' }
  const earlier = await tx.invitations.first({ where: { organization_id, email } })
  if (earlier && isOpen(earlier, context.now)) return { kind: 'invited' }
  const most = INVITATIONS_OPEN_MOST.organization
  if (
    (await tx.invitations.count({ organization_id, expires_at: { gt: context.now } }, most)) >= most
  )
    return { kind: 'too_many' }
  if (limits.length > 0) {
    const rate = await countRequest(tx, context, { limits })
    if (!rate.allowed) return { kind: 'limited', rate }
  }

  const invitation: Invitation = {
    invitation_id: `inv_${newId(context)}`,
    email,
    ...wanted,
    created_at: context.now,
    expires_at: plus(context.now, INVITATION_LIFETIME_MS),
  }
  const { invitation_id } = invitation
  const isTold = await isWorthMail(tx, context, email, mails)
  if (earlier) await tx.invitations.delete({ invitation_id: earlier.invitation_id })
  await tx.invitations.insert(invitation)
  if (isTold) await queueDelivery(tx, context, 'invitation', { invitation_id }, organization_id)
  await appendAudits(tx, context, [
    ...(earlier ? [ended(earlier, 'invitation.expired')] : []),
    {
      event_type: 'member.invited',
      organization_id,
      target: { type: 'invitation', id: invitation_id },
      metadata: { role },
    },
  ])
  return { kind: 'created', invitation }
}

/** Whether the address is sent a mail: not while many invitations wait for it already, nor beyond a few mails a day. */
async function isWorthMail(
  tx: Tx,
  context: CallContext,
  email: string,
  mails: readonly Counted[],
): Promise<boolean> {
  const most = INVITATIONS_OPEN_MOST.address
  if ((await tx.invitations.count({ email, expires_at: { gt: context.now } }, most)) >= most)
    return false
  return mails.length === 0 || (await countRequest(tx, context, { limits: mails })).allowed
}

const ended = (
  { organization_id, invitation_id, role }: Invitation,
  event_type: Happening['event_type'],
): Happening => ({
  event_type,
  organization_id,
  target: { type: 'invitation', id: invitation_id },
  metadata: { role },
})

/** The open invitations of an organization, earliest first. */
export async function listInvitations(
  tx: ReadTx,
  { reach, organization_id, now, ...paging }: Own & Paging<Position> & { now: Timestamp },
): Promise<{ kind: 'not_found' } | Page<Invitation, Position>> {
  if (!(await own(tx, { reach, organization_id }))) return { kind: 'not_found' }
  return pageOf<Invitation, Position>(
    tx.invitations,
    { where: { organization_id, expires_at: { gt: now } }, orderBy: ORDER },
    paging,
  )
}

/** An invitation with the name of its organization. */
export interface OwnInvitation {
  readonly invitation: Invitation
  readonly name: string
}

/** The open invitations for an e-mail address, earliest first. */
export async function listOwnInvitations(
  tx: ReadTx,
  { email, now, ...paging }: Paging<Position> & { email: string; now: Timestamp },
): Promise<Page<OwnInvitation, Position>> {
  const page = await pageOf<Invitation, Position>(
    tx.invitations,
    { where: { email, expires_at: { gt: now } }, orderBy: ORDER },
    paging,
  )
  const organizations = await tx.organizations.getMany(
    page.items.map(({ organization_id }) => ({ organization_id })),
    { columns: ['name'] },
  )
  return {
    ...page,
    items: page.items.map((invitation, at) => ({
      invitation,
      name: organizations[at]?.name ?? '',
    })),
  }
}

/** Whether an open invitation waits for this address, which is enough to sign in. */
export const isInvited = async (
  tx: ReadTx,
  { email, now }: { email: string; now: Timestamp },
): Promise<boolean> =>
  (await tx.invitations.find({ where: { email, expires_at: { gt: now } }, limit: 1, lock: false }))
    .length > 0

/** What a mail about an invitation says, while it is open. */
export async function findInvitation(
  tx: ReadTx,
  { invitation_id, now }: { invitation_id: string; now: Timestamp },
): Promise<{ invitation: Invitation; organization: Organization } | undefined> {
  const invitation = await tx.invitations.get({ invitation_id })
  if (!invitation || !isOpen(invitation, now)) return undefined
  const organization = await tx.organizations.get({ organization_id: invitation.organization_id })
  return organization && { invitation, organization }
}

type NoSuchInvitation = { kind: 'no_such_invitation' }

/** Withdraws an open invitation, by an owner or admin. */
export async function withdrawInvitation(
  tx: Tx,
  context: CallContext,
  { invitation_id, ...input }: ByPerson & { invitation_id: string },
): Promise<NoSuchInvitation | { kind: 'not_found' | 'owner_required' } | { kind: 'withdrawn' }> {
  const standing = await standingOf(tx, input)
  if (!standing) return { kind: 'not_found' }
  const invitation = await tx.invitations.get({ invitation_id })
  if (invitation?.organization_id !== input.organization_id || !isOpen(invitation, context.now))
    return { kind: 'no_such_invitation' }
  if (!mayInvite(standing.actor, invitation.role)) return { kind: 'owner_required' }
  await withdraw(tx, context, [invitation])
  return { kind: 'withdrawn' }
}

/** Withdraws the open invitation of an address in the name of the operator. */
export async function withdrawForOperator(
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
    invitations.map((invitation) => ended(invitation, 'invitation.withdrawn')),
  )
}

/**
 * Withdraws what a member invited and may no longer invite, since whoever loses a role must not come back by an invitation of their
 * own. The organization is held.
 * @param role what the member is from now on; null for somebody who is gone
 */
export async function withdrawBeyond(
  tx: Tx,
  context: CallContext,
  { organization_id, email, role }: { organization_id: string; email: string; role: Role | null },
): Promise<void> {
  if (role === 'owner') return
  const all = await tx.invitations.find({ where: { organization_id }, orderBy: ORDER })
  const mayMake = (invitation: Invitation) =>
    role !== null && ACTING_ROLES.includes(role) && mayInvite(role, invitation.role)
  await withdraw(
    tx,
    context,
    all.filter((invitation) => invitation.invited_by === email && !mayMake(invitation)),
  )
}

/** Ends the invitation of somebody who has become a member in another way. The organization is held. */
export async function withdrawFor(
  tx: Tx,
  context: CallContext,
  { organization_id, email }: { organization_id: string; email: string },
): Promise<void> {
  await withdraw(tx, context, await tx.invitations.find({ where: { organization_id, email } }))
}

/** The answer of the person who is signed in with this address. */
interface Answering {
  readonly invitation_id: string
  readonly email: string
}

/** Makes whoever is invited a member, by their own act. */
export async function acceptInvitation(
  tx: Tx,
  context: CallContext,
  answering: Answering,
): Promise<NoSuchInvitation | { kind: 'joined'; member: Member; membership: Membership }> {
  const found = await holdInvitation(tx, context, answering)
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
 * Ends an invitation by the act of whoever is invited. The organization learns that it was declined and nothing of the person, who has
 * nothing to do with it; from where it was declined is on record with the platform.
 */
export async function declineInvitation(
  tx: Tx,
  context: CallContext,
  answering: Answering,
): Promise<NoSuchInvitation | { kind: 'declined' }> {
  const found = await holdInvitation(tx, context, answering)
  if (!found) return { kind: 'no_such_invitation' }
  const { invitation } = found
  await tx.invitations.delete({ invitation_id: invitation.invitation_id })
  const declined = ended(invitation, 'invitation.declined')
  await appendAudit(
    tx,
    { ...context, actor: { type: 'invitee', id: null, ip: null }, request_id: null },
    declined,
  )
  await appendAudit(tx, context, { ...declined, organization_id: null })
  return { kind: 'declined' }
}

/** An open invitation for this address and its organization, the organization held first as in every other change of its people. */
async function holdInvitation(
  tx: Tx,
  { now }: CallContext,
  { invitation_id, email }: Answering,
): Promise<{ invitation: Invitation; organization: Organization } | undefined> {
  const [seen] = await tx.invitations.find({ where: { invitation_id }, lock: false })
  if (seen?.email !== email) return undefined
  const organization = await tx.organizations.get({ organization_id: seen.organization_id })
  const invitation = await tx.invitations.get({ invitation_id })
  return organization && invitation && isOpen(invitation, now)
    ? { invitation, organization }
    : undefined
}

export type LeavingOutcome = { kind: 'not_found' | 'last_owner' } | { kind: 'left' }

/** Ends the membership of the person who is signed in with this address. */
export async function leaveOrganization(
  tx: Tx,
  context: CallContext,
  { organization_id, email }: { organization_id: string; email: string },
): Promise<LeavingOutcome> {
  if (!(await tx.organizations.get({ organization_id }))) return { kind: 'not_found' }
  const member = await tx.members.first({ where: { organization_id, email } })
  if (!member) return { kind: 'not_found' }
  const owners = await tx.members.count({ organization_id, role: 'owner' }, 2)
  if (judgeMembership({ actor: member.role, from: member.role, to: null, owners }) === 'last_owner')
    return { kind: 'last_owner' }
  await tx.members.delete({ user_id: member.user_id })
  await appendAudit(tx, context, {
    event_type: 'member.left',
    organization_id,
    target: { type: 'member', id: member.user_id },
  })
  await withdrawBeyond(tx, context, { organization_id, email, role: null })
  return { kind: 'left' }
}

const BATCH = 500

/** Forgets invitations that have expired, a bounded number at a time. Nobody can accept them from their expiry on, swept or not. */
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
    due.map((invitation) => ended(invitation, 'invitation.expired')),
  )
  return { expired: due.length }
}
