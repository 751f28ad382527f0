import type { components } from '../../../generated/platform.ts'
import { table } from '../../../generated/platform.table.ts'
import { fewestRemaining, rateLimitDetails } from '../../auth/gates.ts'
import {
  INVITATION_MAILS_PER_ADDRESS,
  INVITATIONS_PER_ORGANIZATION,
  INVITATIONS_PER_ORGANIZATION_AND_ADDRESS,
} from '../../auth/limits.ts'
import { rateLimitHeaders } from '../../auth/rate-limiter.ts'
import { canBeSvcId } from '../../domain/agents/identity.ts'
import type { Invitation } from '../../domain/records.ts'
import type { OwnInvitation } from '../../store/transactions/organizations/invitations.ts'
import { presentPageOf, readCursor } from '../cursor.ts'
import { membersOf } from '../members-of.ts'
import type { Handlers } from '../services.ts'
import { MEMBERSHIP_PROBLEMS, presentMembership } from './members.ts'

type Schemas = components['schemas']

const COULD_BE_AGENT = {
  path: '/body/email',
  message:
    'must have a domain whose last part begins with a letter; otherwise it could be the identifier of an agent',
}

/** Handles the invitations that an organization sends, and the responses of the people whom it invites. */
export const invitations = {
  async inviteMember(call, { store, limiter, contextFor }) {
    const { path, body, caller, reply, refuse } = call
    const [organization_id, email] = [path.org_id, body.email.toLowerCase()]
    if (canBeSvcId(email)) return refuse('INVALID_BODY', { issues: [COULD_BE_AGENT] })
    const limits = [
      limiter.storedLimit(INVITATIONS_PER_ORGANIZATION_AND_ADDRESS, `${organization_id} ${email}`),
      limiter.storedLimit(INVITATIONS_PER_ORGANIZATION, organization_id),
    ]
    const email_limits = [limiter.storedLimit(INVITATION_MAILS_PER_ADDRESS, email)]
    const outcome = await store.inviteMember(contextFor(call), {
      reach: caller.reach,
      organization_id,
      by: caller.email,
      email,
      role: body.role,
      limits,
      email_limits,
    })
    switch (outcome.kind) {
      case 'created':
        return reply(201, presentInvitation(outcome.invitation)).with(
          rateLimitHeaders(
            outcome.rate &&
              fewestRemaining(limiter, table.inviteMember, caller, outcome.rate, organization_id),
          ),
        )
      case 'limited':
        return refuse('RATE_LIMITED', rateLimitDetails(outcome.rate))
      case 'exists':
        return refuse('MEMBER_EXISTS')
      case 'invited':
        return refuse('INVITATION_EXISTS')
      case 'too_many':
        return refuse('TOO_MANY_INVITATIONS')
      default:
        return refuse(MEMBERSHIP_PROBLEMS[outcome.kind])
    }
  },

  async listInvitations({ path, query, caller, reply, refuse }, { store, now }) {
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const { limit, offset } = query
    const after = readCursor('listInvitations~created', query.cursor)
    const page = await store.listInvitations({
      reach: caller.reach,
      organization_id: path.org_id,
      limit,
      offset,
      after,
      now: now(),
    })
    return page.kind === 'not_found'
      ? refuse('ORGANIZATION_NOT_FOUND')
      : reply(200, presentPageOf('listInvitations~created', page, offset, presentInvitation))
  },

  async withdrawInvitation(call, { store, contextFor }) {
    const { path, caller, reply, refuse } = call
    const outcome = await store.withdrawInvitation(contextFor(call), {
      reach: caller.reach,
      organization_id: path.org_id,
      by: caller.email,
      invitation_id: path.invitation_id,
    })
    switch (outcome.kind) {
      case 'withdrawn':
        return reply(204)
      case 'no_such_invitation':
        return refuse('INVITATION_NOT_FOUND')
      default:
        return refuse(MEMBERSHIP_PROBLEMS[outcome.kind])
    }
  },

  async listOwnInvitations({ query, caller, reply }, { store, now }) {
    const { limit, offset } = query
    const after = readCursor('listOwnInvitations~created', query.cursor)
    const page = await store.listOwnInvitations({
      email: caller.email,
      limit,
      offset,
      after,
      now: now(),
    })
    return reply(
      200,
      presentPageOf('listOwnInvitations~created', page, offset, presentOwnInvitation),
    )
  },

  async acceptInvitation(call, { store, contextFor }) {
    const outcome = await store.acceptInvitation(contextFor(call), {
      invitation_id: call.path.invitation_id,
      email: call.caller.email,
    })
    switch (outcome.kind) {
      case 'no_such_invitation':
        return call.refuse('INVITATION_NOT_FOUND')
      case 'joined':
        return call.reply(200, presentMembership(outcome.membership))
    }
  },

  async declineInvitation(call, { store, contextFor }) {
    const outcome = await store.declineInvitation(contextFor(call), {
      invitation_id: call.path.invitation_id,
      email: call.caller.email,
    })
    switch (outcome.kind) {
      case 'no_such_invitation':
        return call.refuse('INVITATION_NOT_FOUND')
      case 'declined':
        return call.reply(204)
    }
  },
} satisfies Partial<Handlers>

const MEMBERS = [
  'invitation_id',
  'email',
  'role',
  'invited_by',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof Schemas['Invitation'])[]
const presentInvitation = (invitation: Invitation): Schemas['Invitation'] =>
  membersOf(invitation, MEMBERS)

const OWN_MEMBERS = [
  'invitation_id',
  'organization_id',
  'role',
  'invited_by',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof Schemas['OwnInvitation'])[]
export const presentOwnInvitation = ({
  invitation,
  name,
}: OwnInvitation): Schemas['OwnInvitation'] => ({
  ...membersOf(invitation, OWN_MEMBERS),
  name,
})
