import { decideMembership } from '../../../domain/organizations/membership.ts'
import { MAX_COUNTED_ROWS } from '../../../domain/limits.ts'
import { QUOTAS, type Resource } from '../../../domain/organizations/plans.ts'
import type { ApiKey, Member, Organization, Role } from '../../../domain/records.ts'
import type { Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { addMember, removeMember } from './organizations.ts'
import {
  findAdministered,
  isPermittedNow,
  readAuthority,
  type AdministratorInput,
  type AdministrationScope,
} from './administrators.ts'
import { pageOf, type Page, type Paging } from '../page.ts'
import { countUsed } from './quotas.ts'

type NotFound = { kind: 'not_found' }
type Position = readonly [time: string, id: string]

export interface OrganizationState {
  readonly kind: 'found'
  readonly organization: Organization
  readonly used: Readonly<Record<Resource, number>>
}

/** Returns an organization and how much of each quota it uses. */
export async function getOrganization(
  tx: ReadTx,
  { now, ...input }: AdministrationScope & { now: Timestamp },
): Promise<NotFound | OrganizationState> {
  const organization = await findAdministered(tx, input)
  if (!organization) return { kind: 'not_found' }
  const bounds = { now, limit: MAX_COUNTED_ROWS }
  const used: Partial<Record<Resource, number>> = {}
  for (const resource of Object.keys(QUOTAS) as Resource[])
    used[resource] = await countUsed(tx, organization, resource, bounds)
  return { kind: 'found', organization, used: used as Record<Resource, number> }
}

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

/** `by` is the e-mail address of the session; undefined for an API key. */
type ListingInput = AdministrationScope & { readonly by?: string | undefined }

export interface ApiKeyFilter {
  readonly key_id?: string | undefined
  /** Lists only keys that this key created. */
  readonly created_by_key?: string | undefined
  /** Lists only keys that are neither revoked nor expired now, and expire before this time. */
  readonly expires_before?: Timestamp | undefined
  readonly now?: Timestamp
}

/** Lists the API keys of an organization, newest first. */
export async function listApiKeys(
  tx: ReadTx,
  {
    reach,
    organization_id,
    key_id,
    created_by_key,
    expires_before,
    now = '',
    ...paging
  }: AdministrationScope & ApiKeyFilter & Paging<Position>,
): Promise<NotFound | Page<ApiKey, Position>> {
  if (!(await findAdministered(tx, { reach, organization_id }))) return { kind: 'not_found' }
  const where = {
    organization_id,
    ...(key_id !== undefined && { key_id }),
    ...(created_by_key !== undefined && { created_by_key }),
    ...(expires_before !== undefined && {
      revoked_at: null,
      expires_at: { gt: now, lt: expires_before },
    }),
  }
  return pageOf<ApiKey, Position>(
    tx.api_keys,
    { where, orderBy: ['created_at', 'key_id'], descending: true },
    paging,
  )
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
