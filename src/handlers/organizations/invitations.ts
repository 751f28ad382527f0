import type { components } from '../../../generated/platform.ts'
import { table } from '../../../generated/platform.table.ts'
import { fewestRemaining, rateLimitDetails } from '../../auth/gates.ts'
import {
  INVITATION_MAILS_PER_ADDRESS,
  INVITATIONS_PER_ORGANIZATION,
  INVITATIONS_PER_ORGANIZATION_AND_ADDRESS,
} from '../../auth/limits.ts'
import { rateLimitHeaders } from '../../auth/rate-limiter.ts'
import type { Invitation } from '../../domain/records.ts'
import { presentPageOf, readCursor } from '../cursor.ts'
import type { Handlers } from '../services.ts'
import { MEMBERSHIP_PROBLEMS } from './members.ts'

/** Handles the invitations that an organization sends; `admin.ts` handles the responses to them. */
export const invitations = {
  async inviteMember(call, { store, limiter, contextFor }) {
    const { path, body, caller, reply, refuse } = call
    const [organization_id, email] = [path.org_id, body.email.toLowerCase()]
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
} satisfies Partial<Handlers>

const presentInvitation = ({
  invitation_id,
  email,
  role,
  invited_by,
  created_at,
  expires_at,
}: Invitation): components['schemas']['Invitation'] => ({
  invitation_id,
  email,
  role,
  ...(invited_by !== null && { invited_by }),
  created_at,
  expires_at,
})
