import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { StoreUnavailable } from '../../../src/store/database.ts'
import { apiKey, send, type TestRequest } from '../client.ts'
import { expectDocumentedHeaders } from '../documented.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'
import { newTenant, type Tenant } from '../requests.ts'

describe('a request that fails in the handler', () => {
  let platform: TestPlatform
  let tenant: Tenant
  beforeAll(async () => {
    platform = await startPlatform()
    tenant = await newTenant(platform)
  })
  afterEach(() => vi.restoreAllMocks())

  it.each([
    [503, 'STORE_UNAVAILABLE', new StoreUnavailable('the database is down'), '5'],
    [500, 'INTERNAL_ERROR', new Error('a mistake'), undefined],
  ])(
    'gets %d %s and the remaining limit, as the contract documents',
    async (status, code, cause, retry_after) => {
      vi.spyOn(platform.services.store, 'getPolicy').mockRejectedValue(cause)
      const sent: TestRequest = {
        method: 'GET',
        path: `/workspaces/${tenant.workspace_id}/policy`,
        headers: apiKey(tenant.api_key),
      }
      const got = await send(platform.server, sent)
      expect([got.status, got.body.code, got.headers['retry-after']]).toEqual([
        status,
        code,
        retry_after,
      ])
      expect(got.headers['ratelimit']).toMatch(/^"api-key";r=\d+;t=\d+$/)
      expectDocumentedHeaders(sent, got)
    },
  )
})
