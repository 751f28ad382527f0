import type { Timestamp } from '../time.ts'

export type Role = 'owner' | 'admin' | 'developer' | 'auditor' | 'viewer'

export interface Member {
  user_id: string
  organization_id: string
  email: string
  role: Role
  joined_at: Timestamp
}

/** What somebody wants to do to a member of an organization. */
export interface MembershipChange {
  /** The role of whoever acts, owner or admin. */
  readonly actor: Role
  /** The role that the person has; null for somebody new. */
  readonly from: Role | null
  /** The role that the person is to have; null for somebody who goes. */
  readonly to: Role | null
  /** How many owners the organization has. */
  readonly owners: number
}

/** Whether an owner or admin may invite somebody into a role, or take such an invitation back: owners are made by owners. */
export const mayInvite = (actor: Role, role: Role): boolean => role !== 'owner' || actor === 'owner'

/** Owners are made, changed and removed by owners, and there always is one. */
export function judgeMembership({
  actor,
  from,
  to,
  owners,
}: MembershipChange): 'allowed' | 'owner_required' | 'last_owner' {
  if ((from === 'owner' || to === 'owner') && actor !== 'owner') return 'owner_required'
  return from === 'owner' && to !== 'owner' && owners <= 1 ? 'last_owner' : 'allowed'
}
