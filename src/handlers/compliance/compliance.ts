import { table } from '../../../generated/platform.table.ts'
import { planGate } from '../../auth/plan-gate.ts'
import { markdownOf } from '../../domain/compliance/markdown.ts'
import { contentOf, signReport } from '../../domain/compliance/report.ts'
import type { Handlers } from '../services.ts'

/** Makes compliance reports (docs/specification/compliance.md#access). */
export const compliance = {
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
