import { describe, expect, it } from 'vitest'
import { API_KEY } from '../../../src/auth/limits.ts'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { problems } from '../../../src/problems/problems.ts'
import { exampleNamesOfContract, exampleValue, operations, ownErrorsOf } from '../contract.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'
import { install } from '../agents.ts'
import { apiKey, type TestResponse } from '../client.ts'
import { newTenant } from '../requests.ts'

interface ErrorValue {
  readonly code?: string
  readonly message?: string
}
const examples = exampleNamesOfContract.flatMap((name) => {
  const { code, message } = exampleValue(name) as ErrorValue
  return code !== undefined && code in problems ? [{ name, code, message }] : []
})
/** Examples that `own-errors.test.ts` compares with responses. */
const own = new Set(operations.flatMap(ownErrorsOf).map(({ example }) => example))
/** Examples that `anonymous-bodies.test.ts` compares with responses. */
const ANONYMOUS = ['RequestTimeout', 'ServerBusy']
/** Examples with values that depend on the organization or on the request. */
const PROVOKED: Readonly<Record<string, (platform: TestPlatform) => Promise<TestResponse>>> = {
  async InvalidCursor(platform) {
    const { api, organization_id } = await platform.organization()
    return api.get(`/orgs/${organization_id}/members?cursor=nowhere`)
  },
  async InvalidParameter(platform) {
    const { api, organization_id } = await platform.organization()
    return api.get(`/orgs/${organization_id}/members?limit=0`)
  },
  async PolicyDenied(platform) {
    const org = await platform.organization()
    await install(platform, org, undefined, { capabilities: ['read'] })
    const { api, workspace_id } = org
    await platform.store.setPolicy(platform.context(), {
      workspace_id,
      signer: platform.services.signer,
      content: { ...DEFAULT_POLICY, a2a: { ...DEFAULT_POLICY.a2a, allowed_skills: ['other'] } },
    })
    return api.post('/a2a/route', { skill: 'read', message: 'a', context: { workspace_id } })
  },
  async QuotaReached(platform) {
    const { api, organization_id } = await platform.organization('free')
    const path = `/orgs/${organization_id}/workspaces`
    for (const name of ['Second', 'Third']) await api.post(path, { name })
    return api.post(path, { name: 'Fourth' })
  },
  async UpgradeRequired(platform) {
    const { api, organization_id } = await platform.organization('starter')
    return api.get(`/registry/network/summary?organization_id=${organization_id}`)
  },
}

describe('the messages in the examples of shared errors', () => {
  it('are those that the platform sends for a body that it cannot read', async () => {
    const platform = await startPlatform()
    const { organization_id, api_key } = await newTenant(platform)
    const client = platform.as({ ...apiKey(api_key), 'Content-Type': 'application/json' })
    const path = `/orgs/${organization_id}/workspaces`
    for (const [name, body] of [
      ['MalformedJson', '{'],
      ['BodyTooLarge', JSON.stringify({ name: 'x'.repeat(1_048_576) })],
    ] as const)
      expect((await client.post(path, body)).body.message).toBe(
        (exampleValue(name) as ErrorValue).message,
      )
  })

  it.each(Object.keys(PROVOKED))('are those that the platform sends, as in %s', async (name) => {
    const platform = await startPlatform({ upgrade_url: 'https://agents.example.com/upgrade' })
    const { body } = await PROVOKED[name]!(platform)
    const shown = exampleValue(name) as { request_id: string }
    expect({ ...body, request_id: shown.request_id }).toEqual(shown)
  })

  it('are those that the platform sends beyond a rate limit, except for the time to wait', async () => {
    const platform = await startPlatform({ rate_limit_factor: 1 })
    const { api, organization_id } = await platform.organization()
    const [key] = await platform.store.listApiKeysAsOperator({ organization_id })
    for (let used = 0; used < 600; used += 1)
      platform.services.limiter.consume(API_KEY, key!.key_id)
    const { body } = await api.get(`/orgs/${organization_id}/workspaces`)
    const shown = exampleValue('RateLimited') as { message: string; request_id: string }
    const message = shown.message.replace('wait 18 s', 'wait 1 s')
    expect(body).toEqual({ ...shown, message, request_id: body.request_id })
  })

  it('are otherwise those of the table of problems', () => {
    const compared = ['MalformedJson', 'BodyTooLarge', 'RateLimited', ...ANONYMOUS]
    const provoked = [...compared, ...Object.keys(PROVOKED)]
    const others = examples.filter(({ name }) => !own.has(name) && !provoked.includes(name))
    const wrong = others.filter(
      ({ code, message }) => message !== problems[code as keyof typeof problems].message,
    )
    expect(wrong).toEqual([])
    expect(others.length).toBeGreaterThan(0)
  })
})
