import type { components } from '../../../generated/platform.ts'
import { table } from '../../../generated/platform.table.ts'
import type { ApiKeyCaller, SessionCaller } from '../../auth/callers.ts'
import { challengesOf } from '../../auth/unauthenticated.ts'
import type { ApiKey } from '../../domain/records.ts'
import { clampTimestamp } from '../../domain/time.ts'
import { presentPageOf, readCursor } from '../cursor.ts'
import { membersOf } from '../members-of.ts'
import { quotaProblem } from '../quota.ts'
import type { Handlers } from '../services.ts'

type Schemas = components['schemas']

/** Handles the API keys of an organization. */
export const apiKeys = {
  async listApiKeys({ path, query, caller, reply, refuse }, { store, now }) {
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const { limit, offset, key_id, created_by_key, expires_before } = query
    const after = readCursor('listApiKeys~created', query.cursor)
    const page = await store.listApiKeys({
      reach: caller.reach,
      organization_id: path.org_id,
      limit,
      offset,
      after,
      key_id,
      created_by_key,
      expires_before: expires_before && clampTimestamp(expires_before),
      now: now(),
    })
    if (page.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    return reply(200, presentPageOf('listApiKeys~created', page, offset, presentKey))
  },

  async createApiKey(call, { store, contextFor, upgrade_url }) {
    const { path, body, caller, reply, refuse } = call
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const outcome = await store.createOwnApiKey(contextFor(call), {
      reach: caller.reach,
      organization_id: path.org_id,
      ...body,
      ...requestedBy(caller),
    })
    switch (outcome.kind) {
      case 'creator_revoked':
        return refuse('INVALID_API_KEY', { headers: challengesOf(table.createApiKey.security) })
      case 'creator_expired':
        return refuse('API_KEY_EXPIRED', { headers: challengesOf(table.createApiKey.security) })
      case 'scope_not_held':
        return refuse('SCOPE_REQUIRED', {
          message: `This API key lacks the scope ${outcome.scope}, so it cannot create a key that has it; request only scopes of this key, or let an owner or admin create the key.`,
        })
      case 'expires_too_late':
        return refuse('API_KEY_EXPIRY_TOO_LATE')
      case 'not_found':
        return refuse('ORGANIZATION_NOT_FOUND')
      case 'workspace_not_found':
        return refuse('WORKSPACE_NOT_FOUND')
      case 'quota':
        return refuse(...quotaProblem(outcome, upgrade_url))
      case 'created':
        return reply(201, { api_key: outcome.token, ...presentKey(outcome.key) })
    }
  },

  async revokeApiKey(call, { store, contextFor }) {
    const { path, caller, reply, refuse } = call
    const revokesItself = caller.kind === 'api_key' && caller.key_id === path.key_id
    if (caller.reach.workspace_id !== null && !revokesItself) return refuse('WORKSPACE_NOT_ALLOWED')
    const outcome = await store.revokeOwnApiKey(contextFor(call), {
      reach: caller.reach,
      organization_id: path.org_id,
      key_id: path.key_id,
      ...requestedBy(caller),
    })
    switch (outcome.kind) {
      case 'not_found':
        return refuse('ORGANIZATION_NOT_FOUND')
      case 'not_creator':
        return refuse('NOT_KEY_MAKER')
      case 'no_such_key':
        return refuse('API_KEY_NOT_FOUND')
      case 'revoked':
        return reply(200, presentKey(outcome.key))
    }
  },
} satisfies Partial<Handlers>

/** Returns the key or the person that creates or revokes a key, as the store expects it. */
const requestedBy = (caller: ApiKeyCaller | SessionCaller) =>
  caller.kind === 'api_key' ? { by_key: caller.key_id } : { by: caller.email }

const MEMBERS = [
  'key_id',
  'name',
  'preview',
  'workspace_id',
  'created_at',
  'created_by',
  'created_by_key',
  'expires_at',
  'last_used_at',
  'last_used_from',
  'unusual_use',
  'revoked_at',
] as const satisfies readonly (keyof Schemas['ApiKeyRecord'])[]

const presentKey = (key: ApiKey): Schemas['ApiKeyRecord'] => ({
  ...membersOf(key, MEMBERS),
  ...(key.scopes !== null && { scopes: [...key.scopes] as Schemas['ScopeList'] }),
})
