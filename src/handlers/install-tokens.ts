import { overQuota } from './quota.ts'
import type { Handlers } from './services.ts'

/** One-time tokens that let one agent into one workspace (Interface, Install token). */
export const installTokens = {
  async createInstallToken(call, { store, act, upgrade_url }) {
    const { path, body, caller, reply, refuse } = call
    const outcome = await store.createInstallToken(act(call), {
      reach: caller.reach, workspace_id: path.workspace_id, agent_id: body.agent_id, expiry_minutes: body.expiry_minutes,
    })
    switch (outcome.kind) {
      case 'workspace_not_found': return refuse('WORKSPACE_NOT_FOUND')
      case 'agent_not_found': return refuse('AGENT_NOT_FOUND')
      case 'agent_unusable': return refuse('AGENT_NOT_ACTIVE')
      case 'quota': return refuse(...overQuota(outcome, upgrade_url))
      case 'created': {
        const { expires_at, agent_id, workspace_id } = outcome.record
        return reply(201, { token: outcome.token, expires_at, agent_id, workspace_id })
      }
    }
  },
} satisfies Partial<Handlers>
