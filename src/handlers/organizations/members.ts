import type { components } from '../../../generated/platform.ts'
import type { SessionCaller } from '../../auth/callers.ts'
import { scopesOf } from '../../domain/organizations/roles.ts'
import type { Member } from '../../domain/records.ts'
import { presentPageOf, readCursor } from '../cursor.ts'
import { membersOf } from '../members-of.ts'
import type { Handlers } from '../services.ts'

type Schemas = components['schemas']

/** Handles the members of an organization and their roles. */
export const members = {
  async listMembers({ path, query, caller, reply, refuse }, { store }) {
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const { limit, offset } = query
    const after = readCursor('listMembers~joined', query.cursor)
    const page = await store.listMembers({
      reach: caller.reach,
      organization_id: path.org_id,
      by: caller.kind === 'session' ? caller.email : undefined,
      limit,
      offset,
      after,
    })
    if (page.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    return reply(200, presentPageOf('listMembers~joined', page, offset, presentMember))
  },

  async setMemberRole(call, { store, contextFor }) {
    const { path, body, caller, reply, refuse } = call
    const outcome = await store.setMemberRole(contextFor(call), {
      reach: caller.reach,
      organization_id: path.org_id,
      by: caller.email,
      user_id: path.user_id,
      role: body.role,
    })
    return outcome.kind === 'done'
      ? reply(200, presentMember(outcome.member))
      : refuse(MEMBERSHIP_PROBLEMS[outcome.kind])
  },

  async deleteMember(call, { store, contextFor }) {
    const { path, caller, reply, refuse } = call
    const outcome = await store.deleteMember(contextFor(call), {
      reach: caller.reach,
      organization_id: path.org_id,
      by: caller.email,
      user_id: path.user_id,
    })
    return outcome.kind === 'done' ? reply(204) : refuse(MEMBERSHIP_PROBLEMS[outcome.kind])
  },
} satisfies Partial<Handlers>

/** The problem codes of refused changes to members. Changes to invitations have some of these outcomes, too. */
export const MEMBERSHIP_PROBLEMS = {
  not_found: 'ORGANIZATION_NOT_FOUND',
  no_such_member: 'MEMBER_NOT_FOUND',
  owner_required: 'OWNER_REQUIRED',
  last_owner: 'LAST_OWNER',
} as const

export const presentMember = (member: Member): Schemas['Member'] => membersOf(member, MEMBERS)
const MEMBERS = [
  'user_id',
  'email',
  'role',
  'joined_at',
] as const satisfies readonly (keyof Schemas['Member'])[]

/** Presents a membership to the person who has it. */
export const presentMembership = ({
  role,
  ...membership
}: SessionCaller['memberships'][number]): Schemas['Membership'] => ({
  ...membersOf(membership, ['organization_id', 'name', 'plan']),
  role,
  scopes: scopesOf(role),
})
