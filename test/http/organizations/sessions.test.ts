import { beforeAll, describe, expect, it } from 'vitest'
import { bearer } from '../client.ts'
import { exampleParameter } from '../contract.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { HOUR } from '../../kit/time.ts'
import { newTenant, type Tenant } from '../requests.ts'

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
    platform.clock.advance(8 * HOUR - 1)
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

  const PERMITTED = {
    owner: [
      'reads workspaces',
      'changes workspaces',
      'creates install tokens',
      'scans images',
      'reads members',
      'invites members',
      'creates keys',
      'reads the audit log',
      'checks the status of an export',
    ],
    admin: [
      'reads workspaces',
      'changes workspaces',
      'creates install tokens',
      'scans images',
      'reads members',
      'invites members',
      'creates keys',
      'reads the audit log',
      'checks the status of an export',
    ],
    developer: ['reads workspaces', 'creates install tokens', 'scans images', 'reads members'],
    auditor: [
      'reads workspaces',
      'reads members',
      'reads the audit log',
      'checks the status of an export',
    ],
    viewer: ['reads workspaces'],
  } as const
  it.each(Object.keys(PERMITTED) as (keyof typeof PERMITTED)[])(
    'permit what the role %s permits, in the organization of the role only',
    async (role) => {
      const [own, other] = [await platform.organization(), await platform.organization()]
      const email = `${role}@roles.example`
      await platform.member(own.organization_id, email, role)
      const client = platform.as(bearer(await platform.session(email)))
      const ask = (at: TestOrganization) => {
        const path = `/orgs/${at.organization_id}`
        return {
          'reads workspaces': client.get(`${path}/workspaces`),
          'changes workspaces': client.put(`${path}/workspaces/${at.workspace_id}`, { name: 'A' }),
          'creates install tokens': client.post(`/workspaces/${at.workspace_id}/install-tokens`, {
            agent_id: 'nobody',
          }),
          'scans images': client.post(
            `/images/acme%2Fa:1/scan?organization_id=${at.organization_id}`,
          ),
          'reads members': client.get(`${path}/members`),
          'invites members': client.post(`${path}/invitations`, {
            email: 'new@roles.example',
            role: 'viewer',
          }),
          'creates keys': client.post(`${path}/api-keys`, { name: 'a key' }),
          'reads the audit log': client.get(`/audit-logs?organization_id=${at.organization_id}`),
          'checks the status of an export': client.get(
            '/audit-logs/siem/exports/01a20000-0000-7000-8000-000000000000',
          ),
        }
      }
      const permitted: string[] = []
      for (const [what, asked] of Object.entries(ask(own))) {
        const { status, body } = await asked
        expect(status).toBeLessThan(500)
        if (body?.code === 'ROLE_REQUIRED') continue
        permitted.push(what)
        if (what.startsWith('reads ')) expect([what, status]).toEqual([what, 200])
      }
      expect(permitted).toEqual(PERMITTED[role])
      for (const asked of Object.values(ask(other)))
        expect([403, 404]).toContain((await asked).status)
      const [membership] = (await client.get('/admin/auth/session')).body.memberships
      expect([membership.role, membership.scopes.includes('audit:read')]).toEqual([
        role,
        ['owner', 'admin', 'auditor'].includes(role),
      ])
    },
  )

  it('list across organizations only the records of those in which the role permits it', async () => {
    const [read, hidden] = [await platform.organization(), await platform.organization()]
    const email = 'two@roles.example'
    await platform.member(hidden.organization_id, email, 'viewer')
    await platform.member(read.organization_id, email, 'auditor')
    const client = platform.as(bearer(await platform.session(email)))
    const records = (await client.get('/audit-logs?limit=200')).body.items
    expect(new Set(records.map((one: { organization_id: string }) => one.organization_id))).toEqual(
      new Set([read.organization_id]),
    )
  })

  it('permit in each organization only what the role there permits', async () => {
    const other = await platform.organization()
    await platform.member(other.organization_id, org.email, 'viewer')
    const client = platform.as(bearer(await session()))
    expect((await client.get(`/orgs/${org.organization_id}/workspaces`)).status).toBe(200)
    expect((await client.get(`/orgs/${other.organization_id}/members`)).body.code).toBe(
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

  it('are refused with ROLE_REQUIRED instead of 404 if the resource belongs to an organization in which the role is insufficient', async () => {
    const [acting, reading, stranger] = [
      await platform.organization(),
      await newTenant(platform),
      await newTenant(platform),
    ]
    const email = 'reader@roles.example'
    await platform.member(acting.organization_id, email, 'owner')
    await platform.member(reading.organization_id, email, 'viewer')
    const client = platform.as(bearer(await platform.session(email)))
    const codesOf = async ({ workspace_id, installed, replacements }: Tenant) => {
      const dispute = replacements[String(exampleParameter('DisputeId'))]
      const asked = [
        client.post(`/workspaces/${workspace_id}/install-tokens`, {
          agent_id: installed.agent.svc_id,
        }),
        client.get(`/workspaces/${workspace_id}/install-tokens`),
        client.post(`${installed.path}/revoke`, {}),
        client.put(`${installed.path}/labels`, { labels: [] }),
        client.post(`/disputes/${dispute}/comments`, { text: 'Why?' }),
        client.put(`/agents/${installed.agent.svc_id}`, {}),
        client.post('/a2a/route', { skill: 'x', message: 'x', context: { workspace_id } }),
        client.put(`/orgs/${acting.organization_id}/workspaces/${workspace_id}`, { name: 'x' }),
      ]
      return (await Promise.all(asked)).map(({ status, body }) => body.code ?? status)
    }
    expect(await codesOf(reading)).toEqual([
      'ROLE_REQUIRED',
      200,
      'ROLE_REQUIRED',
      'ROLE_REQUIRED',
      'ROLE_REQUIRED',
      'ROLE_REQUIRED',
      'ROLE_REQUIRED',
      'WORKSPACE_NOT_FOUND',
    ])
    expect(await codesOf(stranger)).toEqual([
      'WORKSPACE_NOT_FOUND',
      'WORKSPACE_NOT_FOUND',
      'INSTALLATION_NOT_FOUND',
      'INSTALLATION_NOT_FOUND',
      'DISPUTE_NOT_FOUND',
      'AGENT_OWNER_REQUIRED',
      'WORKSPACE_NOT_FOUND',
      'WORKSPACE_NOT_FOUND',
    ])
  })
})
