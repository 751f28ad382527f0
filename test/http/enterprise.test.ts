import { beforeAll, describe, expect, it } from 'vitest'
import { bearer } from './client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from './platform.ts'

describe('the retention of audit records', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let path: string
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
    path = `/enterprise/orgs/${org.organization_id}/retention`
  })

  it.each([366, 730, 3650])('is greater than 365 and at most 3650 days: %i', async (audit_log_retention_days) => {
    const got = await org.api.put(path, { audit_log_retention_days })
    expect([got.status, got.body]).toEqual([
      200,
      { organization_id: org.organization_id, audit_log_retention_days, effective_at: platform.clock.now() },
    ])
  })

  it.each([365, 3651, 0, -1, 366.5, '400', null])(
    'outside of that it is 422, and nothing changes: %j',
    async (audit_log_retention_days) => {
      const before = await platform.rows()
      const got = await org.api.put(path, { audit_log_retention_days })
      expect([got.status, got.body.code, got.body.issues[0].path]).toEqual([422, 'INVALID_BODY', '/body/audit_log_retention_days'])
      expect(await platform.rows()).toEqual(before)
    },
  )

  it('a change is on record with what it was before', async () => {
    await org.api.put(path, { audit_log_retention_days: 400 })
    const got = await org.api.put(path, { audit_log_retention_days: 500 })
    expect(await platform.auditOf(got.headers['x-request-id'] as string)).toMatchObject([
      { event_type: 'audit.retention_changed', metadata: { from: 400, to: 500 } },
    ])
  })

  it('an owner may set it with a session, and nobody for another organization', async () => {
    const owner = platform.as(bearer(await platform.session(org.email)))
    expect((await owner.put(path, { audit_log_retention_days: 600 })).status).toBe(200)
    expect((await owner.put('/enterprise/orgs/org_nowhere/retention', { audit_log_retention_days: 600 })).body.code).toBe(
      'ORGANIZATION_NOT_FOUND',
    )
  })
})
