import type { components } from '../../../generated/platform.ts'
import type { ApiKeyCaller, SessionCaller } from '../../auth/callers.ts'
import { tooMany } from '../../auth/gates.ts'
import {
  INVITATION_MAILS_PER_ADDRESS,
  INVITATIONS_PER_ORGANIZATION,
  INVITATIONS_PER_ORGANIZATION_AND_ADDRESS,
} from '../../auth/limits.ts'
import { QUOTAS, type Plan, type Resource } from '../../domain/organizations/plans.ts'
import type { ApiKey, Invitation, Member } from '../../domain/records.ts'
import { retentionDays } from '../../domain/audit/retention.ts'
import type { OrganizationState } from '../../store/transactions/organizations/administration.ts'
import { presentPage, readCursor } from '../cursor.ts'
import type { Handlers } from '../services.ts'
import { overQuota } from '../quota.ts'

type Schemas = components['schemas']

/** An organization, its people and its keys. */
export const organizations = {
  async getOrganization({ path, caller, reply, refuse }, { store, now }) {
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const moment = now()
    const found = await store.getOrganization({
      reach: caller.reach,
      organization_id: path.org_id,
      now: moment,
    })
    return found.kind === 'found'
      ? reply(200, present(found, moment))
      : refuse('ORGANIZATION_NOT_FOUND')
  },

  async listMembers({ path, query, caller, reply, refuse }, { store }) {
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const { limit, offset } = query
    const after = readCursor<[string, string]>(query.cursor, ['~', ''])
    const page = await store.listPeople({
      reach: caller.reach,
      organization_id: path.org_id,
      limit,
      offset,
      after,
    })
    if (page.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    return reply(200, presentPage(page, offset, presentMember))
  },

  async inviteMember(call, { store, limiter, act }) {
    const { path, body, caller, reply, refuse } = call
    const [organization_id, email] = [path.org_id, body.email.toLowerCase()]
    const limits = [
      limiter.counted(INVITATIONS_PER_ORGANIZATION_AND_ADDRESS, `${organization_id} ${email}`),
      limiter.counted(INVITATIONS_PER_ORGANIZATION, organization_id),
    ]
    const mails = [limiter.counted(INVITATION_MAILS_PER_ADDRESS, email)]
    const outcome = await store.inviteMember(act(call), {
      reach: caller.reach,
      organization_id,
      by: caller.email,
      email,
      role: body.role,
      limits,
      mails,
    })
    switch (outcome.kind) {
      case 'created':
        return reply(201, presentInvitation(outcome.invitation))
      case 'limited':
        return refuse('RATE_LIMITED', tooMany(outcome.rate))
      case 'exists':
        return refuse('MEMBER_EXISTS')
      case 'invited':
        return refuse('INVITATION_EXISTS')
      case 'too_many':
        return refuse('TOO_MANY_INVITATIONS')
      default:
        return refuse(REFUSALS[outcome.kind])
    }
  },

  async listInvitations({ path, query, caller, reply, refuse }, { store, now }) {
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const { limit, offset } = query
    const after = readCursor<[string, string]>(query.cursor, ['~', ''])
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
      : reply(200, presentPage(page, offset, presentInvitation))
  },

  async withdrawInvitation(call, { store, act }) {
    const { path, caller, reply, refuse } = call
    const outcome = await store.withdrawInvitation(act(call), {
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
        return refuse(REFUSALS[outcome.kind])
    }
  },

  async setMemberRole(call, { store, act }) {
    const { path, body, caller, reply, refuse } = call
    const outcome = await store.setMemberRole(act(call), {
      reach: caller.reach,
      organization_id: path.org_id,
      by: caller.email,
      user_id: path.user_id,
      role: body.role,
    })
    return outcome.kind === 'done'
      ? reply(200, presentMember(outcome.member))
      : refuse(REFUSALS[outcome.kind])
  },

  async deleteMember(call, { store, act }) {
    const { path, caller, reply, refuse } = call
    const outcome = await store.deleteMember(act(call), {
      reach: caller.reach,
      organization_id: path.org_id,
      by: caller.email,
      user_id: path.user_id,
    })
    return outcome.kind === 'done' ? reply(204) : refuse(REFUSALS[outcome.kind])
  },

  async listApiKeys({ path, query, caller, reply, refuse }, { store }) {
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const { limit, offset } = query
    const after = readCursor<[string, string]>(query.cursor, ['', ''])
    const page = await store.listKeys({
      reach: caller.reach,
      organization_id: path.org_id,
      limit,
      offset,
      after,
    })
    if (page.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    return reply(200, presentPage(page, offset, presentKey))
  },

  async createApiKey(call, { store, act, upgrade_url }) {
    const { path, body, caller, reply, refuse } = call
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const outcome = await store.makeApiKey(act(call), {
      reach: caller.reach,
      organization_id: path.org_id,
      ...body,
      ...asking(caller),
    })
    switch (outcome.kind) {
      case 'maker_gone':
        return refuse('INVALID_API_KEY')
      case 'scope_beyond':
        return refuse('SCOPE_REQUIRED', {
          message: `This API key lacks the scope ${outcome.scope}, so it cannot make a key that has it; name scopes of its own.`,
        })
      case 'expires_too_late':
        return refuse('API_KEY_EXPIRY_TOO_LATE')
      case 'not_found':
        return refuse('ORGANIZATION_NOT_FOUND')
      case 'workspace_not_found':
        return refuse('WORKSPACE_NOT_FOUND')
      case 'quota':
        return refuse(...overQuota(outcome, upgrade_url))
      case 'created':
        return reply(201, { api_key: outcome.token, ...presentKey(outcome.key) })
    }
  },

  async revokeApiKey(call, { store, act }) {
    const { path, caller, reply, refuse } = call
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const outcome = await store.endApiKey(act(call), {
      reach: caller.reach,
      organization_id: path.org_id,
      key_id: path.key_id,
      ...asking(caller),
    })
    switch (outcome.kind) {
      case 'not_found':
        return refuse('ORGANIZATION_NOT_FOUND')
      case 'not_maker':
        return refuse('NOT_KEY_MAKER')
      case 'no_such_key':
        return refuse('API_KEY_NOT_FOUND')
      case 'revoked':
        return reply(200, presentKey(outcome.key))
    }
  },
} satisfies Partial<Handlers>

/** Who makes or revokes a key. */
const asking = (caller: ApiKeyCaller | SessionCaller) =>
  caller.kind === 'api_key' ? { by_key: caller.key_id } : { by: caller.email }

const REFUSALS = {
  not_found: 'ORGANIZATION_NOT_FOUND',
  no_such_member: 'MEMBER_NOT_FOUND',
  owner_required: 'OWNER_REQUIRED',
  last_owner: 'LAST_OWNER',
} as const

const presentMember = ({ user_id, email, role, joined_at }: Member): Schemas['Member'] => ({
  user_id,
  email,
  role,
  joined_at,
})

const presentInvitation = ({
  invitation_id,
  email,
  role,
  invited_by,
  created_at,
  expires_at,
}: Invitation): Schemas['Invitation'] => ({
  invitation_id,
  email,
  role,
  ...(invited_by !== null && { invited_by }),
  created_at,
  expires_at,
})

function presentKey({
  key_id,
  name,
  preview,
  scopes,
  workspace_id,
  created_by,
  created_by_key,
  created_at,
  expires_at,
  last_used_at,
  revoked_at,
}: ApiKey): Schemas['ApiKeyRecord'] {
  return {
    key_id,
    name,
    preview,
    ...(scopes !== null && { scopes: [...scopes] as Schemas['ScopeList'] }),
    ...(workspace_id !== null && { workspace_id }),
    created_at,
    ...(created_by !== null && { created_by }),
    ...(created_by_key !== null && { created_by_key }),
    ...(expires_at !== null && { expires_at }),
    ...(last_used_at !== null && { last_used_at }),
    ...(revoked_at !== null && { revoked_at }),
  }
}

function present(
  { organization, used }: OrganizationState,
  now: string,
): Schemas['OrganizationState'] {
  const { organization_id, name, plan, audit_log_retention_days: wanted, created_at } = organization
  const days = retentionDays(organization, now)
  const { effective_at } = organization.retention_shortening ?? {}
  return {
    organization_id,
    name,
    plan,
    created_at,
    audit_log_retention_days: days,
    quotas: {
      workspaces: usage('workspaces', plan, used),
      agents: usage('agents', plan, used),
      installations: usage('installations', plan, used),
      install_tokens: usage('install_tokens', plan, used),
      api_keys: usage('api_keys', plan, used),
      stored_bytes: usage('stored_bytes', plan, used),
    },
    ...(wanted !== null &&
      wanted !== days &&
      effective_at !== undefined && {
        retention_change: { audit_log_retention_days: wanted, effective_at },
      }),
  }
}

function usage(
  resource: Resource,
  plan: Plan,
  used: OrganizationState['used'],
): Schemas['QuotaUsage'] {
  const max = QUOTAS[resource][plan]
  return { current: used[resource], ...(max !== null && { max }) }
}
