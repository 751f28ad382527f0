import type { ProbeContext } from '../../engine/probe-context.ts'
import { READ, WRITE, type Fixtures, type Operation } from './fixtures.ts'
import type { Json } from './target.ts'

const AGENT = ['agent.register']
const WORKSPACE = ['workspace.create']

/** A destination to which no export is delivered. */
const UNREACHABLE_INTAKE = 'https://intake.example.com/events'
/** The path below which the callback server accepts exports. */
export const INTAKE = '/intake'

/** Makes the callback server accept exports and returns the destination for an operation. */
export function prepareIntake(context: ProbeContext, operation: string): string {
  context.respond(INTAKE, () => ({
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body: '{"status":"success","text":"Success","code":0}',
  }))
  return (
    context.settings.extra['intake-url'] ??
    (context.callbackUrl === undefined
      ? UNREACHABLE_INTAKE
      : `${context.callbackUrl}${INTAKE}/${operation}`)
  )
}

const exportRequest = ({ context, org, workspace }: Fixtures, more: Json): Json => ({
  organization_id: org,
  workspace_id: workspace,
  event_type: 'policy.updated',
  limit: 10,
  intake_url: context.settings.extra['intake-url'] ?? UNREACHABLE_INTAKE,
  tags: ['env:conformance'],
  ...more,
})
const supportRequest = ({ context, org, workspace }: Fixtures): Json => ({
  organization_id: org,
  workspace_id: workspace,
  subject: 'Conformance suite',
  message: 'Sent by the conformance suite. No action is required.',
  category: context.settings.extra['support-category'] ?? 'technical',
  contact_email: 'conformance@example.com',
})

/** The operations that only some plans include (docs/specification/organizations.md#plan-features). */
export const PAID_OPERATIONS: readonly Operation[] = [
  {
    id: 'listAuditLogs',
    ...READ,
    plan: 'starter',
    path: ({ org, workspace }) =>
      `/audit-logs?organization_id=${org}&workspace_id=${workspace}&limit=10`,
    after: WORKSPACE,
    control: 'AUD-01',
  },
  {
    id: 'exportLogs',
    ...WRITE,
    plan: 'professional',
    path: () => '/audit-logs/siem/logs/export',
    json: (fixtures) =>
      exportRequest(fixtures, { api_key: 'conformance', service: 'svc', source: 'svc' }),
    after: WORKSPACE,
    control: 'EXP-01',
  },
  {
    id: 'exportCollector',
    ...WRITE,
    plan: 'professional',
    path: () => '/audit-logs/siem/collector/export',
    json: (fixtures) =>
      exportRequest(fixtures, {
        hec_token: 'conformance',
        source: 'svc',
        sourcetype: 'json',
        host: 'svc',
        index: 'main',
      }),
    after: WORKSPACE,
    control: 'EXP-02',
  },
  {
    id: 'exportAlerts',
    ...WRITE,
    plan: 'professional',
    path: () => '/audit-logs/siem/alerts/export',
    json: (fixtures) =>
      exportRequest(fixtures, {
        routing_key: 'conformance',
        event_action: fixtures.context.settings.extra['event-action'] ?? 'trigger',
        source: 'svc',
        severity: fixtures.context.settings.extra['severity'] ?? 'info',
        component: 'svc',
        group: 'svc',
        class: 'svc',
        dedup_key_prefix: 'svc',
      }),
    after: WORKSPACE,
    control: 'EXP-03',
  },
  {
    id: 'supportEmail',
    ...WRITE,
    plan: 'starter',
    path: () => '/support/email',
    json: supportRequest,
    after: WORKSPACE,
    control: 'SUP-01',
  },
  {
    id: 'supportPriority',
    ...WRITE,
    plan: 'professional',
    path: () => '/support/priority',
    json: supportRequest,
    after: WORKSPACE,
    control: 'SUP-02',
  },
  {
    id: 'supportChat',
    ...WRITE,
    plan: 'professional',
    path: () => '/support/chat',
    json: supportRequest,
    after: WORKSPACE,
    control: 'SUP-03',
  },
  {
    id: 'supportCsm',
    ...WRITE,
    plan: 'enterprise',
    path: () => '/support/csm',
    json: supportRequest,
    after: WORKSPACE,
    control: 'SUP-04',
  },
  {
    id: 'networkSummary',
    ...READ,
    plan: 'professional',
    path: () => '/registry/network/summary',
    after: [],
    control: 'NET-01',
  },
  {
    id: 'networkAgents',
    ...READ,
    plan: 'professional',
    path: () => '/registry/network/agents?verified_only=false&limit=10&offset=0',
    after: [],
    control: 'NET-02',
  },
  {
    id: 'setRetention',
    ...WRITE,
    method: 'PUT',
    plan: 'enterprise',
    path: ({ org }) => `/enterprise/orgs/${org}/retention`,
    json: () => ({ audit_log_retention_days: 400 }),
    after: [],
    control: 'RET-01',
  },
  {
    id: 'complianceReport',
    ...READ,
    plan: 'enterprise',
    path: ({ svc_id, workspace }) => `/agents/${svc_id}/compliance/${workspace}/report`,
    after: [...AGENT, ...WORKSPACE],
    control: 'COMP-01',
  },
]
