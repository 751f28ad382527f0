import { beforeAll, describe, expect, it } from 'vitest'
import { agentIdentity, install, installRegistered, installToken } from '../agents.ts'
import { apiKey, bearer, type Credential, type ApiClient } from '../client.ts'
import { operationsWhere } from '../contract.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'
import { idKindsIn, newTenant, requestOf, withCredential, type Tenant } from '../requests.ts'

describe('an API key that is bound to one workspace', () => {
  let platform: TestPlatform
  let tenant: Tenant
  let key: string
  let bound: ApiClient
  let second: string
  beforeAll(async () => {
    platform = await startPlatform()
    tenant = await newTenant(platform)
    key = await platform.apiKey(tenant.organization_id, { workspace_id: tenant.workspace_id })
    bound = platform.as(apiKey(key))
    second = await platform.workspace(tenant.organization_id, 'Second')
  })

  const naming = operationsWhere(
    (operation) => idKindsIn(operation).includes('workspace') && operation.security.length > 0,
  )
  it.each(naming)(
    'is refused with 403 if the request names another workspace, known or unknown: $id',
    async (operation) => {
      const schemes = operation.security
        .flat()
        .filter((scheme) => !['AdminSession', 'AdminCookie'].includes(scheme))
      for (const scheme of schemes) {
        const credentials: Record<string, Credential> = {
          ApiKey: apiKey(key),
          ApiKeyBearer: bearer(key),
          RuntimeToken: bearer(tenant.installed.runtime_token),
        }
        const send = (workspace: string) =>
          platform.sendRequest(
            withCredential(
              requestOf(operation, { ...tenant, ids: { ...tenant.ids, workspace } }),
              credentials[scheme]!,
            ),
          )
        const before = await platform.rows()
        const [existing, missing] = [await send(second), await send('ws_nowhere')]
        expect([existing.status, existing.body.code]).toEqual([403, 'WORKSPACE_NOT_ALLOWED'])
        expect({ ...existing.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
        expect(await platform.rows()).toEqual(before)
      }
    },
  )

  it.each(naming.filter(({ method }) => method === 'GET'))(
    'has access to its own workspace: $id',
    async (operation) => {
      const scheme = operation.security.flat()[0]!
      const got = await platform.sendRequest(
        withCredential(
          requestOf(operation, tenant),
          scheme === 'ApiKeyBearer' ? bearer(key) : apiKey(key),
        ),
      )
      expect(got.status).toBe(200)
    },
  )

  it('cannot create a workspace or change the organization', async () => {
    expect(
      (await bound.post(`/orgs/${tenant.organization_id}/workspaces`, { name: 'Third' })).body.code,
    ).toBe('WORKSPACE_NOT_ALLOWED')
    expect(
      (
        await bound.put(`/enterprise/orgs/${tenant.organization_id}/retention`, {
          audit_log_retention_days: 400,
        })
      ).body.code,
    ).toBe('WORKSPACE_NOT_ALLOWED')
  })

  /** The tables, other than those that match DERIVED, in which an operation changes rows outside of the workspace of the key. */
  const CHANGES: Readonly<Record<string, readonly string[]>> = {
    registerAgent: ['agent_ids', 'agents'],
  }
  /** Tables whose rows are evidence, counters or indexes, which follow from changes to other tables. */
  const DERIVED = /^(audit_|log_|counts|counters|rates|search_|agent_terms|transparency_)/
  const writing = operationsWhere(
    ({ method, security }) =>
      method !== 'GET' && security.flat().some((scheme) => scheme.startsWith('ApiKey')),
  )
  it.each(writing)(
    'changes nothing outside of its workspace other than the agent that it registers: $id',
    async (operation) => {
      const elsewhere = apiKey(
        await platform.apiKey(tenant.organization_id, { workspace_id: second }),
      )
      const before = await platform.rows()
      await platform.sendRequest(withCredential(requestOf(operation, tenant), elsewhere))
      const after = await platform.rows()
      const changed = Object.keys(after).filter((name) =>
        [
          ...after[name]!.filter((row) => !before[name]!.includes(row)),
          ...before[name]!.filter((row) => !after[name]!.includes(row)),
        ].some((row) => (JSON.parse(row) as { workspace_id?: string }).workspace_id !== second),
      )
      expect(changed.filter((name) => !DERIVED.test(name)).toSorted()).toEqual(
        CHANGES[operation.id] ?? [],
      )
    },
  )

  it('can register a new agent, and cannot change or replace a registration of its organization', async () => {
    const post = async (client: ApiClient, body: object) => {
      const { status, body: got } = await client.post('/agents/register', body)
      return [status, got.code]
    }
    const read = async (svc_id: string) => (await tenant.api.get(`/agents/${svc_id}`)).body
    const claimed = agentIdentity()
    const proof = claimed.proof(tenant)
    expect(await post(tenant.api, claimed.registration)).toEqual([201, undefined])
    const before = await read(claimed.svc_id)
    for (const more of [{}, { description: 'Changed' }, { private: true, installable_by: 'owner' }])
      expect(await post(bound, { ...claimed.registration, ...more, proof })).toEqual([
        403,
        'WORKSPACE_NOT_ALLOWED',
      ])
    expect(await read(claimed.svc_id)).toEqual(before)
    // A registration whose identifier is not the hash of its fields would be replaced.
    const opaque = agentIdentity()
    await post(tenant.api, { ...opaque.registration, version: '9.9.9' })
    expect(await post(bound, opaque.registration)).toEqual([403, 'WORKSPACE_NOT_ALLOWED'])
    expect((await read(opaque.svc_id)).version).toBe('9.9.9')
    const added = agentIdentity()
    const proved = { ...added.registration, proof: added.proof(tenant) }
    expect(await post(bound, proved)).toEqual([201, undefined])
    expect(await post(bound, proved)).toEqual([200, undefined])
    expect(await post(bound, added.registration)).toEqual([409, 'AGENT_EXISTS'])
  })

  it('can revoke itself, and no other key', async () => {
    const { organization_id, workspace_id } = tenant
    const make = async () =>
      (await tenant.api.post(`/orgs/${organization_id}/api-keys`, { name: 'Leaked', workspace_id }))
        .body
    const [leaked, other] = [await make(), await make()]
    const client = platform.as(apiKey(leaked.api_key))
    const revoke = async (key_id: string) =>
      (await client.delete(`/orgs/${organization_id}/api-keys/${key_id}`)).body
    for (const key_id of [other.key_id, 'key_nowhere'])
      expect((await revoke(key_id)).code).toBe('WORKSPACE_NOT_ALLOWED')
    expect((await revoke(leaked.key_id)).revoked_at).toBe(platform.clock.now())
    expect((await revoke(leaked.key_id)).code).toBe('INVALID_API_KEY')
  })

  it('lists only its own workspace, and only audit records of it', async () => {
    const { body: list } = await bound.get(`/orgs/${tenant.organization_id}/workspaces`)
    expect([
      list.total,
      list.items.map((item: { workspace_id: string }) => item.workspace_id),
    ]).toEqual([1, [tenant.workspace_id]])
    const { body: log } = await bound.get('/audit-logs')
    expect(log.total).toBeGreaterThan(0)
    expect(new Set(log.items.map((item: { workspace_id: string }) => item.workspace_id))).toEqual(
      new Set([tenant.workspace_id]),
    )
  })

  it('counts only the installations of its own workspace in the network summary', async () => {
    const active = async (api: ApiClient) =>
      (await api.get('/registry/network/summary')).body.active_installations as number
    const [all, own] = [await active(tenant.api), await active(bound)]
    await install(platform, { ...tenant, workspace_id: second })
    expect([await active(tenant.api), await active(bound)]).toEqual([all + 1, own])
    await install(platform, tenant)
    expect([await active(tenant.api), await active(bound)]).toEqual([all + 2, own + 1])
  })

  it('does not find the installations of another workspace', async () => {
    const elsewhere = await install(platform, { ...tenant, workspace_id: second })
    expect((await bound.post(`${elsewhere.path}/revoke`, {})).body.code).toBe(
      'INSTALLATION_NOT_FOUND',
    )
    expect((await bound.post(`${elsewhere.path}/beacon/register`, {})).body.code).toBe(
      'INSTALLATION_NOT_FOUND',
    )
  })

  it('can install, recover and revoke in its own workspace', async () => {
    const owner = { ...tenant, api: bound, workspace_id: tenant.workspace_id }
    const installed = await installRegistered(platform, owner, tenant.installed.agent)
    expect(
      (
        await bound.post('/installations/recovery', {
          agent_id: installed.agent.svc_id,
          workspace_id: tenant.workspace_id,
        })
      ).status,
    ).toBe(200)
    expect((await installed.revoke()).status).toBe(200)
    expect(await installToken(owner, installed.agent.svc_id)).toMatch(/^skt_/)
  })

  it('verifies signatures in its own workspace if the context names none', async () => {
    const { workspace_id, organization_id } = await platform.organization()
    const client = platform.as(apiKey(await platform.apiKey(organization_id, { workspace_id })))
    const verdict = await client.post('/trust/verify', tenant.installed.agent.trust({}))
    expect(verdict.body.policy.rule).toBe('a2a.allowed_callers')
    expect(
      (await tenant.api.post('/trust/verify', tenant.installed.agent.trust({}))).body.policy.rule,
    ).toBe('none')
  })

  it('is revoked when its workspace is deleted', async () => {
    const temporary = await platform.workspace(tenant.organization_id, 'Doomed')
    const client = platform.as(
      apiKey(await platform.apiKey(tenant.organization_id, { workspace_id: temporary })),
    )
    expect((await client.get(`/workspaces/${temporary}/policy`)).status).toBe(200)
    await tenant.api.delete(`/orgs/${tenant.organization_id}/workspaces/${temporary}`)
    expect((await client.get(`/workspaces/${temporary}/policy`)).body.code).toBe('INVALID_API_KEY')
  })
})
