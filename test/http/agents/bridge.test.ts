import { beforeAll, describe, expect, it } from 'vitest'
import { agentIdentity, register } from '../agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

const BRIDGE = { protocol: 'mcp', version: '2025-11-25', digest: 'c'.repeat(64) }

describe('the registration of a bridge', () => {
  let platform: TestPlatform
  let owner: TestOrganization
  let other: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    owner = await platform.organization()
    other = await platform.organization()
  })
  const profileOf = async (svc_id: string, { api } = other) => [
    (await api.get(`/agents/${svc_id}`)).body.bridge,
    (await api.get(`/trust/profile/did:svc:${svc_id}`)).body.bridge,
  ]

  it('shows everybody the protocol of the foreign agent and the digest of what it offers', async () => {
    const { svc_id } = await register(owner, agentIdentity(), { bridge: BRIDGE })
    expect(await profileOf(svc_id)).toEqual([BRIDGE, BRIDGE])
  })

  it('is not shown for an agent that was registered without one', async () => {
    const { svc_id } = await register(owner)
    expect(await profileOf(svc_id)).toEqual([undefined, undefined])
  })

  it('fixes the foreign agent at registration: a later change is refused', async () => {
    const { svc_id } = await register(owner, agentIdentity(), { bridge: BRIDGE })
    const updated = await owner.api.put(`/agents/${svc_id}`, { description: 'Of another kind.' })
    expect([updated.status, updated.body.bridge]).toEqual([200, BRIDGE])
    const changed = await owner.api.put(`/agents/${svc_id}`, {
      bridge: { ...BRIDGE, digest: 'd'.repeat(64) },
    })
    expect(changed.status).toBe(422)
    expect(await profileOf(svc_id)).toEqual([BRIDGE, BRIDGE])
  })

  it.each([
    ['an address', { ...BRIDGE, source: 'https://inside.example' }],
    ['no digest', { protocol: 'mcp', version: '1' }],
    ['a digest of another length', { ...BRIDGE, digest: 'c'.repeat(63) }],
    ['an unreadable protocol', { ...BRIDGE, protocol: 'A2A\n' }],
  ])('is refused with %s', async (_, bridge) => {
    const { registration } = agentIdentity()
    const got = await owner.api.post('/agents/register', { ...registration, bridge })
    expect(got.status).toBe(422)
  })
})
