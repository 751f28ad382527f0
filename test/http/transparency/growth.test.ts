import { expect, it } from 'vitest'
import { agentIdentity } from '../agents.ts'
import { apiKey } from '../client.ts'
import { startPlatform } from '../platform.ts'

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
