import { beforeAll, describe, expect, it } from 'vitest'
import { bootstrap, installToken, register } from '../agents.ts'
import type { TestResponse } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { DAY } from '../../kit/time.ts'

const CALLERS = 11
const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index))
const statuses = (responses: readonly TestResponse[]) =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b)

describe('I-37: quotas under concurrency', () => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await startPlatform()
  })

  const newWorkspace = ({ api, organization_id }: TestOrganization) =>
    api.post(`/orgs/${organization_id}/workspaces`, { name: 'One more' })
  const newToken = ({ api, workspace_id }: TestOrganization, agent_id: string) =>
    api.post(`/workspaces/${workspace_id}/install-tokens`, { agent_id })

  /** Expects the plan-limit error with the usage of the quota (docs/specification/http.md#plan-errors). */
  function expectLimit(
    got: TestResponse | undefined,
    resource: 'workspaces' | 'install_tokens' | 'installations',
    max: number,
  ) {
    const { message, request_id: _, ...rest } = got!.body
    expect(rest).toEqual({
      error: 'plan_limit_exceeded',
      code: `${resource.toUpperCase()}_LIMIT_EXCEEDED`,
      required_plan: 'starter',
      upgrade_url: platform.config.upgrade_url,
      current_usage: { current: max, max },
    })
    expect(message).toContain('free')
    expect(message).toContain('starter')
  }

  it('permit 3 workspaces on the free plan', async () => {
    const org = await platform.organization('free')
    await newWorkspace(org)
    const responses = await Promise.all(times(CALLERS, () => newWorkspace(org)))
    expect(statuses(responses)).toEqual([201, ...times(CALLERS - 1, () => 402)])
    expectLimit(
      responses.find(({ status }) => status === 402),
      'workspaces',
      3,
    )
    expect((await org.api.get(`/orgs/${org.organization_id}/workspaces`)).body.total).toBe(3)
  })

  it('permit 20 outstanding install tokens on the free plan, not counting expired ones', async () => {
    const org = await platform.organization('free')
    const { svc_id } = await register(org)
    for (let index = 1; index < 20; index += 1) await installToken(org, svc_id)
    const responses = await Promise.all(times(CALLERS, () => newToken(org, svc_id)))
    expect(statuses(responses)).toEqual([201, ...times(CALLERS - 1, () => 402)])
    expectLimit(
      responses.find(({ status }) => status === 402),
      'install_tokens',
      20,
    )
    platform.clock.advance(15 * 60_000)
    expect((await newToken(org, svc_id)).status).toBe(201)
  })

  it('permit 10 installations on the free plan, and consume no token when they refuse one', async () => {
    const org = await platform.organization('free')
    const { svc_id } = await register(org)
    const tokens = []
    for (let index = 0; index < 9 + CALLERS; index += 1)
      tokens.push(await installToken(org, svc_id, 1440))
    for (const token of tokens.slice(0, 9))
      expect((await bootstrap(platform, token)).status).toBe(201)
    const unused = tokens.slice(9)
    const responses = await Promise.all(unused.map((token) => bootstrap(platform, token)))
    expect(statuses(responses)).toEqual([201, ...times(CALLERS - 1, () => 402)])
    expectLimit(
      responses.find(({ status }) => status === 402),
      'installations',
      10,
    )
    expect((await newToken(org, svc_id)).body.code).toBe('INSTALLATIONS_LIMIT_EXCEEDED')

    const refused = unused[responses.findIndex(({ status }) => status === 402)]!
    await platform.store.setPlan(platform.context(), {
      organization_id: org.organization_id,
      plan: 'starter',
    })
    expect((await bootstrap(platform, refused)).status).toBe(201)
  })

  it('do not count installations that are revoked or have not been seen for 7 days', async () => {
    const org = await platform.organization('free')
    const { svc_id } = await register(org)
    const booted = []
    for (let index = 0; index < 10; index += 1)
      booted.push(
        (await bootstrap(platform, await installToken(org, svc_id, 1440))).body
          .installation_id as string,
      )
    expect((await newToken(org, svc_id)).status).toBe(402)
    await org.api.post(`/installations/${booted[0]}/revoke`, {})
    expect((await bootstrap(platform, await installToken(org, svc_id, 1440))).status).toBe(201)
    expect((await newToken(org, svc_id)).status).toBe(402)
    await platform.advance(7 * DAY)
    expect((await newToken(org, svc_id)).status).toBe(201)
  })

  it('record a refusal in the audit log as plan.limit_exceeded, and do not limit workspaces on the enterprise plan', async () => {
    const [free, enterprise] = [
      await platform.organization('free'),
      await platform.organization('enterprise'),
    ]
    for (let index = 0; index < 2; index += 1) await newWorkspace(free)
    const refused = await newWorkspace(free)
    expect(await platform.auditOf(refused.body.request_id)).toMatchObject([
      {
        event_type: 'plan.limit_exceeded',
        outcome: 'denied',
        organization_id: free.organization_id,
        metadata: { resource: 'workspaces', plan: 'free', current: 3, max: 3 },
      },
    ])
    expect(statuses(await Promise.all(times(60, () => newWorkspace(enterprise))))).toEqual(
      times(60, () => 201),
    )
  })
})
