import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ms } from '../../../src/domain/time.ts'
import { bootstrap, installRegistered, installToken, register, type TestAgent } from '../agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { SECOND, MINUTE, DAY } from '../../kit/time.ts'
import { atMost } from '../../kit/bounds.ts'

describe('bootstrap', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let agent: TestAgent
  let token: string
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
    agent = await register(org)
  })
  beforeEach(async () => {
    token = await installToken(org, agent.svc_id)
  })
  const boot = (details?: object, headers?: object) => bootstrap(platform, token, details, headers)

  it('responds to the first exchange with 201, a runtime token for 90 days and a refresh token', async () => {
    const { status, body } = await boot()
    expect([status, body]).toEqual([
      201,
      {
        installation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        runtime_token: expect.stringMatching(/^srt_[\w-]{43}$/),
        refresh_token: expect.stringMatching(/^srf_[\w-]{43}$/),
        expires_at: expect.any(String),
        heartbeat_interval: 60,
        workspace_id: org.workspace_id,
      },
    ])
    expect(ms(body.expires_at) - ms(platform.clock.now())).toBe(90 * DAY)
  })

  it('I-04: responds with the same installation and no refresh token after 59.999 s, and with 409 after 60.000 s', async () => {
    const first = (await boot()).body
    platform.clock.advance(60 * SECOND - 1)
    const replay = await boot()
    expect(replay.status).toBe(200)
    expect(Object.keys(replay.body).toSorted()).toEqual([
      'expires_at',
      'heartbeat_interval',
      'installation_id',
      'runtime_token',
      'workspace_id',
    ])
    expect(replay.body.installation_id).toBe(first.installation_id)
    expect(replay.body.runtime_token).not.toBe(first.runtime_token)
    platform.clock.advance(1)
    expect((await boot()).body.code).toBe('INSTALL_TOKEN_CONSUMED')
  })

  it('counts the replay window from the first exchange and does not extend it', async () => {
    await boot()
    for (const step of [20, 20, 19]) {
      platform.clock.advance(step * SECOND)
      expect((await boot()).status).toBe(200)
    }
    platform.clock.advance(SECOND)
    expect((await boot()).status).toBe(409)
  })

  it('permits a replay within the window although the token has expired', async () => {
    token = await installToken(org, agent.svc_id, 1)
    platform.clock.advance(MINUTE - 1)
    await boot()
    platform.clock.advance(60 * SECOND - 1)
    expect((await boot()).status).toBe(200)
  })

  it('keeps the refresh token of the first caller valid after a replay', async () => {
    const { installation_id, refresh_token } = (await boot()).body
    await boot()
    expect(
      (await platform.as({}).post(`/installations/${installation_id}/refresh`, { refresh_token }))
        .status,
    ).toBe(200)
  })

  it.each(['revocation', 'recovery', 'termination'])(
    'responds to a replay after %s with 409',
    async (ending) => {
      const installed = await installRegistered(platform, org, agent)
      token = installed.install_token
      expect((await boot()).status).toBe(200)
      if (ending === 'revocation') await installed.revoke()
      // Other installations of the agent were seen less recently and are recovered first.
      if (ending === 'recovery') await recoverUntil(installed.installation_id)
      if (ending === 'termination') {
        await platform.store.sendCommandAsOperator(platform.context(), {
          installation_id: installed.installation_id,
          type: 'terminate',
          reason: 'test',
        })
        await installed.lease({ status: 'stopped' })
      }
      expect((await boot()).body.code).toBe('INSTALL_TOKEN_CONSUMED')
    },
  )
  async function recoverUntil(installation_id: string) {
    for (const _ of atMost(100, 'the installation is never the one that is recovered')) {
      const got = await org.api.post('/installations/recovery', {
        agent_id: agent.svc_id,
        workspace_id: org.workspace_id,
      })
      if (got.body.installation_id === installation_id) return
      platform.clock.advance(1)
    }
  }

  it('records a replay with a different body in the audit log, and never applies the body', async () => {
    const first = await boot({
      upstream_url: 'https://a.example/a2a/tasks',
      capabilities: ['read'],
      heartbeat_interval_seconds: 30,
    })
    const replay = await boot({
      upstream_url: 'https://evil.example',
      capabilities: ['steal'],
      heartbeat_interval_seconds: 5,
    })
    expect(replay.body.heartbeat_interval).toBe(30)
    const [record] = await platform.auditOf(replay.headers['x-request-id'] as string)
    expect(record).toMatchObject({
      event_type: 'install_token.replay_detected',
      outcome: 'success',
      metadata: { agent_id: expect.any(String), body_differs: true, alarm: false },
    })
    const row = await platform.database.read((tx) =>
      tx.installations.get({ installation_id: first.body.installation_id as string }),
    )
    expect(row).toMatchObject({
      upstream_url: 'https://a.example/a2a/tasks',
      capabilities: ['read'],
      heartbeat_interval: 30,
    })
  })

  it('records all callers of a consumed token in the audit log, as an alarm from the second replay on', async () => {
    await boot({}, { 'User-Agent': 'first/1' })
    await boot({}, { 'User-Agent': 'second/1' })
    platform.clock.advance(2 * MINUTE)
    const refused = await boot({}, { 'User-Agent': 'third/1' })
    const [record] = await platform.auditOf(refused.body.request_id)
    expect(record).toMatchObject({
      event_type: 'install_token.replay_detected',
      outcome: 'denied',
      workspace_id: org.workspace_id,
      metadata: { alarm: true },
    })
    expect(record!.metadata['callers']).toMatchObject(
      ['first/1', 'second/1', 'third/1'].map((user_agent) => ({
        user_agent,
        ip: '127.0.0.1',
        at: expect.stringMatching(/Z$/),
      })),
    )
    expect(refused.text).not.toContain('first/1')
  })

  it.each([
    'skt_unknown',
    'x',
    'sk_live_abc',
    `skt_${'A'.repeat(43)}`,
    'a b\u0000c',
    'x'.repeat(512),
  ])(
    'refuses an unknown or malformed token with 401, and records this in the audit chain of the platform: %j',
    async (install_token) => {
      const got = await bootstrap(platform, install_token)
      expect([got.status, got.body.code]).toEqual([401, 'INVALID_INSTALL_TOKEN'])
      expect(await platform.auditOf(got.body.request_id)).toMatchObject([
        { event_type: 'installation.bootstrapped', outcome: 'denied', organization_id: null },
      ])
    },
  )

  it.each([
    [1, 5],
    [4, 5],
    [5, 5],
    [60, 60],
    [3600, 3600],
    [3601, 3600],
    [86_400, 3600],
  ])(
    'treats a heartbeat interval of %i s as %i s',
    async (heartbeat_interval_seconds, effective) => {
      expect((await boot({ heartbeat_interval_seconds })).body.heartbeat_interval).toBe(effective)
    },
  )

  it('refuses a suspended agent without consuming the token', async () => {
    const suspend = (suspended: boolean) =>
      platform.store.setSuspended(platform.context(), {
        svc_id: agent.svc_id,
        suspended,
        reason: 'test',
      })
    await suspend(true)
    expect((await boot()).body.code).toBe('AGENT_NOT_ACTIVE')
    await suspend(false)
    expect((await boot()).status).toBe(201)
  })

  it('I-01, I-02: gives one of 20 simultaneous callers the refresh token', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => boot()))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ body }) => 'refresh_token' in body)).toHaveLength(1)
    expect(new Set(responses.map(({ body }) => body.installation_id)).size).toBe(1)
    expect(new Set(responses.map(({ body }) => body.runtime_token)).size).toBe(20)
  })

  it('accepts any upstream_url, which is checked only when a task is sent', async () => {
    for (const upstream_url of [
      'http://127.0.0.1:1/a2a/tasks',
      'https://agent.internal/x?y=1',
      'http://169.254.169.254/',
    ]) {
      token = await installToken(org, agent.svc_id)
      expect((await boot({ upstream_url })).status).toBe(201)
    }
  })
})
