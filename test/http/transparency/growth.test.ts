import { expect, it } from 'vitest'
import { AGENT_CHANGES } from '../../../src/auth/limits.ts'
import { agentIdentity, register, type TestAgent } from '../agents.ts'
import { apiKey, bearer, type ApiClient } from '../client.ts'
import { startPlatform, type TestOrganization } from '../platform.ts'

it('limits how fast one organization can make the log grow, however many keys it has, and does not limit other organizations', async () => {
  // A fiftieth of every limit: 12 requests a minute for a key, 200 changes to agents a day for an organization.
  const platform = await startPlatform({ rate_limit_factor: 0.02 })
  const [org, other] = [await platform.organization(), await platform.organization()]
  const { registration } = agentIdentity()
  const statuses: number[] = []
  for (let key = 0; key < 17; key += 1) {
    const api = platform.as(apiKey(await platform.apiKey(org.organization_id)))
    for (let request = 0; request < 12; request += 1)
      statuses.push((await api.post('/agents/register', registration)).status)
  }
  expect(statuses.slice(0, 200)).toEqual([201, ...Array.from({ length: 199 }, () => 409)])
  expect(statuses.slice(200)).toEqual([429, 429, 429, 429])
  const refused = await org.api.post('/agents/register', registration)
  expect(refused.headers['ratelimit-policy']).toBe('"agent-changes";q=200;w=86400')
  expect(refused.headers['retry-after']).toBe('432')
  const update = await org.api.put(`/agents/${registration.svc_id}`, {})
  expect(update.status).toBe(429)
  expect((await org.api.get(`/agents/${registration.svc_id}`)).status).toBe(200)
  expect((await other.api.post('/agents/register', agentIdentity().registration)).status).toBe(201)
})

it('counts the changes that a person makes against the organization whose agents change, even if it is not the first organization of the person', async () => {
  const platform = await startPlatform({ rate_limit_factor: 1 })
  const [first, second, viewed] = [
    await platform.organization(),
    await platform.organization(),
    await platform.organization(),
  ]
  await platform.member(second.organization_id, first.email, 'admin')
  await platform.member(viewed.organization_id, first.email, 'viewer')
  const ada = platform.as(bearer(await platform.session(first.email)))
  const own = await register(first)
  const [agent, foreign] = [await register(second), await register(viewed)]
  const left = ({ organization_id }: TestOrganization) =>
    platform.services.limiter.peek(AGENT_CHANGES, organization_id).remaining
  const change = (by: ApiClient, { svc_id }: TestAgent) => by.put(`/agents/${svc_id}`, {})
  platform.services.limiter.charge([[AGENT_CHANGES, second.organization_id]], left(second) - 1)

  const changed = await change(ada, agent)
  expect([changed.status, changed.headers['ratelimit']]).toEqual([
    200,
    expect.stringMatching('"agent-changes";r=0;'),
  ])
  for (const by of [ada, second.api]) {
    const refused = await change(by, agent)
    expect([refused.status, refused.headers['ratelimit-policy']]).toEqual([
      429,
      '"agent-changes";q=10000;w=86400',
    ])
  }
  const before = [left(first), left(viewed)]
  expect((await change(ada, foreign)).body.code).toBe('ROLE_REQUIRED')
  expect((await change(ada, own)).status).toBe(200)
  expect([left(first), left(viewed)]).toEqual([before[0]! - 1, before[1]!])
})

it('counts a change to a claim against the claimant, although a private registration lists it as an installer', async () => {
  const platform = await startPlatform({ rate_limit_factor: 1 })
  const [first, claimant, holder, viewed] = [
    await platform.organization(),
    await platform.organization(),
    await platform.organization(),
    await platform.organization(),
  ]
  await platform.member(claimant.organization_id, first.email, 'admin')
  await platform.member(viewed.organization_id, first.email, 'viewer')
  const ada = platform.as(bearer(await platform.session(first.email)))
  const claimedBy = async (organization: TestOrganization): Promise<string> => {
    const { registration } = agentIdentity()
    expect((await organization.api.post('/agents/register', registration)).status).toBe(201)
    await platform.store.registerAgent(platform.context(), {
      ...registration,
      organization_id: holder.organization_id,
      key_sound: true,
      proven: true,
      private: true,
      installable_by: 'listed',
      installers: [organization.organization_id],
      details: {},
    })
    return registration.svc_id
  }
  const [claimed, foreign] = [await claimedBy(claimant), await claimedBy(viewed)]
  const left = ({ organization_id }: TestOrganization) =>
    platform.services.limiter.peek(AGENT_CHANGES, organization_id).remaining
  const before = [left(first), left(claimant), left(holder)]
  expect((await ada.put(`/agents/${claimed}`, {})).status).toBe(200)
  expect([left(first), left(claimant), left(holder)]).toEqual([
    before[0],
    before[1]! - 1,
    before[2],
  ])
  expect((await ada.put(`/agents/${foreign}`, {})).body.code).toBe('ROLE_REQUIRED')
})
