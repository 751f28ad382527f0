import { beforeAll, describe, expect, it } from 'vitest'
import type { TableEntry } from '../../../src/contract/typed.ts'
import { includesPlan, PLANS, type Plan } from '../../../src/domain/organizations/plans.ts'
import { operationsWhere } from '../contract.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'
import { credentialOf, newTenant, requestOf, withCredential, type Tenant } from '../requests.ts'

const CODES: Readonly<Record<string, string>> = {
  listAuditLogs: 'AUDIT_LOGS_REQUIRES_UPGRADE',
  searchAuditLogs: 'AUDIT_LOGS_REQUIRES_UPGRADE',
  verifyAuditChain: 'AUDIT_LOGS_REQUIRES_UPGRADE',
  getAuditHead: 'AUDIT_LOGS_REQUIRES_UPGRADE',
  exportAuditLogs: 'AUDIT_EXPORT_REQUIRES_UPGRADE',
  exportAuditCollector: 'AUDIT_EXPORT_REQUIRES_UPGRADE',
  exportAuditAlerts: 'AUDIT_EXPORT_REQUIRES_UPGRADE',
  getAuditExport: 'AUDIT_EXPORT_REQUIRES_UPGRADE',
  network: 'REGISTRY_NETWORK_REQUIRES_UPGRADE',
  setRetention: 'RETENTION_REQUIRES_UPGRADE',
  getComplianceReport: 'COMPLIANCE_REQUIRES_UPGRADE',
  emailSupport: 'EMAIL_SUPPORT_REQUIRES_UPGRADE',
  requestPrioritySupport: 'PRIORITY_SUPPORT_REQUIRES_UPGRADE',
  openSupportChat: 'CHAT_SUPPORT_REQUIRES_UPGRADE',
  contactCustomerSuccess: 'CUSTOMER_SUCCESS_REQUIRES_UPGRADE',
}

const codeOf = ({ id, tag }: TableEntry) => CODES[id] ?? CODES[tag]

describe('I-26: required plans', () => {
  const gated = operationsWhere(({ requiredPlan }) => requiredPlan !== null)
  let platform: TestPlatform
  const tenants = new Map<Plan, Tenant>()
  beforeAll(async () => {
    platform = await startPlatform()
    for (const plan of PLANS) tenants.set(plan, await newTenant(platform, plan))
  })

  const cases = gated.flatMap((operation) =>
    PLANS.flatMap((plan) =>
      operation.security.map(([scheme]) => ({
        operation,
        id: operation.id,
        plan,
        scheme: scheme!,
      })),
    ),
  )
  it.each(cases)(
    'permit $id on the $plan plan with $scheme, or refuse it with 402',
    async ({ operation, plan, scheme }) => {
      const tenant = tenants.get(plan)!
      const got = await platform.sendRequest(
        withCredential(requestOf(operation, tenant), credentialOf(scheme, tenant, operation)),
      )
      const required = operation.requiredPlan as Plan
      if (includesPlan(plan, required)) return expect(got.status).toBeLessThan(300)
      expect(got.status).toBe(402)
      const { message, request_id, ...rest } = got.body
      expect(rest).toEqual({
        error: 'plan_limit_exceeded',
        code: codeOf(operation),
        required_plan: required,
        upgrade_url: platform.config.upgrade_url,
      })
      expect(message).toContain(plan)
      expect(message).toContain(required)
      expect(request_id).toBe(got.headers['x-request-id'])
    },
  )

  it('apply to the audit log and its exports, support, the registry network, the retention override and the compliance report', () => {
    expect(new Set(gated.map(codeOf))).toEqual(new Set(Object.values(CODES)))
  })

  it('do not apply to other operations', async () => {
    const free = tenants.get('free')!
    const open = operationsWhere(
      ({ requiredPlan, method, security }) =>
        requiredPlan === null && method === 'GET' && security.length > 0,
    )
    const statuses = await Promise.all(
      open.map((operation) =>
        platform.sendRequest(
          withCredential(
            requestOf(operation, free),
            credentialOf(operation.security[0]![0]!, free, operation),
          ),
        ),
      ),
    )
    expect(statuses.map(({ status }) => status)).toEqual(open.map(() => 200))
  })

  it('apply from the next request after a plan change', async () => {
    const { api, organization_id } = await platform.organization('free')
    expect((await api.get('/audit-logs')).status).toBe(402)
    await platform.store.setPlan(platform.context(), { organization_id, plan: 'starter' })
    expect((await api.get('/audit-logs')).status).toBe(200)
  })

  it('refer to the requested organization of a person who belongs to two', async () => {
    const [paying, free] = [
      await platform.organization('starter'),
      await platform.organization('free'),
    ]
    await platform.member(free.organization_id, paying.email, 'admin')
    const session = { Authorization: `Bearer ${await platform.session(paying.email)}` }
    const ask = (organization_id: string) =>
      platform.as(session).get(`/audit-logs?organization_id=${organization_id}`)
    expect((await ask(paying.organization_id)).status).toBe(200)
    expect((await ask(free.organization_id)).body.code).toBe('AUDIT_LOGS_REQUIRES_UPGRADE')
  })

  it('are checked before the role of a person, and a person without an organization gets ROLE_REQUIRED', async () => {
    const { organization_id } = await platform.organization('free')
    await platform.member(organization_id, 'reader@example.com', 'viewer')
    const reader = platform.as({
      Authorization: `Bearer ${await platform.session('reader@example.com')}`,
    })
    const ask = () =>
      Promise.all([
        reader.get('/audit-logs'),
        reader.put(`/enterprise/orgs/${organization_id}/retention`, {
          audit_log_retention_days: 400,
        }),
      ])
    expect((await ask()).map(({ body }) => body.code)).toEqual([
      'AUDIT_LOGS_REQUIRES_UPGRADE',
      'RETENTION_REQUIRES_UPGRADE',
    ])
    await platform.store.setPlan(platform.context(), { organization_id, plan: 'enterprise' })
    for (const { body } of await ask()) expect(body.code).toBe('ROLE_REQUIRED')
    await platform.store.removeMember(platform.context(), {
      organization_id,
      email: 'reader@example.com',
    })
    for (const { body } of await ask()) expect(body.code).toBe('ROLE_REQUIRED')
  })
})
