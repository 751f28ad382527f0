import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ms } from '../../../src/domain/time.ts'
import { agentIdentity, register, type TestAgent } from '../agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { SECOND } from '../../kit/time.ts'

describe('trust verification', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let agent: TestAgent
  beforeAll(async () => {
    platform = await startPlatform()
  })
  beforeEach(async () => {
    org = await platform.organization()
    agent = await register(org)
  })
  const context = (more: object = {}) => ({ workspace_id: org.workspace_id, ...more })
  const fresh = (skew = 0, more: object = {}) =>
    context({ timestamp: new Date(ms(platform.clock.now()) + skew).toISOString(), ...more })
  const verify = (body: object) => org.api.post('/trust/verify', body)
  const verdict = async (body: object) => (await verify(body)).body

  it.each([
    [-300_000, true, 'fresh'],
    [300_000, true, 'fresh'],
    [-300_001, false, 'stale'],
    [300_001, false, 'stale'],
  ])(
    'reports a timestamp that is %i ms off as valid: %s, freshness: %s',
    async (skew, valid, freshness) => {
      expect(await verdict(agent.trust(fresh(skew)))).toMatchObject({
        valid,
        freshness,
        ...(!valid && { reason: skew < 0 ? 'timestamp_stale' : 'timestamp_in_future' }),
      })
    },
  )

  it('accepts a timestamp with any UTC offset', async () => {
    const timestamp = new Date(ms(platform.clock.now()) + 3600 * SECOND)
      .toISOString()
      .replace('Z', '+01:00')
    expect(await verdict(agent.trust(context({ timestamp })))).toMatchObject({
      valid: true,
      freshness: 'fresh',
    })
  })

  it('accepts a nonce once for each agent and verifying workspace', async () => {
    const signed = agent.trust(fresh(0, { nonce: 'once' }))
    expect(await verdict(signed)).toMatchObject({ valid: true, freshness: 'fresh' })
    expect(await verdict(signed)).toMatchObject({
      valid: false,
      reason: 'nonce_reused',
      freshness: 'replayed',
    })
    const second = await platform.workspace(org.organization_id, 'Second')
    expect(
      (await verdict(agent.trust(fresh(0, { nonce: 'once', workspace_id: second })))).valid,
    ).toBe(true)
    const other = await register(org)
    expect((await verdict(other.trust(fresh(0, { nonce: 'once' })))).valid).toBe(true)
  })

  it('requires a timestamp with a nonce, and stores the nonce only after the signature was verified', async () => {
    expect(await verdict(agent.trust(context({ nonce: 'alone' })))).toMatchObject({
      valid: false,
      reason: 'nonce_without_timestamp',
    })
    const signed = agent.trust(fresh(0, { nonce: 'kept' }))
    await verdict({ ...signed, signature: agent.proof(org).signature })
    expect((await verdict(signed)).valid).toBe(true)
  })

  it('does not turn a claim into a proven registration, whatever its key signs', async () => {
    const claimed = agentIdentity()
    expect(
      (await org.api.post('/agents/register', claimed.registration)).body.verification_status,
    ).toBe('pending')
    for (const signed of [context(), fresh(), fresh(0, { nonce: 'mine' })])
      expect(await verdict(claimed.trust(signed))).toMatchObject({
        valid: true,
        verification_status: 'pending',
      })
    expect((await org.api.get(`/agents/${claimed.svc_id}`)).body).toMatchObject({
      ownership: 'claimed',
      verification_status: 'pending',
    })
  })
})
