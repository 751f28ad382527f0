import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { appendAudit, type AuditEntry } from '../../../src/store/transactions/audit/records.ts'
import {
  agentIdentity,
  installRegistered,
  register,
  type Installed,
  type TestAgent,
} from '../../http/agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../../http/platform.ts'
import { MINUTE, HOUR, DAY } from '../../kit/time.ts'

/** An organization with an agent and two installations, and functions that record an event and request a report. */
export interface Sample {
  readonly platform: TestPlatform
  readonly org: TestOrganization
  readonly agent: TestAgent
  readonly installed: Installed
  readonly retired: Installed
  /** Requests a report with a key that has only the scope for it. */
  readonly requestReport: (query?: string) => ReturnType<TestOrganization['api']['get']>
  /** Records an event as the corresponding operation would. */
  readonly recordEvent: (event: Omit<AuditEntry, 'organization_id'>) => Promise<void>
}

/** Registers an agent and installs it twice. */
export async function sample(name = 'Invoice Reader', details: object = {}): Promise<Sample> {
  const platform = await startPlatform()
  const org = await platform.organization('enterprise', 'Acme')
  const agent = await register(org, agentIdentity(7, name), {
    publisher: 'Acme',
    capabilities: ['extract_invoice'],
    permissions: { network: ['erp.acme.example'], filesystem: [], api: ['bookings.write'] },
    ...details,
  })
  const installed = await installRegistered(platform, org, agent, {
    heartbeat_interval_seconds: 3600,
  })
  const retired = await installRegistered(platform, org, agent)
  const recordEvent: Sample['recordEvent'] = (event) =>
    platform.database.transact((tx) =>
      appendAudit(tx, platform.context(), { organization_id: org.organization_id, ...event }),
    )
  const key = await platform.apiKey(org.organization_id, { scopes: ['compliance:read'] })
  const requestReport = (query = '') =>
    platform
      .as({ 'X-API-Key': key })
      .get(`/agents/${agent.svc_id}/compliance/${org.workspace_id}/report${query}`)
  return { platform, org, agent, installed, retired, requestReport, recordEvent }
}

/** Adds the events of two weeks: heartbeats, a policy, an export, a scan and a revoked installation. */
export async function addHistory({
  platform,
  org,
  installed,
  retired,
  recordEvent,
}: Sample): Promise<void> {
  await org.api.put(`/enterprise/orgs/${org.organization_id}/retention`, {
    audit_log_retention_days: 730,
  })
  await platform.advance(12 * DAY)
  const content = {
    ...DEFAULT_POLICY,
    tools: { ...DEFAULT_POLICY.tools, denied: ['shell'] },
    network: { allowed_hosts: ['erp.acme.example'], require_tls: true },
    compliance: { frameworks: ['gdpr', 'eu_ai_act'], data_residency: ['eu'] },
  }
  await platform.store.setPolicy(platform.context(), {
    workspace_id: org.workspace_id,
    content,
    signer: platform.services.signer,
  })
  await platform.advance(30 * HOUR)
  await retired.revoke({ reason: 'moved to another host' })
  await recordEvent({
    event_type: 'audit.exported',
    target: { type: 'export', id: 'exp_1' },
    metadata: { destination: 'logs', status: 'completed', delivered: 12 },
  })
  await recordEvent({
    event_type: 'image.scan_completed',
    target: { type: 'image_scan', id: 'scan_1' },
    metadata: {
      ref: 'acme/invoice-reader:1.4.0',
      status: 'completed',
      summary: { critical: 0, high: 2, medium: 5, low: 11, unknown: 0 },
    },
  })
  await platform.advance(20 * MINUTE)
  await installed.lease({ status: 'running' })
}
