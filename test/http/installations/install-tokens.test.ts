import { beforeAll, describe, expect, it } from 'vitest'
import { ms } from '../../../src/domain/time.ts'
import { bootstrap, install, installToken, register, registerPrivately } from '../agents.ts'
import { bearer } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { SECOND, MINUTE, DAY } from '../../kit/time.ts'

describe('install tokens', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let agent_id: string
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
    agent_id = (await register(org)).svc_id
  })
  const make = (body: object) =>
    org.api.post(`/workspaces/${org.workspace_id}/install-tokens`, body)
  const tokensOf = async ({ api, workspace_id }: TestOrganization) =>
    (await api.get(`/workspaces/${workspace_id}/install-tokens`)).body
  const revoke = ({ api, workspace_id }: TestOrganization, token_id: string) =>
    api.delete(`/workspaces/${workspace_id}/install-tokens/${token_id}`)

  it('are valid for 15 minutes by default, and name their workspace and agent', async () => {
    const { status, body } = await make({ agent_id })
    expect([status, body]).toEqual([
      201,
      {
        token: expect.stringMatching(/^skt_[\w-]{43}$/),
        token_id: expect.any(String),
        expires_at: expect.any(String),
        agent_id,
        workspace_id: org.workspace_id,
      },
    ])
    expect(ms(body.expires_at) - ms(platform.clock.now())).toBe(15 * MINUTE)
  })

  it.each([1, 7, 1440])('are valid for expiry_minutes: %i', async (expiry_minutes) => {
    expect(
      ms((await make({ agent_id, expiry_minutes })).body.expires_at) - ms(platform.clock.now()),
    ).toBe(expiry_minutes * MINUTE)
  })

  it.each([0, 1441, -1, 1.5])(
    'are refused with 422 if expiry_minutes is not an integer from 1 to 1440: %d',
    async (expiry_minutes) => {
      expect((await make({ agent_id, expiry_minutes })).status).toBe(422)
    },
  )

  it('can be exchanged until expires_at, to the millisecond, and are then refused with 401 and recorded in the audit log once as expired', async () => {
    const owner = await platform.organization()
    const [early, late] = [
      await installToken(owner, agent_id, 1),
      await installToken(owner, agent_id, 1),
    ]
    platform.clock.advance(MINUTE - 1)
    expect((await bootstrap(platform, early)).status).toBe(201)
    platform.clock.advance(1)
    expect((await bootstrap(platform, late)).body.code).toBe('INSTALL_TOKEN_EXPIRED')
    for (const later of [0, 5 * MINUTE]) {
      await platform.advance(later)
      expect((await owner.api.get('/audit-logs?event_type=install_token.expired')).body.total).toBe(
        1,
      )
    }
  })

  it('require an agent that exists, is visible and not suspended', async () => {
    expect((await make({ agent_id: 'nobody' })).body.code).toBe('AGENT_NOT_FOUND')
    const other = await platform.organization()
    expect((await make({ agent_id: (await register(other)).svc_id })).status).toBe(201)
    expect(
      (await make({ agent_id: (await registerPrivately(platform, other.organization_id)).svc_id }))
        .body.code,
    ).toBe('AGENT_NOT_FOUND')
    const { svc_id } = await register(org)
    await platform.store.setSuspended(platform.context(), {
      svc_id,
      suspended: true,
      reason: 'test',
    })
    expect((await make({ agent_id: svc_id })).body.code).toBe('AGENT_NOT_ACTIVE')
  })

  it('can be created by an owner with a session, but not in an unknown workspace', async () => {
    const owner = platform.as(bearer(await platform.session(org.email)))
    expect(
      (await owner.post(`/workspaces/${org.workspace_id}/install-tokens`, { agent_id })).status,
    ).toBe(201)
    expect(
      (await owner.post('/workspaces/ws_nowhere/install-tokens', { agent_id })).body.code,
    ).toBe('WORKSPACE_NOT_FOUND')
  })

  it('are listed newest first with their states, and without the tokens', async () => {
    const own = await platform.organization()
    const { svc_id } = await register(own)
    const made: string[] = []
    for (let count = 0; count < 4; count += 1) {
      made.unshift(await installToken(own, svc_id, count === 0 ? 1 : 15))
      platform.clock.advance(SECOND)
    }
    const booted = await bootstrap(platform, made[1]!)
    await revoke(own, (await tokensOf(own)).items[0].token_id)
    platform.clock.advance(MINUTE)
    const { items, total } = await tokensOf(own)
    expect(items.map(({ state }: { state: string }) => state)).toEqual([
      'revoked',
      'consumed',
      'outstanding',
      'expired',
    ])
    expect([total, items[1].installation_id]).toEqual([4, booted.body.installation_id])
    expect(JSON.stringify(items)).not.toMatch(/skt_|hash|caller/)
  })

  it('are treated as unknown and do not count against the quota once they are revoked, and are deleted after 30 days', async () => {
    const own = await platform.organization('free')
    const { svc_id } = await register(own)
    const token = await installToken(own, svc_id)
    const [{ token_id }] = (await tokensOf(own)).items
    expect((await revoke(own, token_id)).body.state).toBe('revoked')
    const { request_id: _, ...refused } = (await bootstrap(platform, token)).body
    const { request_id: _other, ...unknown } = (await bootstrap(platform, `skt_${'x'.repeat(43)}`))
      .body
    expect(refused).toEqual(unknown)
    for (let index = 0; index < 20; index += 1) await installToken(own, svc_id)
    await platform.advance(31 * DAY)
    expect((await tokensOf(own)).items).toEqual([])
    const expired = await platform.store.listAudit({
      reach: own.reach,
      organization_id: own.organization_id,
      event_type: 'install_token.expired',
      limit: 1,
      offset: 0,
    })
    expect(expired).toMatchObject({ total: 20 })
  })

  it('cannot be revoked if they are consumed, expired, revoked, or of another workspace or organization', async () => {
    const own = await platform.organization()
    const one = await install(platform, own)
    const [{ token_id }] = (await tokensOf(own)).items
    expect((await revoke(own, token_id)).body.code).toBe('INSTALL_TOKEN_NOT_OUTSTANDING')
    await installToken(own, one.agent.svc_id)
    const [spare] = (await tokensOf(own)).items
    const second = await platform.workspace(own.organization_id, 'Second')
    expect(
      (await own.api.delete(`/workspaces/${second}/install-tokens/${spare.token_id}`)).body.code,
    ).toBe('INSTALL_TOKEN_NOT_FOUND')
    expect((await revoke(await platform.organization(), spare.token_id)).body.code).toBe(
      'INSTALL_TOKEN_NOT_FOUND',
    )
    await installToken(own, one.agent.svc_id)
    const { token_id: revoked } = (await tokensOf(own)).items.find(
      ({ token_id: id, state }: { token_id: string; state: string }) =>
        state === 'outstanding' && id !== spare.token_id,
    )
    expect((await revoke(own, revoked)).status).toBe(200)
    expect((await revoke(own, revoked)).body.code).toBe('INSTALL_TOKEN_NOT_OUTSTANDING')
    platform.clock.advance(15 * MINUTE)
    expect((await revoke(own, spare.token_id)).body.code).toBe('INSTALL_TOKEN_NOT_OUTSTANDING')
  })
})
