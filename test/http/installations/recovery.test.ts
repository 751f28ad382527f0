import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plus } from '../../../src/domain/time.ts'
import { install, installRegistered, register, type Installed, type TestAgent } from '../agents.ts'
import { NO_CREDENTIAL } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { MINUTE, DAY } from '../../kit/time.ts'

describe('the renewal of credentials', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let agent: TestAgent
  let one: Installed
  beforeAll(async () => {
    platform = await startPlatform()
  })
  beforeEach(async () => {
    org = await platform.organization()
    agent = await register(org)
    one = await installRegistered(platform, org, agent)
  })
  const recover = (more: object = {}) =>
    org.api.post('/installations/recovery', {
      agent_id: agent.svc_id,
      workspace_id: org.workspace_id,
      ...more,
    })

  it('exchanges a refresh token for runtime tokens with increasing versions', async () => {
    for (const token_version of [2, 3]) {
      expect((await one.refresh()).body).toEqual({
        runtime_token: expect.stringMatching(/^srt_/),
        expires_at: plus(platform.clock.now(), 90 * DAY),
        token_version,
      })
    }
  })

  it('accepts a refresh token after the runtime token has expired', async () => {
    await platform.advance(90 * DAY)
    expect((await one.lease()).status).toBe(401)
    const renewed = (await one.refresh()).body.runtime_token as string
    expect((await one.lease({}, renewed)).status).toBe(200)
  })

  it('refuses every invalid refresh with the same 401', async () => {
    const other = await install(platform, await platform.organization())
    const responses = [
      await one.refresh('srf_wrong'),
      await one.refresh(other.refresh_token),
      await one.refresh(one.runtime_token),
      await platform
        .as(NO_CREDENTIAL)
        .post('/installations/no-such-installation/refresh', { refresh_token: one.refresh_token }),
    ]
    for (const { status, body } of responses)
      expect([status, body.code, body.message]).toEqual([
        401,
        'INVALID_REFRESH_TOKEN',
        responses[0]!.body.message,
      ])
    expect(await platform.auditOf(responses[0]!.body.request_id)).toEqual([])
  })

  it('does not recover a suspended agent until it is reinstated, but keeps its credentials valid', async () => {
    const suspend = (suspended: boolean) =>
      platform.store.setSuspended(platform.context(), {
        svc_id: agent.svc_id,
        suspended,
        reason: 'test',
      })
    await suspend(true)
    expect((await recover()).body.code).toBe('AGENT_NOT_ACTIVE')
    expect((await one.lease()).status).toBe(200)
    await suspend(false)
    expect((await recover()).status).toBe(200)
  })

  it('I-12: responds to a recovery as to a first bootstrap, and invalidates the old runtime and refresh tokens', async () => {
    const spare = (await one.refresh()).body.runtime_token as string
    const got = await recover()
    expect([got.status, got.body]).toEqual([
      200,
      {
        installation_id: one.installation_id,
        runtime_token: expect.stringMatching(/^srt_/),
        refresh_token: expect.stringMatching(/^srf_/),
        expires_at: plus(platform.clock.now(), 90 * DAY),
        heartbeat_interval: 60,
        workspace_id: expect.stringMatching(/^ws_/),
      },
    ])
    expect([
      (await one.lease()).status,
      (await one.lease({}, spare)).status,
      (await one.refresh()).status,
    ]).toEqual([401, 401, 401])
    expect((await one.refresh(got.body.refresh_token)).body.token_version).toBe(4)
    expect((await one.lease({}, got.body.runtime_token)).status).toBe(200)
  })

  it('recovers the installation that has been silent the longest', async () => {
    platform.clock.advance(MINUTE)
    const second = await installRegistered(platform, org, agent)
    for (const chosen of [one, second, one]) {
      platform.clock.advance(MINUTE)
      expect((await recover()).body.installation_id).toBe(chosen.installation_id)
    }
  })

  it('prefers an installation with expired credentials to one that has been silent for longer', async () => {
    const silent = one
    const expired = await installRegistered(platform, org, agent)
    await platform.advance(50 * DAY)
    await silent.refresh()
    await platform.advance(32 * DAY)
    await expired.lease()
    await platform.advance(8 * DAY)
    expect((await recover()).body.installation_id).toBe(expired.installation_id)
  })

  it('replaces what the request states and keeps the rest', async () => {
    const before = await one.row()
    await recover({ upstream_url: 'https://new.example/a2a/tasks', heartbeat_interval_seconds: 2 })
    expect(await one.row()).toMatchObject({
      upstream_url: 'https://new.example/a2a/tasks',
      heartbeat_interval: 5,
      capabilities: before.capabilities,
      epoch: 1,
      lifecycle: 'active',
    })
  })

  it('responds with 404 if the agent has no installation in the workspace, and with 403 if all are revoked', async () => {
    expect((await recover({ agent_id: 'nobody' })).body.code).toBe('INSTALLATION_NOT_FOUND')
    expect(
      (await recover({ workspace_id: await platform.workspace(org.organization_id, 'Empty') })).body
        .code,
    ).toBe('INSTALLATION_NOT_FOUND')
    expect((await recover({ workspace_id: 'ws_nowhere' })).body.code).toBe('WORKSPACE_NOT_FOUND')
    await one.revoke()
    const got = await recover()
    expect([got.status, got.body.code]).toEqual([403, 'INSTALLATION_REVOKED'])
  })

  it('serves all simultaneous recoveries, and keeps only the credentials of the last one valid', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => recover()))
    const alive = []
    for (const { status, body } of responses) {
      expect(status).toBe(200)
      if ((await one.lease({}, body.runtime_token)).status === 200)
        alive.push((await one.refresh(body.refresh_token)).status)
    }
    expect(alive).toEqual([200])
  })

  it('I-14: records refresh and recovery in the audit log once each, with their request_id', async () => {
    for (const [event_type, got] of [
      ['installation.token_refreshed', await one.refresh()],
      ['installation.recovered', await recover()],
    ] as const) {
      const records = await platform.auditOf(got.headers['x-request-id'] as string)
      expect(records).toMatchObject([
        {
          event_type,
          workspace_id: org.workspace_id,
          target: { type: 'installation', id: one.installation_id },
        },
      ])
    }
  })
})
