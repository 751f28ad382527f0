import type { Timestamp } from '../time.ts'
import type { Role } from './roles.ts'

export interface Member {
  user_id: string
  organization_id: string
  email: string
  role: Role
  joined_at: Timestamp
}

/** An open invitation; it is deleted once it is accepted, declined, withdrawn or expired. */
export interface Invitation {
  invitation_id: string
  organization_id: string
  email: string
  role: Role
  /** E-mail address of the member who created it; null if the operator did. */
  invited_by: string | null
  created_at: Timestamp
  expires_at: Timestamp
}

/**
 * A person who acts for the platform and judges disputes. An operator may belong to several organizations, or to none
 * (docs/specification/organizations.md#named-operators).
 */
export interface Operator {
  email: string
  added_at: Timestamp
}

/** A requested change to a member's role. */
export interface MembershipChange {
  /** The role of the person who makes the change, owner or admin. */
  readonly actor: Role
  /** The current role of the member; null for a new member. */
  readonly from: Role | null
  /** The new role of the member; null if the member is removed. */
  readonly to: Role | null
  /** The number of owners of the organization. */
  readonly owners: number
}

/** Returns whether an owner or admin may create or withdraw an invitation for a role. Only owners may do so for owners. */
export const mayInvite = (actor: Role, role: Role): boolean => role !== 'owner' || actor === 'owner'

/** Decides on a change. Only owners can add, change and remove owners. The last owner can neither be removed nor get another role. */
export function decideMembership({
  actor,
  from,
  to,
  owners,
}: MembershipChange): 'allowed' | 'owner_required' | 'last_owner' {
  if ((from === 'owner' || to === 'owner') && actor !== 'owner') return 'owner_required'
  return from === 'owner' && to !== 'owner' && owners <= 1 ? 'last_owner' : 'allowed'
}
