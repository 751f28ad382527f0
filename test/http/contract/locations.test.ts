import { expect, it } from 'vitest'
import { agentIdentity } from '../agents.ts'
import { startPlatform } from '../platform.ts'

it('a Location has the path of the public address', async () => {
  const platform = await startPlatform({ public_url: 'https://host.example/registry' })
  const { organization_id, api } = await platform.organization()
  const created = [
    await api.post(`/orgs/${organization_id}/workspaces`, { name: 'Second' }),
    await api.post('/agents/register', agentIdentity().registration),
    await api.post('/audit-logs/siem/logs/export', {}),
    await api.post('/audit-logs/siem/collector/export', {}),
    await api.post('/audit-logs/siem/alerts/export', {}),
  ]
  for (const { status, headers } of created) {
    const location = String(headers['location'])
    expect([status, location]).toEqual([
      expect.toBeOneOf([201, 202]),
      expect.stringMatching(/^\/registry\/api\/v1\//),
    ])
    // A proxy passes on what follows the path of the public address.
    expect((await api.get(location.replace(/^\/registry\/api\/v1/, ''))).status).toBe(200)
  }
})
