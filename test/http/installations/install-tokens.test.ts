import { beforeAll, describe, expect, it } from 'vitest'
import { ms } from '../../../src/domain/time.ts'
import { bootstrap, installToken, register, registerPrivately } from '../agents.ts'
import { bearer } from '../client.ts'
import { minutes, startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

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
    expect(ms(body.expires_at) - ms(platform.clock.now())).toBe(minutes(15))
  })

  it.each([1, 7, 1440])('are valid for expiry_minutes: %i', async (expiry_minutes) => {
    expect(
      ms((await make({ agent_id, expiry_minutes })).body.expires_at) - ms(platform.clock.now()),
    ).toBe(minutes(expiry_minutes))
  })

  it.each([0, 1441, -1, 1.5])(
    'are refused with 422 if expiry_minutes is not an integer from 1 to 1440: %d',
    async (expiry_minutes) => {
      expect((await make({ agent_id, expiry_minutes })).status).toBe(422)
    },
  )

  it('can be exchanged until expires_at, to the millisecond, and are then refused with 401 and audited once as expired', async () => {
    const owner = await platform.organization()
    const [early, late] = [
      await installToken(owner, agent_id, 1),
      await installToken(owner, agent_id, 1),
    ]
    platform.clock.advance(minutes(1) - 1)
    expect((await bootstrap(platform, early)).status).toBe(201)
    platform.clock.advance(1)
    expect((await bootstrap(platform, late)).body.code).toBe('INSTALL_TOKEN_EXPIRED')
    for (const later of [0, minutes(5)]) {
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
})
