import fc from 'fast-check'
import { expect, it } from 'vitest'
import { elapsed, plus } from '../../../src/domain/time.ts'
import { hashToken } from '../../../src/domain/tokens.ts'
import { SECOND } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { newWorld } from '../world.ts'

eachStore((location) => {
  it.each([
    [undefined, 60, 180],
    [1, 5, 30],
    [5, 5, 30],
    [10, 10, 30],
    [11, 11, 33],
    [3600, 3600, 10_800],
    [86_400, 3600, 10_800],
  ])(
    'with heartbeat_interval_seconds %s expects a heartbeat every %i s and grants a lease of %i s',
    async (heartbeat_interval_seconds, effective, lease_s) => {
      const { install, sendHeartbeat, clock, installationOf } = await newWorld(location())
      const { runtime_token, installation } = await install()
      clock.advance(3 * 60 * SECOND)
      const { lease_expires_at, next_heartbeat_at } = await sendHeartbeat(runtime_token, {
        heartbeat_interval_seconds,
      })
      expect(elapsed(clock.now, lease_expires_at)).toBe(lease_s * SECOND)
      const due = elapsed(clock.now, next_heartbeat_at)
      expect(due).toBeGreaterThanOrEqual(0.9 * effective * SECOND)
      expect(due).toBeLessThanOrEqual(effective * SECOND)
      expect(await installationOf(installation.installation_id)).toMatchObject({
        heartbeat_interval: effective,
        lease_expires_at,
        last_seen_at: clock.now,
      })
    },
  )

  it('keeps the interval for heartbeats that state none', async () => {
    const { install, sendHeartbeat, installationOf } = await newWorld(location())
    const { runtime_token, installation } = await install({ heartbeat_interval_seconds: 20 })
    await sendHeartbeat(runtime_token, { heartbeat_interval_seconds: 30 })
    await sendHeartbeat(runtime_token, {})
    expect(await installationOf(installation.installation_id)).toMatchObject({
      heartbeat_interval: 30,
    })
  })

  it.each([
    ['starting', 'online'],
    ['running', 'online'],
    ['busy', 'online'],
    ['idle', 'online'],
    ['paused', 'online'],
    ['stopping', 'online'],
    ['degraded', 'unhealthy'],
    ['error', 'unhealthy'],
    ['stopped', 'stopped'],
    ['something new', 'online'],
    [undefined, 'online'],
  ])('status %s sets the health %s and does not change the lifecycle', async (status, health) => {
    const { install, sendHeartbeat, installationOf } = await newWorld(location())
    const { runtime_token, installation } = await install()
    await sendHeartbeat(runtime_token, { status, health_payload: { cpu: 0.5 } })
    expect(await installationOf(installation.installation_id)).toMatchObject({
      health,
      lifecycle: 'active',
      status: status ?? null,
      health_payload: { cpu: 0.5 },
    })
  })

  it('I-23: never moves a timestamp backwards after a late or repeated heartbeat', async () => {
    const { store, context, install, sendHeartbeat, clock, installationOf } =
      await newWorld(location())
    const {
      runtime_token,
      installation: { installation_id },
    } = await install({ heartbeat_interval_seconds: 60 })
    const late = context()
    clock.advance(50 * SECOND)
    const { lease_expires_at } = await sendHeartbeat(runtime_token)
    for (const attempt of ['late', 'repeated']) {
      const reordered = await store.renewLease(late, {
        installation_id,
        token_hash: hashToken(runtime_token),
        heartbeat: { status: 'stopped', heartbeat_interval_seconds: 5 },
        jitter: 0,
      })
      expect(reordered, attempt).toMatchObject({ kind: 'renewed', lease_expires_at })
      expect(await installationOf(installation_id), attempt).toMatchObject({
        lease_expires_at,
        last_seen_at: clock.now,
      })
    }
  })

  it('I-22: never changes the lifecycle back', async () => {
    const { install, sendHeartbeat, lease, send, revoke, installationOf } =
      await newWorld(location())
    const [paused, terminated, revoked] = [await install(), await install(), await install()]
    await send(paused.installation.installation_id, 'pause')
    await send(terminated.installation.installation_id, 'terminate')
    await sendHeartbeat(terminated.runtime_token, { status: 'stopped' })
    await revoke(revoked.installation.installation_id)
    for (const status of ['running', 'starting', 'stopped', 'running']) {
      expect((await lease(paused.runtime_token, { status })).kind).toBe('renewed')
      expect(await lease(terminated.runtime_token, { status })).toEqual({
        kind: 'refused',
        lifecycle: 'terminated',
      })
      await lease(revoked.runtime_token, { status })
    }
    const lifecycles = await Promise.all(
      [paused, terminated, revoked].map(
        async ({ installation }) => (await installationOf(installation.installation_id)).lifecycle,
      ),
    )
    expect(lifecycles).toEqual(['paused', 'terminated', 'revoked'])
  })

  it('brings an installation back online, and records that once in the audit log but no other heartbeat', async () => {
    const { store, context, install, sendHeartbeat, clock, newKinds, installationOf } =
      await newWorld(location())
    const { runtime_token, installation } = await install()
    await sendHeartbeat(runtime_token)
    clock.now = plus(clock.now, 180 * SECOND)
    await newKinds()
    expect(await store.expireLeases(context(), {})).toEqual({ expired: 1, held: 0 })
    expect(await installationOf(installation.installation_id)).toMatchObject({
      health: 'offline',
      lifecycle: 'active',
    })
    await sendHeartbeat(runtime_token)
    await sendHeartbeat(runtime_token)
    expect(await newKinds()).toEqual(['installation.lease_expired', 'installation.lease_restored'])
  })

  it('does not renew a lease with the token of another installation', async () => {
    const { store, context, install } = await newWorld(location())
    const [one, two] = [await install(), await install()]
    const input = {
      installation_id: one.installation.installation_id,
      token_hash: hashToken(two.runtime_token),
      heartbeat: {},
      jitter: 0,
    }
    expect(await store.renewLease(context(), input)).toEqual({ kind: 'invalid_token' })
    expect(
      await store.renewLease(context(), { ...input, token_hash: hashToken('srt_unknown') }),
    ).toEqual({ kind: 'invalid_token' })
  })
})

eachStore(
  (location) => {
    it('I-24: returns next_heartbeat_at before lease_expires_at, and neither in the past', async () => {
      const { store, context, install, clock, revoke } = await newWorld(location())
      const running = await install()
      const ending = await install()
      await revoke(ending.installation.installation_id, { shutdown_timeout_ms: 600_000 })
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 86_400 }),
          fc.double({ min: 0, max: 0.999, noNaN: true }),
          fc.nat(500),
          async (heartbeat_interval_seconds, jitter, pause) => {
            clock.advance(pause)
            for (const {
              installation: { installation_id },
              runtime_token,
            } of [running, ending]) {
              const renewed = await store.renewLease(context(), {
                installation_id,
                token_hash: hashToken(runtime_token),
                heartbeat: { heartbeat_interval_seconds },
                jitter,
              })
              if (renewed.kind !== 'renewed') return expect.unreachable(renewed.kind)
              expect(renewed.next_heartbeat_at < renewed.lease_expires_at).toBe(true)
              expect(renewed.next_heartbeat_at >= clock.now).toBe(true)
            }
          },
        ),
        { numRuns: 300 },
      )
    })
  },
  ['memory'],
)
