import { beforeAll, describe, expect, it } from 'vitest'
import { installToken, register } from '../agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

describe('the string formats of the contract', () => {
  let platform: TestPlatform
  let owner: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    owner = await platform.organization()
  })

  it.each(['http://a:b', 'http://a:x/', 'http://a/"', 'http://a/%zz', 'http://[::1'])(
    'an upstream address %s is refused with 422',
    async (upstream_url) => {
      const agent = await register(owner)
      const got = await platform.as({}).post('/installations/bootstrap', {
        install_token: await installToken(owner, agent.svc_id),
        upstream_url,
      })
      expect([got.status, got.body.issues?.[0].path]).toEqual([422, '/body/upstream_url'])
    },
  )

  it.each(['http://a:', 'http://[v1.a]/', 'http://..', 'http://256.1.1.1', 'http://a:99999'])(
    'an upstream address %s is accepted',
    async (upstream_url) => {
      const agent = await register(owner)
      expect(
        (
          await platform.as({}).post('/installations/bootstrap', {
            install_token: await installToken(owner, agent.svc_id),
            upstream_url,
          })
        ).status,
      ).toBe(201)
    },
  )

  it.each([
    '"a b"@c.de',
    'a@[127.0.0.1]',
    'a@localhost',
    'a@b.de\n',
    'Ada <a@b.de>',
    'a..b@c.de',
    `${'a'.repeat(65)}@c.de`,
    `a@${'b'.repeat(64)}.de`,
  ])('an e-mail address %j is refused with 422', async (email) => {
    expect((await platform.as({}).post('/admin/auth/request-pin', { email })).status).toBe(422)
  })

  it.each(['2026-01-01t00:00:00z', '2016-12-31T23:59:60Z'])(
    'a timestamp %s is refused with 422',
    async (timestamp) => {
      const agent = await register(owner)
      const got = await owner.api.post('/trust/verify', {
        ...agent.trust({ workspace_id: owner.workspace_id, timestamp }),
      })
      expect([got.status, got.body.issues?.[0].path]).toEqual([422, '/body/context/timestamp'])
    },
  )
})
