import { beforeAll, describe, expect, it } from 'vitest'
import { checkpointClaims } from '../../../src/domain/audit/checkpoint.ts'
import { verifyClaims } from '../../../src/domain/signatures/signature.ts'
import { runUntilIdle } from '../../../src/jobs/jobs.ts'
import { bearer } from '../client.ts'
import { ISSUER, startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { DAY } from '../../kit/time.ts'

describe('the retention of audit records', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let path: string
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
    path = `/enterprise/orgs/${org.organization_id}/retention`
  })

  it.each([366, 730, 3650])(
    'can be set to more than 365 and at most 3650 days: %i',
    async (audit_log_retention_days) => {
      const got = await org.api.put(path, { audit_log_retention_days })
      expect([got.status, got.body]).toEqual([
        200,
        {
          organization_id: org.organization_id,
          audit_log_retention_days,
          effective_at: platform.clock.now(),
        },
      ])
    },
  )

  it.each([365, 3651, 0, -1, 366.5, '400', null])(
    'cannot be set to any other value, which is refused with 422: %j',
    async (audit_log_retention_days) => {
      const before = await platform.rows()
      const got = await org.api.put(path, { audit_log_retention_days })
      expect([got.status, got.body.code, got.body.issues[0].path]).toEqual([
        422,
        'INVALID_BODY',
        '/body/audit_log_retention_days',
      ])
      expect(await platform.rows()).toEqual(before)
    },
  )

  it('is recorded in the audit log with its old and new values', async () => {
    await org.api.put(path, { audit_log_retention_days: 400 })
    const got = await org.api.put(path, { audit_log_retention_days: 500 })
    expect(await platform.auditOf(got.headers['x-request-id'] as string)).toMatchObject([
      { event_type: 'audit.retention_changed', metadata: { from: 400, to: 500 } },
    ])
  })

  it('takes effect a week later if it is shorter, and the log then shows the checkpoint', async () => {
    const { api, organization_id } = await platform.organization()
    const put = (audit_log_retention_days: number) =>
      api.put(`/enterprise/orgs/${organization_id}/retention`, { audit_log_retention_days })
    await put(3650)
    await platform.advance(400 * DAY)
    // The key was unused for so long that its next use is recorded as unusual twice, for its address range and for a scope.
    const listed = async () => (await api.get('/audit-logs')).body
    await expect
      .poll(async () =>
        (await listed()).items.map((item: { event_type: string }) => item.event_type),
      )
      .toEqual(expect.arrayContaining(['api_key.unusual_use']))
    const { total } = await listed()
    const unusual = 2
    const { effective_at } = (await put(366)).body
    expect(effective_at).toBe(new Date(Date.parse(platform.clock.now()) + 7 * DAY).toISOString())
    await platform.advance(7 * DAY - 1)
    const uncut = (await api.get('/audit-logs')).body
    expect([uncut.total, uncut.checkpoint]).toEqual([total + 1, undefined])
    await platform.advance(1)
    const cut = (await api.get('/audit-logs')).body
    expect([cut.total, cut.items.length]).toEqual([1 + unusual, 1 + unusual])
    expect(cut.checkpoint).toMatchObject({
      chain: organization_id,
      sequence: total - unusual,
      retention_days: 366,
      hash: cut.items.at(-1).prev_hash,
    })
    const { keys } = (await platform.as({}).get('/trust/jwks')).body
    const key = Buffer.from(keys[0].x, 'base64url')
    expect(cut.checkpoint.signing_key_id).toBe(keys[0].kid)
    expect(
      verifyClaims(
        key,
        'audit-checkpoint',
        { ...checkpointClaims(cut.checkpoint), issuer: ISSUER },
        cut.checkpoint.signature,
      ),
    ).toBe('verified')
  })

  it('reports a purge that fails, and runs the other jobs all the same', async () => {
    const failure = new Error('unreadable')
    const reported: unknown[] = []
    const store = { ...platform.store, purgeAudit: () => Promise.reject(failure) }
    await platform.as({}).post('/admin/auth/request-pin', { email: org.email })
    const before = platform.mailer.items.length
    await runUntilIdle({ ...platform.jobs, store, onError: (cause) => reported.push(cause) })
    expect(platform.mailer.items.length).toBe(before + 1)
    expect(new Set(reported)).toEqual(new Set([failure]))
  })

  it('can be set by an owner with a session, but not for another organization', async () => {
    const owner = platform.as(bearer(await platform.session(org.email)))
    expect((await owner.put(path, { audit_log_retention_days: 600 })).status).toBe(200)
    expect(
      (await owner.put('/enterprise/orgs/org_nowhere/retention', { audit_log_retention_days: 600 }))
        .body.code,
    ).toBe('ORGANIZATION_NOT_FOUND')
  })
})
