import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bootstrap, install, installRegistered, installToken, register } from '../agents.ts'
import { bearer } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { SECOND, MINUTE } from '../../kit/time.ts'

describe('workspaces', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let path: string
  beforeAll(async () => {
    platform = await startPlatform()
  })
  beforeEach(async () => {
    org = await platform.organization('enterprise', 'Acme')
    path = `/orgs/${org.organization_id}/workspaces`
  })

  it('are created, read, replaced and deleted', async () => {
    const created = await org.api.post(path, { name: 'Payable', description: 'Invoices' })
    const at = platform.clock.now()
    const { workspace_id } = created.body
    const workspace = {
      workspace_id,
      organization_id: org.organization_id,
      organization: { organization_id: org.organization_id, name: 'Acme', plan: 'enterprise' },
      name: 'Payable',
      description: 'Invoices',
      created_at: at,
      updated_at: at,
    }
    expect([created.status, created.body]).toEqual([201, workspace])
    expect(created.headers['location']).toBe(`/api/v1${path}/${workspace_id}`)
    expect((await org.api.get(`${path}/${workspace_id}`)).body).toEqual(workspace)

    platform.clock.advance(MINUTE)
    const replaced = await org.api.put(`${path}/${workspace_id}`, { name: 'Receivable' })
    expect(replaced.body).toEqual({
      ...workspace,
      name: 'Receivable',
      description: '',
      updated_at: platform.clock.now(),
    })
    expect((await org.api.get(`${path}/${workspace_id}`)).body).toEqual(replaced.body)

    const deleted = await org.api.delete(`${path}/${workspace_id}`)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    for (const response of [
      await org.api.get(`${path}/${workspace_id}`),
      await org.api.delete(`${path}/${workspace_id}`),
      await org.api.put(`${path}/${workspace_id}`, { name: 'x' }),
    ]) {
      expect(response.body.code).toBe('WORKSPACE_NOT_FOUND')
    }
    expect((await org.api.get(`/workspaces/${workspace_id}/policy`)).status).toBe(404)
  })

  it('are listed oldest first, in pages; names need not be unique', async () => {
    for (let index = 0; index < 4; index += 1) {
      platform.clock.advance(1)
      await org.api.post(path, { name: 'Same' })
    }
    const all = (await org.api.get(path)).body
    expect(all).toMatchObject({ total: 5, limit: 50, offset: 0 })
    const times = all.items.map(({ created_at }: { created_at: string }) => created_at)
    expect(times).toEqual(times.toSorted())
    const page = (await org.api.get(`${path}?limit=2&offset=3`)).body
    expect(page).toEqual({ items: all.items.slice(3), total: 5, limit: 2, offset: 3 })
    expect((await org.api.get(`${path}?offset=5`)).body).toMatchObject({ items: [], total: 5 })
  })

  it('are accessible to an owner with a session', async () => {
    const owner = platform.as(bearer(await platform.session(org.email)))
    const { workspace_id } = (await owner.post(path, { name: 'By hand' })).body
    expect((await owner.put(`${path}/${workspace_id}`, { name: 'By hand again' })).status).toBe(200)
    expect((await owner.delete(`${path}/${workspace_id}`)).status).toBe(204)
  })

  it('have the members of the organization, in the order in which they joined', async () => {
    platform.clock.advance(1)
    await platform.member(org.organization_id, 'second@example.com', 'viewer')
    const page = (await org.api.get(`${path}/${org.workspace_id}/members`)).body
    expect(page).toMatchObject({ total: 2, limit: 50, offset: 0 })
    expect(
      page.items.map(({ email, role }: { email: string; role: string }) => [email, role]),
    ).toEqual([
      [org.email, 'owner'],
      ['second@example.com', 'viewer'],
    ])
    expect(Object.keys(page.items[0]).toSorted()).toEqual(['email', 'joined_at', 'role', 'user_id'])
    expect(
      (await org.api.get(`${path}/${org.workspace_id}/members?limit=1&offset=1`)).body.items,
    ).toEqual(page.items.slice(1))
    expect((await org.api.get(`${path}/ws_nowhere/members`)).body.code).toBe('WORKSPACE_NOT_FOUND')
  })

  it('are not deleted while installations are active', async () => {
    const installed = await install(platform, org)
    const before = await platform.rows()
    for (const search of ['', '?force=false']) {
      const got = await org.api.delete(`${path}/${org.workspace_id}${search}`)
      expect([got.status, got.body.code]).toEqual([409, 'WORKSPACE_IN_USE'])
      expect(got.body.message).toBe(
        'The workspace has an installation that is active or paused; revoke it first, or delete the workspace with ?force=true.',
      )
    }
    expect(await platform.rows()).toEqual(before)
    const second = await install(platform, org)
    expect((await org.api.delete(`${path}/${org.workspace_id}`)).body.message).toBe(
      'The workspace has 2 installations that are active or paused; revoke them first, or delete the workspace with ?force=true.',
    )
    await second.revoke()
    await installed.revoke()
    expect((await org.api.delete(`${path}/${org.workspace_id}`)).status).toBe(204)
  })

  it('are deleted by force with their tokens and policies, after their installations are revoked', async () => {
    const agent = await register(org)
    const [first, second] = [
      await installRegistered(platform, org, agent),
      await installRegistered(platform, org, agent),
    ]
    const unused = await installToken(org, agent.svc_id)
    const policies = () =>
      platform.database.read((tx) =>
        tx.policies.find({ where: { workspace_id: org.workspace_id } }),
      )
    expect(await policies()).toHaveLength(1)
    const deleted = await org.api.delete(`${path}/${org.workspace_id}?force=true`)
    expect(deleted.status).toBe(204)
    const records = await platform.auditOf(deleted.headers['x-request-id'] as string)
    expect(records.map(({ event_type }) => event_type)).toEqual([
      'installation.revoked',
      'installation.revoked',
      'workspace.deleted',
    ])
    for (const installed of [first, second]) {
      expect((await installed.lease()).body.command.type).toBe('terminate')
      expect((await installed.refresh()).status).toBe(401)
    }
    expect((await bootstrap(platform, unused)).body.code).toBe('INVALID_INSTALL_TOKEN')
    expect(await policies()).toEqual([])
    await platform.advance(91 * SECOND)
    expect((await first.lease()).body.code).toBe('INSTALLATION_REVOKED')
    expect(
      (
        await org.api.get(
          `/audit-logs?workspace_id=${org.workspace_id}&event_type=workspace.deleted`,
        )
      ).body.total,
    ).toBe(1)
  })

  it('are not found under another organization in the path', async () => {
    const other = await platform.organization()
    expect(
      (await org.api.get(`/orgs/${other.organization_id}/workspaces/${org.workspace_id}`)).body
        .code,
    ).toBe('WORKSPACE_NOT_FOUND')
    expect(
      (await org.api.get(`/orgs/${org.organization_id}/workspaces/${other.workspace_id}`)).body
        .code,
    ).toBe('WORKSPACE_NOT_FOUND')
  })
})
