import type { components } from '../../../generated/platform.ts'
import { tokenState } from '../../domain/installations/install-token.ts'
import type { InstallToken } from '../../domain/records.ts'
import type { Timestamp } from '../../domain/time.ts'
import { presentPageOf, readCursor } from '../cursor.ts'
import { membersOf } from '../members-of.ts'
import { quotaProblem } from '../quota.ts'
import type { Handlers } from '../services.ts'

type Schemas = components['schemas']

/** Handles install tokens, each of which installs one agent in one workspace once (docs/specification/installations.md#install-token). */
export const installTokens = {
  async createInstallToken(call, { store, contextFor, upgrade_url }) {
    const { path, body, caller, reply, refuse } = call
    const outcome = await store.createInstallToken(contextFor(call), {
      reach: caller.reach,
      workspace_id: path.workspace_id,
      agent_id: body.agent_id,
      expiry_minutes: body.expiry_minutes,
    })
    switch (outcome.kind) {
      case 'workspace_not_found':
        return refuse('WORKSPACE_NOT_FOUND')
      case 'agent_not_found':
        return refuse('AGENT_NOT_FOUND')
      case 'not_an_installer':
        return refuse('INSTALLATION_NOT_ALLOWED')
      case 'agent_unusable':
        return refuse('AGENT_NOT_ACTIVE')
      case 'quota':
        return refuse(...quotaProblem(outcome, upgrade_url))
      case 'created': {
        const { token_id, expires_at, agent_id, workspace_id } = outcome.record
        return reply(201, { token: outcome.token, token_id, expires_at, agent_id, workspace_id })
      }
    }
  },

  async listInstallTokens({ path, query, caller, reply, refuse }, { store, now }) {
    const { limit, offset } = query
    const after = readCursor('listInstallTokens~created', query.cursor)
    const page = await store.listInstallTokens({
      reach: caller.reach,
      workspace_id: path.workspace_id,
      limit,
      offset,
      after,
    })
    if (page.kind === 'not_found') return refuse('WORKSPACE_NOT_FOUND')
    const moment = now()
    return reply(
      200,
      presentPageOf('listInstallTokens~created', page, offset, (token) => present(token, moment)),
    )
  },

  async revokeInstallToken(call, { store, contextFor }) {
    const { path, caller, reply, refuse } = call
    const context = contextFor(call)
    const outcome = await store.revokeInstallToken(context, {
      reach: caller.reach,
      workspace_id: path.workspace_id,
      token_id: path.token_id,
    })
    switch (outcome.kind) {
      case 'workspace_not_found':
        return refuse('WORKSPACE_NOT_FOUND')
      case 'not_found':
        return refuse('INSTALL_TOKEN_NOT_FOUND')
      case 'not_outstanding':
        return refuse('INSTALL_TOKEN_NOT_OUTSTANDING')
      case 'revoked':
        return reply(200, present(outcome.record, context.now))
    }
  },
} satisfies Partial<Handlers>

const MEMBERS = [
  'token_id',
  'workspace_id',
  'agent_id',
  'created_at',
  'expires_at',
  'consumed_at',
  'revoked_at',
  'installation_id',
] as const satisfies readonly (keyof Schemas['InstallTokenRecord'])[]

const present = (token: InstallToken, now: Timestamp): Schemas['InstallTokenRecord'] => ({
  ...membersOf(token, MEMBERS),
  state: tokenState(token, now),
})
