import { beforeAll, describe, expect, it } from 'vitest'
import { installToken, install } from '../agents.ts'
import { apiKey, bearer, type ApiClient } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { DAY } from '../../kit/time.ts'

let platform: TestPlatform
let org: TestOrganization
let owner: ApiClient
beforeAll(async () => {
  platform = await startPlatform()
})
const fresh = async (plan: 'free' | 'enterprise' = 'enterprise') => {
  org = await platform.organization(plan)
  owner = platform.as(bearer(await platform.session(org.email)))
}
const path = (rest = '') => `/orgs/${org.organization_id}${rest}`

describe('an organization', () => {
  it('shows its plan, usage and retention', async () => {
    await fresh('free')
    const one = await install(platform, org)
    await installToken(org, one.agent.svc_id)
    expect((await org.api.get(path())).body).toMatchObject({
      plan: 'free',
      audit_log_retention_days: 365,
      quotas: {
        workspaces: { current: 1, max: 3 },
        agents: { current: 1, max: 20 },
        installations: { current: 1, max: 10 },
        install_tokens: { current: 1, max: 20 },
        api_keys: { current: 1, max: 10 },
        stored_bytes: { current: expect.any(Number), max: 67_108_864 },
      },
    })
    await fresh()
    expect((await org.api.get(path())).body.quotas).toEqual({
      workspaces: { current: 1 },
      agents: { current: 0, max: 20_000 },
      installations: { current: 0 },
      install_tokens: { current: 0, max: 20_000 },
      api_keys: { current: 1, max: 1000 },
      stored_bytes: { current: expect.any(Number), max: 68_719_476_736 },
    })
    for (const audit_log_retention_days of [800, 400])
      await org.api.put(`/enterprise${path()}/retention`, { audit_log_retention_days })
    const { body } = await owner.get(path())
    expect([body.audit_log_retention_days, body.retention_change.audit_log_retention_days]).toEqual(
      [800, 400],
    )
    await platform.advance(7 * DAY)
    expect((await org.api.get(path())).body).toMatchObject({ audit_log_retention_days: 400 })
    expect((await org.api.get(path())).body).not.toHaveProperty('retention_change')
  })

  it('is not accessible with a key that is bound to one workspace', async () => {
    await fresh()
    const bound = platform.as(
      apiKey(await platform.apiKey(org.organization_id, { workspace_id: org.workspace_id })),
    )
    for (const got of [
      await bound.get(path()),
      await bound.get(path('/members')),
      await bound.get(path('/api-keys')),
      await bound.post(path('/api-keys'), { name: 'x' }),
      await bound.delete(path('/api-keys/x')),
    ])
      expect(got.body.code).toBe('WORKSPACE_NOT_ALLOWED')
  })
})
