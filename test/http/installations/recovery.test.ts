import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plus } from '../../../src/domain/time.ts'
import { install, installRegistered, register, type Installed, type TestAgent } from '../agents.ts'
import { NOBODY } from '../client.ts'
import {
  days,
  minutes,
  startPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../platform.ts'

describe('refreshing and recovering', () => {
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

  it('a refresh token buys a new runtime token with a higher version, again and again', async () => {
    for (const token_version of [2, 3]) {
      expect((await one.refresh()).body).toEqual({
        runtime_token: expect.stringMatching(/^srt_/),
        expires_at: plus(platform.clock.now(), days(90)),
        token_version,
      })
    }
  })

  it('it works when the runtime token has expired, and starts the last 5 minutes of an older one only when it is used', async () => {
    await platform.advance(days(90))
    expect((await one.lease()).status).toBe(401)
    const renewed = (await one.refresh()).body.runtime_token as string
    expect((await one.lease({}, renewed)).status).toBe(200)
  })

  it('a wrong refresh token, that of another installation and a right one for another id are the same 401', async () => {
    const other = await install(platform, await platform.organization())
    const answers = [
      await one.refresh('srf_wrong'),
      await one.refresh(other.refresh_token),
      await one.refresh(one.runtime_token),
      await platform
        .as(NOBODY)
        .post('/installations/no-such-installation/refresh', { refresh_token: one.refresh_token }),
    ]
    for (const { status, body } of answers)
      expect([status, body.code, body.message]).toEqual([
        401,
        'INVALID_REFRESH_TOKEN',
        answers[0]!.body.message,
      ])
    expect(await platform.auditOf(answers[0]!.body.request_id)).toEqual([])
  })

  it('an agent that the operator suspended is not recovered until it is reinstated, and keeps the credentials it has', async () => {
    const suspend = (suspended: boolean) =>
      platform.store.setSuspended(platform.act(), {
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

  it('I-12: recovery answers like a first bootstrap and kills the old runtime and refresh tokens', async () => {
    const spare = (await one.refresh()).body.runtime_token as string
    const got = await recover()
    expect([got.status, got.body]).toEqual([
      200,
      {
        installation_id: one.installation_id,
        runtime_token: expect.stringMatching(/^srt_/),
        refresh_token: expect.stringMatching(/^srf_/),
        expires_at: plus(platform.clock.now(), days(90)),
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

  it('recovery takes the one not heard from for longest', async () => {
    platform.clock.advance(minutes(1))
    const second = await installRegistered(platform, org, agent)
    for (const chosen of [one, second, one]) {
      platform.clock.advance(minutes(1))
      expect((await recover()).body.installation_id).toBe(chosen.installation_id)
    }
  })

  it('recovery prefers one with expired credentials, though another was not heard from for longer', async () => {
    const silent = one
    const expired = await installRegistered(platform, org, agent)
    await platform.advance(days(50))
    await silent.refresh()
    await platform.advance(days(32))
    await expired.lease()
    await platform.advance(days(8))
    expect((await recover()).body.installation_id).toBe(expired.installation_id)
  })

  it('recovery replaces what the request states and keeps the rest', async () => {
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

  it('without any installation of the agent there it is 404, and when all are revoked 403', async () => {
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

  it('of many recoveries at once every one answers, and the last one alone is good', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => recover()))
    const alive = []
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      if ((await one.lease({}, body.runtime_token)).status === 200)
        alive.push((await one.refresh(body.refresh_token)).status)
    }
    expect(alive).toEqual([200])
  })

  it('I-14: refresh and recovery leave one audit record each, with the request that caused it', async () => {
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
