import { expect, it } from 'vitest'
import { elapsed, plus } from '../../../src/domain/time.ts'
import { DAY, MINUTE, SECOND } from '../../kit/time.ts'
import { dump, eachStore } from '../stores.ts'
import { newWorld } from '../world.ts'

eachStore((location) => {
  it.each([
    [undefined, 90 * SECOND, 30_000],
    [5000, 5000, 5000],
    [600_000, 10 * MINUTE, 600_000],
    [3_600_000, 10 * MINUTE, 600_000],
  ])(
    'with shutdown_timeout_ms %s heartbeats get terminate and no token for %i ms, which gives the agent %i ms to shut down, and are then refused',
    async (shutdown_timeout_ms, terminate_ms, allowed_ms) => {
      const { install, revoke, sendHeartbeat, lease, refresh, clock, newKinds } =
        await newWorld(location())
      const installed = await install()
      clock.advance(84 * DAY)
      await newKinds()
      const outcome = await revoke(installed.installation.installation_id, {
        reason: 'lost',
        ...(shutdown_timeout_ms !== undefined && { shutdown_timeout_ms }),
      })
      if (outcome.kind !== 'revoked') return expect.unreachable(outcome.kind)
      expect(outcome.installation).toMatchObject({
        lifecycle: 'revoked',
        revoked_at: clock.now,
        revoke_reason: 'lost',
        shutdown_deadline: plus(clock.now, terminate_ms),
      })
      expect(await newKinds()).toEqual(['installation.revoked'])
      expect(await refresh(installed)).toEqual({ kind: 'invalid' })
      for (const pause of [0, terminate_ms - 1]) {
        clock.advance(pause)
        const renewed = await sendHeartbeat(installed.runtime_token, { status: 'running' })
        expect(renewed).toMatchObject({
          command: {
            type: 'terminate',
            reason: 'lost',
            params: { shutdown_timeout_ms: allowed_ms },
          },
          refreshed: undefined,
          lease_expires_at: outcome.installation.shutdown_deadline,
        })
      }
      clock.advance(1)
      expect(await lease(installed.runtime_token)).toEqual({
        kind: 'refused',
        lifecycle: 'revoked',
      })
    },
  )

  it('refuses the next heartbeat if shutdown_timeout_ms is 0', async () => {
    const { install, revoke, lease } = await newWorld(location())
    const { runtime_token, installation } = await install()
    await revoke(installation.installation_id, { shutdown_timeout_ms: 0 })
    expect(await lease(runtime_token)).toEqual({ kind: 'refused', lifecycle: 'revoked' })
  })

  it('I-30: every heartbeat gets terminate in a process whose clock is behind, and none after it was acknowledged', async () => {
    const { install, revoke, lease, sendHeartbeat, clock } = await newWorld(location())
    const { runtime_token, installation } = await install()
    await revoke(installation.installation_id, { shutdown_timeout_ms: 0 })
    clock.advance(-5 * MINUTE)
    expect((await sendHeartbeat(runtime_token)).command).toMatchObject({ type: 'terminate' })
    clock.advance(4 * MINUTE)
    await sendHeartbeat(runtime_token, { status: 'stopped' })
    clock.advance(-4 * MINUTE)
    expect(await lease(runtime_token)).toEqual({ kind: 'refused', lifecycle: 'revoked' })
  })

  it.each(['by command_ack', 'by the status stopped'])(
    'accepts the heartbeat that acknowledges terminate %s, and refuses the next one',
    async (how) => {
      const { install, revoke, sendHeartbeat, lease, installationOf } = await newWorld(location())
      const {
        runtime_token,
        installation: { installation_id },
      } = await install()
      await revoke(installation_id)
      const { command } = await sendHeartbeat(runtime_token)
      const last = await (how === 'by command_ack'
        ? sendHeartbeat(runtime_token, {}, { id: command!.command_id })
        : sendHeartbeat(runtime_token, { status: 'stopped' }))
      expect(last).toMatchObject({ command: undefined, refreshed: undefined })
      expect(await lease(runtime_token)).toEqual({ kind: 'refused', lifecycle: 'revoked' })
      expect(await installationOf(installation_id)).toMatchObject({
        lifecycle: 'revoked',
        health: 'stopped',
      })
    },
  )

  it('changes nothing and returns the same outcome when the revocation is repeated', async () => {
    const { install, revoke, clock, database } = await newWorld(location())
    const {
      installation: { installation_id },
    } = await install()
    const first = await revoke(installation_id, { reason: 'one' })
    const before = await dump(database)
    clock.advance(SECOND)
    expect(await revoke(installation_id, { reason: 'two', shutdown_timeout_ms: 1 })).toEqual(first)
    expect(await dump(database)).toEqual(before)
  })

  it('revokes a terminated installation without a shutdown time', async () => {
    const { install, revoke, send, sendHeartbeat, clock, lease } = await newWorld(location())
    const {
      runtime_token,
      installation: { installation_id },
    } = await install()
    await send(installation_id, 'terminate')
    await sendHeartbeat(runtime_token, { status: 'stopped' })
    const outcome = await revoke(installation_id)
    expect(
      outcome.kind === 'revoked' && elapsed(clock.now, outcome.installation.shutdown_deadline!),
    ).toBe(0)
    expect(await lease(runtime_token)).toEqual({ kind: 'refused', lifecycle: 'revoked' })
  })

  it('I-11: accepts no refresh, recovery, beacon or replay that starts after the revocation, despite concurrent requests', async () => {
    const { store, context, install, bootstrap, revoke, refresh, recover, home } =
      await newWorld(location())
    const installed = await install()
    const { installation_id } = installed.installation
    const race = (): Promise<{ kind: string }>[] => [
      refresh(installed),
      bootstrap(installed.install_token),
      recover(),
      store.registerBeacon(context(), {
        reach: home.reach,
        installation_id,
        platform: 'docker',
        metadata: {},
      }),
    ]
    const before = race().concat(race())
    await revoke(installation_id)
    const after = await Promise.all(race())
    expect(after.map(({ kind }) => kind)).toEqual(['invalid', 'consumed', 'all_revoked', 'ended'])
    await Promise.all(before)
    expect((await Promise.all(race())).map(({ kind }) => kind)).toEqual([
      'invalid',
      'consumed',
      'all_revoked',
      'ended',
    ])
  })

  it('registers where an installation runs, and replaces it with a later registration', async () => {
    const { store, context, install, home, installationOf, newKinds } = await newWorld(location())
    const {
      installation: { installation_id },
    } = await install()
    await newKinds()
    const register = (platform: string, metadata = {}) =>
      store.registerBeacon(context(), { reach: home.reach, installation_id, platform, metadata })
    await register('docker')
    expect(await register('kubernetes', { node: { name: 'x' } })).toMatchObject({
      kind: 'registered',
      beacon: { platform: 'kubernetes', metadata: { node: { name: 'x' } } },
    })
    expect((await installationOf(installation_id)).beacon).toMatchObject({ platform: 'kubernetes' })
    expect(await newKinds()).toEqual([
      'installation.beacon_registered',
      'installation.beacon_registered',
    ])
  })
})
