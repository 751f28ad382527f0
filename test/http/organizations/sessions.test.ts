import { beforeAll, describe, expect, it } from 'vitest'
import { bearer } from '../client.ts'
import { hours, startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

describe('admin sessions', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
  })
  const session = () => platform.session(org.email)

  it('end after 8 hours, to the millisecond', async () => {
    const client = platform.as(bearer(await session()))
    platform.clock.advance(hours(8) - 1)
    expect((await client.get('/admin/auth/session')).status).toBe(200)
    platform.clock.advance(1)
    expect((await client.get('/admin/auth/session')).body.code).toBe('INVALID_SESSION')
  })

  it('end at sign-out without affecting other sessions', async () => {
    const [one, other] = [
      platform.as(bearer(await session())),
      platform.as(bearer(await session())),
    ]
    const ended = await one.delete('/admin/auth/session')
    expect([ended.status, ended.text]).toEqual([204, ''])
    expect((await one.get('/admin/auth/session')).status).toBe(401)
    expect((await other.get('/admin/auth/session')).status).toBe(200)
  })

  it.each([
    ['owner', 200],
    ['admin', 200],
    ['developer', 403],
    ['auditor', 403],
    ['viewer', 403],
  ] as const)('a session of the role %s acts for the organization: %i', async (role, status) => {
    const email = `${role}@roles.example`
    await platform.member(org.organization_id, email, role)
    const client = platform.as(bearer(await platform.session(email)))
    const got = await client.get(`/orgs/${org.organization_id}/workspaces`)
    expect(got.status).toBe(status)
    if (status === 403) expect(got.body.code).toBe('ROLE_REQUIRED')
    expect((await client.get('/admin/auth/session')).body.memberships[0].role).toBe(role)
  })

  it('permit only what the role permits, and the message names the role', async () => {
    const other = await platform.organization()
    await platform.member(other.organization_id, org.email, 'viewer')
    const client = platform.as(bearer(await session()))
    expect((await client.get(`/orgs/${org.organization_id}/workspaces`)).status).toBe(200)
    expect((await client.get(`/orgs/${other.organization_id}/workspaces`)).body.code).toBe(
      'ROLE_REQUIRED',
    )
    expect(
      (await client.get(`/audit-logs?organization_id=${other.organization_id}`)).body.code,
    ).toBe('ROLE_REQUIRED')
    expect(
      (await client.get(`/orgs/${(await platform.organization()).organization_id}/workspaces`))
        .status,
    ).toBe(404)
  })

  it('lose access at once when the member is removed', async () => {
    const client = platform.as(
      bearer(
        await platform.session(
          (await platform.member(org.organization_id, 'leaver@example.com', 'admin'))!.email,
        ),
      ),
    )
    await platform.store.removeMember(platform.context(), {
      organization_id: org.organization_id,
      email: 'leaver@example.com',
    })
    expect((await client.get(`/orgs/${org.organization_id}/workspaces`)).body.code).toBe(
      'ROLE_REQUIRED',
    )
    expect(await platform.session('leaver@example.com')).toBeUndefined()
  })
})
