import { INVITATION_LIFETIME_MS, MAX_OPEN_INVITATIONS } from '../../../domain/limits.ts'
import { mayInvite } from '../../../domain/organizations/membership.ts'
import type { Invitation, Organization, Role } from '../../../domain/records.ts'
import { plus, type Timestamp } from '../../../domain/time.ts'
import type { RateDecision } from '../../../domain/rate.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import {
  findAdministered,
  readAuthority,
  type AdministratorInput,
  type AdministrationScope,
} from './administrators.ts'
import { appendAudits, type AuditEntry } from '../audit/records.ts'
import { queueDelivery } from '../outbox.ts'
import { pageOf, type Page, type Paging } from '../page.ts'
import { countRequest, type BucketLimit } from '../rates.ts'

type Position = readonly [created_at: string, id: string]
/** The order of lists of invitations. */
export const INVITATION_ORDER = ['created_at', 'invitation_id'] as const
/** Returns whether an invitation has not expired. */
export const isOpen = ({ expires_at }: Invitation, now: Timestamp): boolean => now < expires_at

/**
 * `limits` apply to the inviting organization; beyond them an invitation is refused. `email_limits` apply to the invited address;
 * beyond them no e-mail is sent.
 */
export interface InvitationLimits {
  readonly limits: readonly BucketLimit[]
  readonly email_limits: readonly BucketLimit[]
}
interface InvitationDraft {
  readonly organization_id: string
  readonly email: string
  readonly role: Role
  readonly invited_by: string | null
}
export type InviteOutcome =
  | { kind: 'not_found' | 'owner_required' | 'exists' | 'invited' | 'too_many' }
  | { kind: 'limited'; rate: RateDecision }
  /** `rate` is absent if no limit was given. */
  | { kind: 'created'; invitation: Invitation; rate?: RateDecision }

/**
 * Invites an e-mail address, on behalf of an owner or admin. The outcome does not depend on other organizations
 * (docs/specification/trust.md#invitations).
 */
export async function inviteMember(
  tx: Tx,
  context: CallContext,
  input: AdministratorInput & InvitationLimits & { email: string; role: Role },
): Promise<InviteOutcome> {
  const authority = await readAuthority(tx, input)
  if (!authority) return { kind: 'not_found' }
  const { organization_id, role, by } = input
  if (!mayInvite(authority.actor, role)) return { kind: 'owner_required' }
  return openInvitation(
    tx,
    context,
    { organization_id, email: input.email, role, invited_by: by },
    input,
  )
}

/** Invites an e-mail address on behalf of the operator, without rate limits. */
export async function inviteAsOperator(
  tx: Tx,
  context: CallContext,
  input: { organization_id: string; email: string; role: Role },
): Promise<InviteOutcome> {
  if (!(await tx.organizations.get({ organization_id: input.organization_id })))
    return { kind: 'not_found' }
  return openInvitation(
    tx,
    context,
    { ...input, invited_by: null },
    { limits: [], email_limits: [] },
  )
}

/**
 * Creates an invitation and queues the e-mail about it. The caller must have locked the organization, so that its members and
 * invitations do not change concurrently.
 */
async function openInvitation(
  tx: Tx,
  context: CallContext,
  { email: address, ...draft }: InvitationDraft,
  { limits, email_limits }: InvitationLimits,
): Promise<InviteOutcome> {
  const { organization_id, role } = draft
  const email = address.toLowerCase()
  if (await tx.members.first({ where: { organization_id, email } })) return { kind: 'exists' }
  const earlier = await tx.invitations.first({ where: { organization_id, email } })
  if (earlier && isOpen(earlier, context.now)) return { kind: 'invited' }
  const max = MAX_OPEN_INVITATIONS.organization
  if (
    (await tx.invitations.count({ organization_id, expires_at: { gt: context.now } }, max)) >= max
  )
    return { kind: 'too_many' }
  let rate: RateDecision | undefined
  if (limits.length > 0) {
    rate = await countRequest(tx, context, { limits })
    if (!rate.allowed) return { kind: 'limited', rate }
  }

  const invitation: Invitation = {
    invitation_id: `inv_${newId(context)}`,
    email,
    ...draft,
    created_at: context.now,
    expires_at: plus(context.now, INVITATION_LIFETIME_MS),
  }
  const { invitation_id } = invitation
  const sendsMail = await mayMail(tx, context, email, email_limits)
  if (earlier) await tx.invitations.delete({ invitation_id: earlier.invitation_id })
  await tx.invitations.insert(invitation)
  if (sendsMail) await queueDelivery(tx, context, 'invitation', { invitation_id }, organization_id)
  await appendAudits(tx, context, [
    ...(earlier ? [endedEvent(earlier, 'invitation.expired')] : []),
    {
      event_type: 'member.invited',
      organization_id,
      target: { type: 'invitation', id: invitation_id },
      metadata: { role },
    },
  ])
  return { kind: 'created', invitation, ...(rate && { rate }) }
}

/** Returns whether an e-mail may be sent to the address: it must not have many open invitations, nor exceed its rate limits. */
async function mayMail(
  tx: Tx,
  context: CallContext,
  email: string,
  email_limits: readonly BucketLimit[],
): Promise<boolean> {
  const max = MAX_OPEN_INVITATIONS.address
  if ((await tx.invitations.count({ email, expires_at: { gt: context.now } }, max)) >= max)
    return false
  return (
    email_limits.length === 0 || (await countRequest(tx, context, { limits: email_limits })).allowed
  )
}

export const endedEvent = (
  { organization_id, invitation_id, role }: Invitation,
  event_type: AuditEntry['event_type'],
): AuditEntry => ({
  event_type,
  organization_id,
  target: { type: 'invitation', id: invitation_id },
  metadata: { role },
})

/** Lists the open invitations of an organization, earliest first. */
export async function listInvitations(
  tx: ReadTx,
  {
    reach,
    organization_id,
    now,
    ...paging
  }: AdministrationScope & Paging<Position> & { now: Timestamp },
): Promise<{ kind: 'not_found' } | Page<Invitation, Position>> {
  if (!(await findAdministered(tx, { reach, organization_id }))) return { kind: 'not_found' }
  return pageOf<Invitation, Position>(
    tx.invitations,
    { where: { organization_id, expires_at: { gt: now } }, orderBy: INVITATION_ORDER },
    paging,
  )
}

/** An invitation with the name of its organization. */
export interface OwnInvitation {
  readonly invitation: Invitation
  readonly name: string
}

/** Lists the open invitations for an e-mail address, earliest first. */
export async function listOwnInvitations(
  tx: ReadTx,
  { email, now, ...paging }: Paging<Position> & { email: string; now: Timestamp },
): Promise<Page<OwnInvitation, Position>> {
  const page = await pageOf<Invitation, Position>(
    tx.invitations,
    { where: { email, expires_at: { gt: now } }, orderBy: INVITATION_ORDER },
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

/** Returns whether there is an open invitation for this address, which permits signing in. */
export const isInvited = async (
  tx: ReadTx,
  { email, now }: { email: string; now: Timestamp },
): Promise<boolean> =>
  (await tx.invitations.first({ where: { email, expires_at: { gt: now } }, lock: false })) !==
  undefined

/** Returns an open invitation and its organization, for the e-mail about it. */
export async function findInvitation(
  tx: ReadTx,
  { invitation_id, now }: { invitation_id: string; now: Timestamp },
): Promise<{ invitation: Invitation; organization: Organization } | undefined> {
  const invitation = await tx.invitations.get({ invitation_id })
  if (!invitation || !isOpen(invitation, now)) return undefined
  const organization = await tx.organizations.get({ organization_id: invitation.organization_id })
  return organization && { invitation, organization }
}
