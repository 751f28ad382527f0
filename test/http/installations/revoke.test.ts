import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plus } from '../../../src/domain/time.ts'
import { installRegistered, register, type Installed, type TestAgent } from '../agents.ts'
import { bearer } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { SECOND, MINUTE } from '../../kit/time.ts'

let platform: TestPlatform
let org: TestOrganization
let agent: TestAgent
let one: Installed
beforeAll(async () => {
  platform = await startPlatform()
  org = await platform.organization()
  agent = await register(org)
})
beforeEach(async () => {
  one = await installRegistered(platform, org, agent)
})
const now = () => platform.clock.now()

describe('revocation of an installation', () => {
  it('responds with installation, status, time and a deadline of one interval and 30 s by default', async () => {
    expect((await one.revoke()).body).toEqual({
      installation_id: one.installation_id,
      status: 'revoked',
      revoked_at: now(),
      deadline: plus(now(), 90 * SECOND),
    })
  })

  it.each([
    [0, 0],
    [1, 1],
    [30_000, 30_000],
    [600_000, 600_000],
    [600_001, 600_000],
    [86_400_000, 600_000],
  ])('treats a shutdown time of %i ms as %i ms', async (shutdown_timeout_ms, effective) => {
    expect((await one.revoke({ shutdown_timeout_ms })).body.deadline).toBe(plus(now(), effective))
  })

  it('responds to heartbeats with terminate and no token until the deadline, and then with 403', async () => {
    await platform.store.sendCommandAsOperator(platform.context(), {
      installation_id: one.installation_id,
      type: 'rotate_token',
      reason: 'test',
    })
    const { deadline } = (
      await one.revoke({ reason: 'A newer version takes over.', shutdown_timeout_ms: 10_000 })
    ).body
    platform.clock.advance(10 * SECOND - 1)
    const heartbeat = await one.lease({ status: 'running' })
    expect(heartbeat.status).toBe(200)
    expect(heartbeat.body).toMatchObject({
      lease_expires_at: deadline,
      command: { type: 'terminate', reason: 'A newer version takes over.', expires_at: deadline },
    })
    expect('refreshed_token' in heartbeat.body).toBe(false)
    expect(heartbeat.body.next_heartbeat_at < deadline).toBe(true)
    platform.clock.advance(1)
    const refused = await one.lease()
    expect([refused.status, refused.body.code]).toEqual([403, 'INSTALLATION_REVOKED'])
  })

  it.each([
    ['by command_ack', (id: string) => ({ command_ack: { id, status: 'done' } })],
    ['by the status stopped', () => ({ status: 'stopped' })],
  ])(
    'refuses the heartbeat after an acknowledgement %s, before the deadline',
    async (_, acknowledge) => {
      await one.revoke()
      const { command } = (await one.lease()).body
      expect((await one.lease(acknowledge(command.id))).body.command).toBeNull()
      expect((await one.lease()).body.code).toBe('INSTALLATION_REVOKED')
    },
  )

  it('refuses heartbeats at once with a shutdown time of 0', async () => {
    await one.revoke({ shutdown_timeout_ms: 0 })
    expect((await one.lease()).body.code).toBe('INSTALLATION_REVOKED')
  })

  it('I-11: accepts no request that starts after the response, except heartbeats', async () => {
    const uses = () => [
      platform.as(bearer(one.runtime_token)).get(`/workspaces/${org.workspace_id}/policy`),
      one.refresh(),
      platform.as(bearer(one.runtime_token)).post('/trust/headers', { svc_id: agent.svc_id }),
      platform.as(bearer(one.runtime_token)).post('/trust/verify', agent.trust({})),
    ]
    const busy = Promise.all(Array.from({ length: 10 }, uses).flat())
    expect((await one.revoke()).status).toBe(200)
    for (const got of await Promise.all(uses())) expect(got.status).toBe(401)
    for (const { status } of await busy) expect([200, 401]).toContain(status)
    for (const { body } of await Promise.all(Array.from({ length: 5 }, () => one.lease())))
      expect([body.command.type, 'refreshed_token' in body]).toEqual(['terminate', false])
  })

  it('changes nothing and gives the same response when it is repeated', async () => {
    const first = await one.revoke({ reason: 'first' })
    platform.clock.advance(MINUTE)
    const before = await platform.rows()
    const second = await one.revoke({ reason: 'second', shutdown_timeout_ms: 1 })
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(await platform.rows()).toEqual(before)
  })

  it('does not let a heartbeat or a beacon restore the installation', async () => {
    await one.revoke()
    await one.lease({ status: 'running' })
    await platform.advance(5 * MINUTE)
    expect((await one.row()).lifecycle).toBe('revoked')
    expect((await org.api.post(`${one.path}/beacon/register`, {})).body.code).toBe(
      'INSTALLATION_REVOKED',
    )
    const { items } = (await org.api.get('/audit-logs')).body
    const kinds = items
      .filter(({ target }: { target?: { id: string } }) => target?.id === one.installation_id)
      .map(({ event_type }: { event_type: string }) => event_type)
    expect(kinds).not.toContain('installation.lease_restored')
  })
})

describe('the beacon of an installation', () => {
  it('is the latest one that was registered, and may be empty', async () => {
    const path = `${one.path}/beacon/register`
    const metadata = { cluster: 'eu-1', nested: { deep: [1, 'zwei', null] } }
    expect((await org.api.post(path, { platform: 'my own', metadata })).body).toEqual({
      installation_id: one.installation_id,
      platform: 'my own',
      metadata,
      registered_at: now(),
    })
    expect((await org.api.post(path, {})).body).toEqual({
      installation_id: one.installation_id,
      registered_at: now(),
    })
    expect((await one.row()).beacon).toEqual({ registered_at: now() })
    expect((await org.api.post('/installations/no-such/beacon/register', {})).body.code).toBe(
      'INSTALLATION_NOT_FOUND',
    )
  })

  it('has metadata of at most 16 KiB and 8 levels', async () => {
    const path = `${one.path}/beacon/register`
    const deep = (levels: number): object => (levels === 1 ? {} : { a: deep(levels - 1) })
    for (const [metadata, status] of [
      [{ a: 'x'.repeat(16_384 - 8) }, 200],
      [{ a: 'x'.repeat(16_384 - 7) }, 422],
      [deep(8), 200],
      [deep(9), 422],
    ] as const) {
      expect((await org.api.post(path, { metadata })).status).toBe(status)
    }
  })
})
