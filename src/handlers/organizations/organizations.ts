import type { components } from '../../../generated/platform.ts'
import { QUOTAS, type Plan, type Resource } from '../../domain/organizations/plans.ts'
import { configuredDestinations } from '../../domain/audit/exports.ts'
import { retentionDays } from '../../domain/audit/retention.ts'
import type { OrganizationState } from '../../store/transactions/organizations/organizations.ts'
import type { Handlers } from '../services.ts'

type Schemas = components['schemas']

/**
 * Reads an organization with the usage of its quotas, and sets the retention of its audit records
 * (docs/specification/audit.md#retention-period).
 */
export const organizations = {
  async getOrganization({ path, caller, reply, refuse }, { store, now, destinations }) {
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const moment = now()
    const found = await store.getOrganization({
      reach: caller.reach,
      organization_id: path.org_id,
      now: moment,
    })
    switch (found.kind) {
      case 'not_found':
        return refuse('ORGANIZATION_NOT_FOUND')
      case 'found':
        return reply(200, {
          ...present(found, moment),
          configured_exports: [...configuredDestinations(destinations)],
        })
    }
  },

  async setRetention(call, { store, contextFor }) {
    const { path, body, caller, reply, refuse } = call
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const days = body.audit_log_retention_days
    const outcome = await store.setRetention(contextFor(call), {
      reach: caller.reach,
      organization_id: path.org_id,
      days,
    })
    if (outcome.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    return reply(200, {
      organization_id: path.org_id,
      audit_log_retention_days: days,
      effective_at: outcome.effective_at,
    })
  },
} satisfies Partial<Handlers>

function present(
  { organization, used }: OrganizationState,
  now: string,
): Schemas['OrganizationState'] {
  const {
    organization_id,
    name,
    plan,
    audit_log_retention_days: configured_days,
    created_at,
  } = organization
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
    ...(configured_days !== null &&
      configured_days !== days &&
      effective_at !== undefined && {
        retention_change: { audit_log_retention_days: configured_days, effective_at },
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
