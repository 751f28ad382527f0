import type { Handlers } from './services.ts'

/** What only the enterprise plan includes (Interface, Enterprise compliance and retention). */
export const enterprise = {
  async setRetention(call, { store, act }) {
    const { path, body, caller, reply, refuse } = call
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const days = body.audit_log_retention_days
    const outcome = await store.setRetention(act(call), { reach: caller.reach, organization_id: path.org_id, days })
    if (outcome.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    return reply(200, { organization_id: path.org_id, audit_log_retention_days: days, effective_at: outcome.effective_at })
  },
} satisfies Partial<Handlers>
