import { beforeAll, describe, expect, it } from 'vitest'
import { agentIdentity, install, installRegistered, register as registerAgent } from '../agents.ts'
import { apiKey, bearer, cookie } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { DAY } from '../../kit/time.ts'

describe('GET /agents/{svc_id}', () => {
  let platform: TestPlatform
  let owner: TestOrganization
  let other: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    owner = await platform.organization()
    other = await platform.organization()
  })
  const register = async (more: object = {}) =>
    (await registerAgent(owner, agentIdentity(), more)).svc_id
  const readAgent = async (svc_id: string, who = owner) =>
    (await who.api.get(`/agents/${svc_id}`)).body

  it('shows what was registered, and the owner only to its own organization', async () => {
    const details = {
      description: 'Reads',
      publisher: 'Acme',
      category: 'data',
      llm_provider: 'llm',
      capabilities: ['read'],
      permissions: { network: ['a.example'] },
      url: 'https://agent.example',
      card: { name: 'Reader' },
    }
    const svc_id = await register(details)
    const [own, foreign] = [await readAgent(svc_id), await readAgent(svc_id, other)]
    expect(own).toMatchObject({
      svc_id,
      did: `did:svc:${svc_id}`,
      ...details,
      own: true,
      organization_id: owner.organization_id,
      private: false,
    })
    const { organization_id: _, installers: __, ...public_part } = own
    expect(foreign).toEqual({ ...public_part, own: false })
    expect(JSON.stringify(foreign).includes(owner.organization_id)).toBe(false)
  })

  it('reports an agent as verified if and only if it passes all of the checks that are shown', async () => {
    const failing = (body: { checks: { name: string; passed: boolean }[] }) =>
      body.checks.filter(({ passed }) => !passed).map(({ name }) => name)
    const proven = await register()
    const unproven = await register({ proof: undefined })
    const { registration } = agentIdentity()
    const foreign = (
      await owner.api.post('/agents/register', { ...registration, svc_id: 'made-elsewhere' })
    ).body.svc_id as string
    const suspended = await register()
    await platform.store.setSuspended(platform.context(), {
      svc_id: suspended,
      suspended: true,
      reason: 'x',
    })
    const accused = await register()
    const {
      body: { dispute_id },
    } = await other.api.post(`/agents/${accused}/disputes`, {
      issue_type: 'security_concern',
      description: 'It leaks.',
    })
    await platform.store.judgeDispute(platform.context(), {
      dispute_id: dispute_id as string,
      judgement: 'upheld',
      reason: 'It does.',
    })
    const seen = await Promise.all(
      [proven, unproven, foreign, suspended, accused].map(async (svc_id) => {
        const body = await readAgent(svc_id)
        const valid = (await owner.api.get(`/agents/${svc_id}/verify`)).body.valid
        return [body.verification_status, body.valid === valid, failing(body)]
      }),
    )
    expect(seen).toEqual([
      ['verified', true, []],
      ['pending', true, ['possession_proved']],
      ['unverified', true, ['id_recomputes', 'possession_proved']],
      ['suspended', true, ['in_good_standing']],
      ['unverified', true, ['no_upheld_security_dispute']],
    ])
    expect((await readAgent(accused)).disputes).toEqual({ open: 0, upheld: 1 })
  })

  it('shows the same reputation and disputes as the trust profile', async () => {
    const installed = await install(platform, owner)
    const [body, profile] = [
      await readAgent(installed.agent.svc_id),
      (await owner.api.get(`/trust/profile/did:svc:${installed.agent.svc_id}`)).body,
    ]
    for (const member of [
      'reputation',
      'disputes',
      'verification_status',
      'capabilities',
      'permissions',
      'public_key',
      'last_seen_at',
    ])
      expect([member, body[member]]).toEqual([member, profile[member]])
  })

  it('counts only the installations of the caller', async () => {
    const installed = await install(platform, owner)
    const svc_id = installed.agent.svc_id
    expect((await readAgent(svc_id)).installations).toEqual({ current: 1, living: 1 })
    expect((await readAgent(svc_id, other)).installations).toEqual({ current: 0, living: 0 })
    const elsewhere = await platform.workspace(owner.organization_id, 'Elsewhere')
    const bound = platform.as(
      apiKey(await platform.apiKey(owner.organization_id, { workspace_id: elsewhere })),
    )
    expect((await bound.get(`/agents/${svc_id}`)).body.installations).toEqual({
      current: 0,
      living: 0,
    })
    await platform.advance(DAY)
    expect((await readAgent(svc_id)).installations).toEqual({ current: 1, living: 0 })
    await installed.revoke()
    expect((await readAgent(svc_id)).installations).toEqual({ current: 0, living: 0 })
  })

  it('accepts an API key, a session, its cookie and the runtime token of an installation', async () => {
    const installed = await install(platform, owner)
    const session = await platform.session(owner.email)
    for (const path of [
      `/agents/${installed.agent.svc_id}`,
      `/agents/${installed.agent.svc_id}/reputation`,
    ]) {
      for (const credential of [
        apiKey(owner.api_key),
        bearer(session),
        cookie(session),
        bearer(installed.runtime_token),
      ]) {
        expect((await platform.as(credential).get(path)).status).toBe(200)
      }
    }
    expect(
      (await platform.as(bearer(installed.runtime_token)).get(`/agents/${installed.agent.svc_id}`))
        .body,
    ).toMatchObject({ own: true, installations: { current: 1 } })
  })

  it('accepts the percent-encoded form of an identifier with special characters', async () => {
    const { registration } = agentIdentity()
    const svc_id = 'acme/reader@1.0~+:x'
    await owner.api.post('/agents/register', { ...registration, svc_id })
    expect((await owner.api.get(`/agents/${encodeURIComponent(svc_id)}`)).body.svc_id).toBe(svc_id)
    expect(
      (await owner.api.get(`/agents/${encodeURIComponent(svc_id)}/reputation`)).body.svc_id,
    ).toBe(svc_id)
  })

  describe('reputation history', () => {
    const history = async (svc_id: string, query = '') =>
      (await owner.api.get(`/agents/${svc_id}/reputation${query}`)).body

    it('has a point for each day since the registration, and ends with the current score', async () => {
      const asking = await platform.organization()
      const installed = await installRegistered(platform, asking, await registerAgent(owner), {
        capabilities: ['read'],
        upstream_url: 'https://agent.example/a2a/tasks',
      })
      const svc_id = installed.agent.svc_id
      const route = () =>
        asking.api.post('/a2a/route', {
          skill: 'read',
          message: 'x',
          context: { workspace_id: asking.workspace_id, requester_id: asking.organization_id },
        })
      expect((await route()).status).toBe(200)
      platform.clock.advance(DAY)
      await installed.lease()
      await route()
      await route()
      platform.clock.advance(2 * DAY)
      const { points, computed_at } = await history(svc_id)
      expect(
        points.map(({ completed, samples }: { completed: number; samples: number }) => [
          completed,
          samples,
        ]),
      ).toEqual([
        [1, 1],
        [2, 3],
        [0, 3],
        [0, 3],
      ])
      expect(points.at(-1)).toEqual({
        date: computed_at.slice(0, 10),
        score: (await readAgent(svc_id)).reputation.score,
        samples: 3,
        completed: 0,
        failed: 0,
        upheld_disputes: 0,
      })
      expect((await history(svc_id, '?days=2')).points).toEqual(points.slice(-2))
    })

    it('covers 90 days by default, and a year at most', async () => {
      const svc_id = await register()
      platform.clock.advance(400 * DAY)
      expect((await history(svc_id)).points.length).toBe(90)
      expect((await history(svc_id, '?days=365')).points.length).toBe(365)
      for (const wrong of ['0', '366', '-1', '1.5', 'x'])
        expect((await history(svc_id, `?days=${wrong}`)).code).toBe('INVALID_PARAMETER')
    })
  })
})
