import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { API_KEY, INSTALLATIONS, ORGANIZATION, VERIFICATIONS } from '../../../src/auth/limits.ts'
import { ms, plus } from '../../../src/domain/time.ts'
import { trustedProxies } from '../../../src/contract/address.ts'
import { bootstrap, install, installRegistered, installToken, register } from '../agents.ts'
import { apiKey, bearer, NO_CREDENTIAL, type TestResponse } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { SECOND, MINUTE, HOUR } from '../../kit/time.ts'
import { atMost } from '../../kit/bounds.ts'

/** These tests use the documented limits, which other tests raise. */
describe('rate limits', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform({ rate_limit_factor: 1 })
  })
  beforeEach(async () => {
    platform.clock.advance(24 * HOUR)
    org = await platform.organization()
  })
  const wait = (got: TestResponse) => {
    expect(got.status).toBe(429)
    platform.clock.advance(Number(got.headers['retry-after']) * SECOND)
  }
  const pin = (email: string) =>
    platform.as(NO_CREDENTIAL).post('/admin/auth/request-pin', { email })

  it('an API key may send 600 requests a minute; responses state the remaining number or the time to wait', async () => {
    const path = `/orgs/${org.organization_id}/workspaces`
    const first = await org.api.get(path)
    expect([first.headers['ratelimit-policy'], first.headers['ratelimit']]).toEqual([
      '"api-key";q=600;w=60',
      '"api-key";r=599;t=1',
    ])
    const [key] = await platform.store.listApiKeysAsOperator({
      organization_id: org.organization_id,
    })
    for (let used = 1; used < 599; used += 1)
      platform.services.limiter.consume(API_KEY, key!.key_id)
    expect((await org.api.get(path)).headers['ratelimit']).toBe('"api-key";r=0;t=60')
    const refused = await org.api.get(path)
    expect(refused.body).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many requests: 600 in 60 s are allowed here; wait 1 s.',
    })
    expect([
      refused.headers['retry-after'],
      refused.headers['ratelimit'],
      refused.headers['ratelimit-policy'],
    ]).toEqual(['1', '"api-key";r=0;t=60', '"api-key";q=600;w=60'])
    expect(
      (await platform.as(apiKey(await platform.apiKey(org.organization_id))).get(path)).status,
    ).toBe(200)
    wait(refused)
    expect((await org.api.get(path)).status).toBe(200)
  })

  it('the response to a request that the plan refuses states the remaining number as well', async () => {
    const { api } = await platform.organization('free')
    expect(await api.get('/audit-logs')).toMatchObject({
      status: 402,
      headers: { ratelimit: '"api-key";r=599;t=1', 'ratelimit-policy': '"api-key";q=600;w=60' },
    })
  })

  it('an action on several installations counts as one request per change, but at least as one, for the key and its organization', async () => {
    const agent = await register(org)
    for (const _ of [1, 2, 3]) await installRegistered(platform, org, agent)
    const act = (action: string) =>
      org.api.post(`/orgs/${org.organization_id}/installations/actions`, {
        ...{ action, select: { agent_id: agent.svc_id } },
      })
    platform.clock.advance(24 * HOUR)
    for (const action of ['pause', 'pause', 'resume']) expect((await act(action)).status).toBe(200)
    const { limiter } = platform.services
    expect(limiter.peek(ORGANIZATION.enterprise, org.organization_id).remaining).toBe(29_993)
    const after = await org.api.get(`/orgs/${org.organization_id}/workspaces`)
    expect(after.headers['ratelimit']).toBe('"api-key";r=592;t=1')
  })

  it('a PIN may be requested 3 times in 15 minutes per e-mail address, known or not', async () => {
    for (const email of [org.email, 'nobody@example.com']) {
      for (let index = 0; index < 3; index += 1) expect((await pin(email)).status).toBe(200)
      const refused = await pin(email.toUpperCase())
      expect([refused.headers['ratelimit-policy'], refused.headers['retry-after']]).toEqual([
        '"pin-email";q=3;w=900',
        '300',
      ])
      wait(refused)
      expect((await pin(email)).status).toBe(200)
    }
  })

  it('a PIN may be requested 20 times a day per e-mail address', async () => {
    let sent = 0
    for (const _ of atMost(100, 'PINs are mailed without limit')) {
      const got = await pin(org.email)
      if (got.status === 200) sent += 1
      else if (got.headers['ratelimit-policy'] === '"pin-email-day";q=20;w=86400') break
      else wait(got)
    }
    expect(sent).toBeGreaterThanOrEqual(20)
    expect(sent).toBeLessThanOrEqual(22)
  })

  it('a PIN may be requested 30 times an hour per network address; refused requests do not count for the person', async () => {
    for (let index = 0; index < 30; index += 1)
      expect((await pin(`person-${index}@example.com`)).status).toBe(200)
    for (let index = 0; index < 5; index += 1) {
      const refused = await pin(org.email)
      expect([refused.status, refused.headers['ratelimit-policy']]).toEqual([
        429,
        '"pin-address";q=30;w=3600',
      ])
    }
    platform.clock.advance(6 * MINUTE)
    for (let index = 0; index < 3; index += 1) expect((await pin(org.email)).status).toBe(200)
  })

  it('bootstrap and refresh requests count only if they fail, up to 30 a minute per address, and a refusal consumes no token', async () => {
    const { svc_id } = await register(org)
    for (let index = 0; index < 35; index += 1)
      expect((await bootstrap(platform, await installToken(org, svc_id))).status).toBe(201)
    const token = await installToken(org, svc_id)
    const failed = await bootstrap(platform, 'skt_wrong')
    expect([failed.headers['ratelimit'], failed.headers['ratelimit-policy']]).toEqual([
      '"failed-tokens";r=29;t=2',
      '"failed-tokens";q=30;w=60',
    ])
    const failures = Array.from({ length: 29 }, (_, index) =>
      index % 2
        ? bootstrap(platform, `skt_${index}`)
        : platform.as(NO_CREDENTIAL).post('/installations/x/refresh', { refresh_token: 'srf_x' }),
    )
    for (const got of await Promise.all(failures)) expect(got.status).toBe(401)
    const refused = await bootstrap(platform, token)
    expect(refused.headers['ratelimit-policy']).toBe('"failed-tokens";q=30;w=60')
    wait(refused)
    expect((await bootstrap(platform, token)).status).toBe(201)
  })

  it('an installation may send 20 heartbeats beyond the agreed rate', async () => {
    const one = await install(platform, org)
    for (let index = 0; index < 20; index += 1) expect((await one.lease()).status).toBe(200)
    const refused = await one.lease()
    expect([refused.headers['ratelimit-policy'], refused.headers['retry-after']]).toEqual([
      '"lease";q=20;w=1080',
      '54',
    ])
    wait(refused)
    expect([(await one.lease()).status, (await one.lease()).status]).toEqual([200, 429])
  })

  it.each([60, 3600])(
    'an agent with an interval of %i s that sends each heartbeat when it is due is never refused, even after its revocation',
    async (heartbeat_interval_seconds) => {
      const one = await install(platform, org, undefined, { heartbeat_interval_seconds })
      const sendWhenDue = async () => {
        const got = await one.lease({ status: 'stopping' })
        expect(got.status).toBe(200)
        platform.clock.advance(ms(got.body.next_heartbeat_at) - ms(platform.clock.now()))
      }
      for (let sent = 0; sent < 500; sent += 1) await sendWhenDue()
      const { deadline } = (await one.revoke({ shutdown_timeout_ms: 10 * MINUTE })).body
      for (const _ of atMost(200, 'the deadline is never reached')) {
        if (plus(platform.clock.now(), 5 * SECOND) >= deadline) break
        await sendWhenDue()
      }
      expect((await one.lease({ status: 'stopped' })).status).toBe(200)
    },
  )

  it('a 429 never expires a lease: an agent that sends far too many heartbeats stays online', async () => {
    const one = await install(platform, org, undefined, { heartbeat_interval_seconds: 10 })
    const statuses = new Map<number, number>()
    for (let index = 0; index < 300; index += 1) {
      const { status } = await one.lease()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await platform.advance(SECOND)
      expect((await one.row()).health).toBe('online')
    }
    expect(statuses.get(429)).toBeGreaterThan(200)
    expect(
      (await org.api.get('/audit-logs?event_type=installation.lease_expired')).body.total,
    ).toBe(0)
  })

  it('T-09: an organization with 50 keys reaches its own limits, and another one is not affected', async () => {
    const [many, one] = [await platform.organization('free'), await platform.organization('free')]
    const keys = await Promise.all(
      Array.from({ length: 50 }, () => platform.apiKey(many.organization_id)),
    )
    const statuses = new Map<number, number>()
    for (let request = 0; request < 1250; request += 1) {
      const { status } = await platform
        .as(apiKey(keys[request % 50]!))
        .get(`/orgs/${many.organization_id}/workspaces`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 1200, 429: 50 })
    const refused = await many.api.get(`/orgs/${many.organization_id}/workspaces`)
    expect(refused).toMatchObject({
      status: 429,
      headers: {
        ratelimit: '"organization";r=0;t=60',
        'ratelimit-policy': '"organization";q=1200;w=60',
      },
    })
    expect(await one.api.get(`/orgs/${one.organization_id}/workspaces`)).toMatchObject({
      status: 200,
      headers: { ratelimit: '"api-key";r=599;t=1' },
    })
    platform.clock.advance(60 * SECOND)
    expect((await many.api.get(`/orgs/${many.organization_id}/workspaces`)).status).toBe(200)
  })

  it('heartbeats do not count against the limit of the organization', async () => {
    const org = await platform.organization('free')
    const one = await install(platform, org)
    const left = async () =>
      Number(
        /r=(\d+)/.exec(
          String(
            (await org.api.get(`/orgs/${org.organization_id}/workspaces`)).headers['ratelimit'],
          ),
        )![1],
      )
    const before = await left()
    for (let index = 0; index < 10; index += 1) await one.lease()
    expect(await left()).toBe(before - 1)
  })

  it('T-09: requests from installations consume a budget of their own, and not that of the keys of the organization', async () => {
    const org = await platform.organization('free')
    const one = await install(platform, org)
    const agent = platform.as(bearer(one.runtime_token))
    const profile = () => agent.get(`/trust/profile/did:svc:${one.agent.svc_id}`)
    expect((await profile()).status).toBe(200)
    for (let index = 1; index < 1200; index += 1)
      platform.services.limiter.consume(INSTALLATIONS.free, org.organization_id)
    expect(await profile()).toMatchObject({
      status: 429,
      headers: { 'ratelimit-policy': '"installations";q=1200;w=60' },
    })
    const revoked = await org.api.post(`/installations/${one.installation_id}/revoke`, {})
    expect(revoked).toMatchObject({
      status: 200,
      headers: { 'ratelimit-policy': '"api-key";q=600;w=60' },
    })
  })

  it('T-09: verifications by installations consume the verification budget of the organization, and no other', async () => {
    const org = await platform.organization('free')
    const agent = platform.as(bearer((await install(platform, org)).runtime_token))
    const verify = () =>
      agent.post('/trust/verify', { svc_id: 'nobody', signature: 'x', context: {} })
    expect((await verify()).status).toBe(404)
    for (let index = 1; index < 1200; index += 1)
      platform.services.limiter.consume(VERIFICATIONS.free, org.organization_id)
    expect(await verify()).toMatchObject({
      status: 429,
      headers: { 'ratelimit-policy': '"verifications";q=1200;w=60' },
    })
    expect(await org.api.get(`/orgs/${org.organization_id}/workspaces`)).toMatchObject({
      status: 200,
      headers: { 'ratelimit-policy': '"api-key";q=600;w=60' },
    })
  })

  it('the address is that of the connection, unless the peer is a trusted proxy', async () => {
    const ask = (on: TestPlatform, from: string) =>
      on
        .as(NO_CREDENTIAL)
        .post('/installations/bootstrap', { install_token: 'skt_x' }, { 'X-Forwarded-For': from })
    const last = async (on: TestPlatform, from: (failure: number) => string) => {
      const seen = []
      for (let failure = 0; failure < 31; failure += 1)
        seen.push((await ask(on, from(failure))).status)
      return seen.at(-1)
    }
    expect(await last(platform, (failure) => `203.0.113.${failure}`)).toBe(429)
    const behind = await startPlatform({
      rate_limit_factor: 1,
      proxies: trustedProxies(['loopback']),
    })
    expect(await last(behind, (failure) => `203.0.113.${failure}`)).toBe(401)
    expect(await last(behind, (failure) => `${failure}.written.by.the.client, 198.51.100.7`)).toBe(
      429,
    )
    const [record] = await behind.auditOf(
      (await ask(behind, '<b>markup</b>, 198.51.100.8')).body.request_id,
    )
    expect(record!.actor.ip).toBe('198.51.100.8')
  })

  it('addresses of one IPv6 /64 count together, and the audit record names the whole address', async () => {
    const behind = await startPlatform({
      rate_limit_factor: 1,
      proxies: trustedProxies(['loopback']),
    })
    const ask = (from: string) =>
      behind
        .as(NO_CREDENTIAL)
        .post('/installations/bootstrap', { install_token: 'skt_x' }, { 'X-Forwarded-For': from })
    for (let failure = 0; failure < 30; failure += 1)
      expect((await ask(`2001:db8:1:2::${failure}`)).status).toBe(401)
    expect((await ask('2001:db8:1:2:ffff::1')).status).toBe(429)
    const elsewhere = await ask('2001:db8:1:3::1')
    expect(elsewhere.status).toBe(401)
    expect((await behind.auditOf(elsewhere.body.request_id))[0]!.actor.ip).toBe('2001:db8:1:3::1')
  })
})
