import { judgeMembership } from '../../../domain/organizations/membership.ts'
import { COUNTED_MOST } from '../../../domain/limits.ts'
import { QUOTAS, type Resource } from '../../../domain/organizations/plans.ts'
import type { ApiKey, Member, Organization, Role } from '../../../domain/records.ts'
import type { Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { addMember, removeMember } from './organizations.ts'
import { own, standingOf, type ByPerson, type Own } from './administrators.ts'
import { pageOf, type Page, type Paging } from '../page.ts'
import { usedOf } from './quotas.ts'

type NotFound = { kind: 'not_found' }
type Moment = readonly [at: string, id: string]

export interface OrganizationState {
  readonly kind: 'found'
  readonly organization: Organization
  readonly used: Readonly<Record<Resource, number>>
}

/** An organization and how much of its plan it uses. */
export async function getOrganization(
  tx: ReadTx,
  { now, ...input }: Own & { now: Timestamp },
): Promise<NotFound | OrganizationState> {
  const organization = await own(tx, input)
  if (!organization) return { kind: 'not_found' }
  const bounds = { now, most: COUNTED_MOST }
  const used: Partial<Record<Resource, number>> = {}
  for (const resource of Object.keys(QUOTAS) as Resource[])
    used[resource] = await usedOf(tx, organization, resource, bounds)
  return { kind: 'found', organization, used: used as Record<Resource, number> }
}

/** The people of an organization, earliest first. */
export async function listPeople(
  tx: ReadTx,
  { reach, organization_id, ...paging }: Own & Paging<Moment>,
): Promise<NotFound | Page<Member, Moment>> {
  if (!(await own(tx, { reach, organization_id }))) return { kind: 'not_found' }
  return pageOf<Member, Moment>(
    tx.members,
    { where: { organization_id }, orderBy: ['joined_at', 'user_id'] },
    paging,
  )
}

/** The keys of an organization, newest first. */
export async function listKeys(
  tx: ReadTx,
  { reach, organization_id, ...paging }: Own & Paging<Moment>,
): Promise<NotFound | Page<ApiKey, Moment>> {
  if (!(await own(tx, { reach, organization_id }))) return { kind: 'not_found' }
  return pageOf<ApiKey, Moment>(
    tx.api_keys,
    { where: { organization_id }, orderBy: ['created_at', 'key_id'], descending: true },
    paging,
  )
}

export type MembershipOutcome =
  | { kind: 'not_found' | 'no_such_member' | 'owner_required' | 'last_owner' }
  | { kind: 'done'; member: Member }

/** Gives a person another role. */
export async function setMemberRole(
  tx: Tx,
  context: CallContext,
  input: ByPerson & { user_id: string; role: Role },
): Promise<MembershipOutcome> {
  const found = await judged(tx, input, input.role)
  if (found.kind !== 'allowed') return found
  if (found.member.role === input.role) return { kind: 'done', member: found.member }
  return done(
    await addMember(tx, context, {
      organization_id: input.organization_id,
      email: found.member.email,
      role: input.role,
    }),
  )
}

/** Takes a person out. */
export async function deleteMember(
  tx: Tx,
  context: CallContext,
  input: ByPerson & { user_id: string },
): Promise<MembershipOutcome> {
  const found = await judged(tx, input, null)
  if (found.kind !== 'allowed') return found
  return done(
    await removeMember(tx, context, {
      organization_id: input.organization_id,
      email: found.member.email,
    }),
  )
}

const done = (member: Member | undefined): MembershipOutcome =>
  member ? { kind: 'done', member } : { kind: 'no_such_member' }

async function judged(
  tx: Tx,
  input: ByPerson & { user_id: string },
  to: Role | null,
): Promise<Exclude<MembershipOutcome, { kind: 'done' }> | { kind: 'allowed'; member: Member }> {
  const standing = await standingOf(tx, input)
  if (!standing) return { kind: 'not_found' }
  const member = await tx.members.get({ user_id: input.user_id })
  if (member?.organization_id !== input.organization_id) return { kind: 'no_such_member' }
  const verdict = judgeMembership({ ...standing, from: member.role, to })
  return verdict === 'allowed' ? { kind: 'allowed', member } : { kind: verdict }
}
