import { beforeAll, describe, expect, it } from 'vitest'
import type { TableEntry } from '../../../src/contract/typed.ts'
import { SCOPES } from '../../../src/domain/organizations/access.ts'
import { apiKey, bearer, type Credential, type TestResponse } from '../client.ts'
import { operationsWhere } from '../contract.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'
import { newTenant, requestOf, withCredential, type Tenant } from '../requests.ts'

const takesKey = operationsWhere(({ security }) =>
  security.flat().some((scheme) => scheme.startsWith('ApiKey')),
)
const asHeader = (scheme: string, key: string): Credential =>
  scheme === 'ApiKey' ? apiKey(key) : bearer(key)

describe('scopes', () => {
  let platform: TestPlatform
  let tenant: Tenant
  beforeAll(async () => {
    platform = await startPlatform()
    tenant = await newTenant(platform)
  })
  const keyWith = (scopes: readonly string[]) => platform.apiKey(tenant.organization_id, { scopes })
  const ask = (operation: TableEntry, key: string): Promise<TestResponse> => {
    const scheme = operation.security.flat().find((name) => name.startsWith('ApiKey'))!
    return platform.sendRequest(withCredential(requestOf(operation, tenant), asHeader(scheme, key)))
  }

  it('are named by every operation that accepts an API key', () => {
    expect(
      takesKey
        .filter(({ requiredScope }) => !SCOPES.includes(requiredScope as never))
        .map(({ id }) => id),
    ).toEqual([])
  })

  it.each(takesKey)(
    'are required: $id refuses a key with every scope but $requiredScope, and names it',
    async (operation) => {
      const before = await platform.rows()
      const key = await keyWith(SCOPES.filter((scope) => scope !== operation.requiredScope))
      const got = await ask(operation, key)
      expect([got.status, got.body.code]).toEqual([403, 'SCOPE_REQUIRED'])
      expect(got.body.message).toContain(operation.requiredScope)
      const { audit_log, audit_heads, api_keys, counters, ...rest } = await platform.rows()
      expect({
        ...rest,
        audit_log: audit_log!.length - 1,
        api_keys: api_keys!.length - 1,
        audit_heads: audit_heads!.length,
        counters: counters!.length,
      }).toEqual({
        ...before,
        audit_log: before['audit_log']!.length,
        api_keys: before['api_keys']!.length,
        audit_heads: before['audit_heads']!.length,
        counters: before['counters']!.length,
      })
    },
  )

  it.each(takesKey.filter(({ method }) => method === 'GET'))(
    'are sufficient: $id accepts a key with only $requiredScope',
    async (operation) => {
      expect((await ask(operation, await keyWith([operation.requiredScope!]))).status).toBe(200)
    },
  )

  it('permit nothing to a key with an empty list, and everything to a key without a list', async () => {
    const path = `/orgs/${tenant.organization_id}/workspaces`
    expect((await platform.as(apiKey(await keyWith([]))).get(path)).body.code).toBe(
      'SCOPE_REQUIRED',
    )
    expect((await tenant.api.get(path)).status).toBe(200)
  })

  it('do not apply to sessions and runtime tokens', async () => {
    const path = `/workspaces/${tenant.workspace_id}/policy`
    expect((await platform.as(bearer(tenant.session)).get(path)).status).toBe(200)
    expect((await platform.as(bearer(tenant.installed.runtime_token)).get(path)).status).toBe(200)
  })
})
