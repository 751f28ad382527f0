import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ms, plus } from '../../../src/domain/time.ts'
import { install, installRegistered, register, type Installed, type TestAgent } from '../agents.ts'
import { bearer } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { SECOND, MINUTE } from '../../kit/time.ts'

describe('heartbeats', () => {
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
  const countEvents = async (event_type: string) =>
    (await org.api.get(`/audit-logs?event_type=${event_type}`)).body.items.filter(
      ({ target }: { target: { id: string } }) => target.id === one.installation_id,
    ).length as number

  it('renew the lease for three intervals, and return when the next heartbeat is due', async () => {
    const { status, body } = await one.lease({
      status: 'running',
      heartbeat_interval_seconds: 60,
      health_payload: { queue: 3 },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      installation_id: one.installation_id,
      lease_expires_at: plus(now(), 180 * SECOND),
      next_heartbeat_at: expect.any(String),
      command: null,
    })
    expect(await one.row()).toMatchObject({
      health: 'online',
      status: 'running',
      health_payload: { queue: 3 },
      last_seen_at: now(),
    })
  })

  it('may be empty', async () => {
    expect((await one.lease({})).body.command).toBeNull()
  })

  it.each([
    [1, 30],
    [5, 30],
    [10, 30],
    [11, 33],
    [3600, 10_800],
    [86_400, 10_800],
  ])(
    'with an interval of %i s renew the lease for %i s',
    async (heartbeat_interval_seconds, lease) => {
      const short = await installRegistered(platform, org, agent, { heartbeat_interval_seconds })
      expect((await short.row()).lease_expires_at).toBe(plus(now(), lease * SECOND))
      expect((await short.lease({ heartbeat_interval_seconds })).body.lease_expires_at).toBe(
        plus(now(), lease * SECOND),
      )
    },
  )

  it('I-24: return a next_heartbeat_at before the lease ends, at most 10 % early', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 86_400 }), async (heartbeat_interval_seconds) => {
        const { lease_expires_at, next_heartbeat_at } = (
          await one.lease({ heartbeat_interval_seconds })
        ).body
        const effective = Math.min(3600, Math.max(5, heartbeat_interval_seconds))
        const wait = ms(next_heartbeat_at) - ms(now())
        expect(next_heartbeat_at < lease_expires_at).toBe(true)
        expect(wait >= effective * SECOND * 0.9 && wait <= effective * SECOND).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    ['starting', 'online'],
    ['busy', 'online'],
    ['idle', 'online'],
    ['paused', 'online'],
    ['stopping', 'online'],
    ['degraded', 'unhealthy'],
    ['error', 'unhealthy'],
    ['meditating', 'online'],
  ])('with status %s set the health %s', async (status, health) => {
    expect((await one.lease({ status })).status).toBe(200)
    expect(await one.row()).toMatchObject({ status, health, lifecycle: 'active' })
  })

  it('with status stopped prevent the lease from expiring', async () => {
    await one.lease({ status: 'stopped' })
    expect(await one.row()).toMatchObject({ health: 'stopped', lifecycle: 'active' })
    await platform.advance(10 * MINUTE)
    expect([await countEvents('installation.lease_expired'), (await one.row()).health]).toEqual([
      0,
      'stopped',
    ])
    await one.lease({ status: 'running' })
    expect((await one.row()).health).toBe('online')
  })

  it('restore an expired lease; both events are recorded in the audit log', async () => {
    await platform.advance(180 * SECOND - 1)
    expect(await countEvents('installation.lease_expired')).toBe(0)
    await platform.advance(1)
    expect([await countEvents('installation.lease_expired'), (await one.row()).health]).toEqual([
      1,
      'offline',
    ])
    expect((await one.lease()).status).toBe(200)
    await one.lease()
    expect([await countEvents('installation.lease_restored'), (await one.row()).health]).toEqual([
      1,
      'online',
    ])
  })

  it('I-22: never resume a paused installation', async () => {
    const { installation_id } = one
    await platform.store.sendCommandAsOperator(platform.context(), {
      installation_id,
      type: 'pause',
      reason: 'lunch',
    })
    for (const status of ['running', 'starting', 'stopped', 'running']) await one.lease({ status })
    expect((await one.row()).lifecycle).toBe('paused')
  })

  it('I-23: never move a timestamp backwards', async () => {
    await one.lease({ heartbeat_interval_seconds: 3600 })
    const { lease_expires_at } = await one.row()
    expect((await one.lease({ heartbeat_interval_seconds: 5 })).body.lease_expires_at).toBe(
      lease_expires_at,
    )
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        one.lease({ heartbeat_interval_seconds: 5 + index }),
      ),
    )
    expect((await one.row()).lease_expires_at).toBe(lease_expires_at)
  })

  it('are refused with 404 for the runtime token of another installation', async () => {
    const other = await install(platform, await platform.organization())
    expect((await one.lease({}, other.runtime_token)).body.code).toBe('INSTALLATION_NOT_FOUND')
    expect(
      (
        await platform
          .as(bearer(one.runtime_token))
          .post('/installations/00000000-0000-7000-8000-000000000000/lease', {})
      ).body.code,
    ).toBe('INSTALLATION_NOT_FOUND')
  })
})
