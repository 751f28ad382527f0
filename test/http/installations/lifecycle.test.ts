import { beforeEach, describe, expect, it } from 'vitest'
import { install } from '../agents.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'
import { SECOND } from '../../kit/time.ts'

describe('the lifecycle of an installation', () => {
  let platform: TestPlatform
  let org: Awaited<ReturnType<TestPlatform['organization']>>
  beforeEach(async () => {
    platform = await startPlatform()
    org = await platform.organization()
  })
  const post = (path: string, body: object, bearer?: string) => {
    const sent = platform
      .http()
      .post(`/api/v1${path}`)
      .set(bearer ? { Authorization: `Bearer ${bearer}` } : { 'X-API-Key': org.api_key })
    return sent.send(body)
  }

  it('leads from registration to revocation', async () => {
    const { agent, installation_id, runtime_token, refresh_token } = await install(platform, org)
    const verified = await platform
      .http()
      .get(`/api/v1/agents/${agent.svc_id}/verify`)
      .set('X-API-Key', org.api_key)
    expect(verified.body).toEqual({
      valid: true,
      svc_id: agent.svc_id,
      name: agent.registration.name,
      version: '1.0.0',
      registered_at: '2026-03-01T12:00:00.000Z',
    })

    const lease = await post(
      `/installations/${installation_id}/lease`,
      { status: 'running' },
      runtime_token,
    )
    expect(lease.status).toBe(200)
    expect(lease.body).toMatchObject({
      installation_id,
      command: null,
      lease_expires_at: '2026-03-01T12:03:00.000Z',
    })

    const refreshed = await post(`/installations/${installation_id}/refresh`, { refresh_token })
    expect(refreshed.body).toMatchObject({
      token_version: 2,
      expires_at: '2026-05-30T12:00:00.000Z',
    })

    const revoked = await post(`/installations/${installation_id}/revoke`, { reason: 'done' })
    expect(revoked.body).toMatchObject({ installation_id, status: 'revoked' })
    expect(
      (await post(`/installations/${installation_id}/refresh`, { refresh_token })).status,
    ).toBe(401)
    const heartbeat = await post(`/installations/${installation_id}/lease`, {}, runtime_token)
    expect(heartbeat.body.command).toMatchObject({ type: 'terminate', reason: 'done' })
    await platform.advance(91 * SECOND)
    expect(
      (await post(`/installations/${installation_id}/lease`, {}, runtime_token)).body.code,
    ).toBe('INSTALLATION_REVOKED')
  })
})
