import { table } from '../../../generated/platform.table.ts'
import { planGate } from '../../auth/plan-gate.ts'
import { markdownOf } from '../../domain/compliance/markdown.ts'
import { contentOf, signReport } from '../../domain/compliance/report.ts'
import type { Handlers } from '../services.ts'

/**
 * Handles the operations that only the enterprise plan includes: the retention of audit records
 * (docs/specification/audit.md#retention-period) and compliance reports (docs/specification/compliance.md#access).
 */
export const enterprise = {
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

  async getComplianceReport(
    { path, query, caller, reply, refuse },
    { store, signer, now, version, upgrade_url },
  ) {
    const moment = now()
    const found = await store.readComplianceFacts({
      reach: caller.reach,
      svc_id: path.svc_id,
      workspace_id: path.workspace_id,
      now: moment,
      signer,
    })
    if (found.kind === 'agent_not_found') return refuse('AGENT_NOT_FOUND')
    if (found.kind === 'workspace_not_found') return refuse('WORKSPACE_NOT_FOUND')
    // The gate could not check the plan of a person, because only the workspace determines the organization.
    const gated = planGate(table.getComplianceReport, found.facts.organization.plan, upgrade_url)
    if (gated) return refuse('COMPLIANCE_REQUIRES_UPGRADE', gated.details)
    const report = signReport(
      contentOf(found.facts, {
        frameworks: query.frameworks?.split(',') ?? [],
        now: moment,
        platform_version: version,
      }),
      signer,
    )
    return query.format === 'markdown'
      ? reply(200, markdownOf(report, signer), 'text/markdown')
      : reply(200, report)
  },
} satisfies Partial<Handlers>
